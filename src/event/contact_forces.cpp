// The forces of lasting contacts. They keep the bodies from penetrating and never pull: a linear
// complementarity problem, solved by projected Gauss-Seidel sweeps that are accelerated by
// conjugate gradients. Balls on the cloth move along it, the slate takes the vertical part of a
// force; balls above the cloth move in space and feel Coulomb friction at their contacts. How long
// the forces hold: contact_steps.cpp.
#include <algorithm>
#include <cmath>

#include "cuelab/laws.hpp"
#include "event/simulation.hpp"
#include "math/elementary.hpp"

namespace cuelab::event {
namespace {

constexpr double force_error = 1e-9;          ///< relative to the weight of a ball
constexpr double speed_error = 1e-10;         ///< approach left at a contact [m/s]
constexpr double still_slip = 1e-6;           ///< bodies that slip less do not slip [m/s]
constexpr double holding_speed = 1e-5;        ///< bodies that part faster do not press [m/s]
constexpr double shortest_correction = 1e-4;  ///< of a gap [s]; faster would add energy
constexpr int most_sweeps = 1000;
constexpr int most_impulse_sweeps = 1000;  ///< jammed groups converge slowly

/// Effective mass against a push along the cloth: a rolling ball must be spun up, too.
double effective_mass(const BallSpec& ball, Motion motion) {
  const double rolls = motion == Motion::sliding ? 0.0 : 1.0;
  return ball.mass + rolls * ball.inertia / (ball.radius * ball.radius);
}

/// Change of a ball's velocity along n per impulse along n [1/kg].
double inverse_mass(const ContactBall& p, const Vec3& n) {
  return (p.rides ? 1.0 : n.x * n.x + n.y * n.y) / p.mass;
}

bool is_at_rest(Motion motion) {
  return motion == Motion::stationary || motion == Motion::spinning;
}

Vec3 across(const Vec3& v, const Vec3& n) { return v - dot(v, n) * n; }

/// Friction coefficient of a law at a slip speed; 0 if the law has none.
template <class Laws>
double coefficient_of(const Laws& any, double slip) {
  return std::visit(
      [&](const auto& law) {
        if constexpr (requires { friction_at(law.friction, slip); }) {
          return friction_at(law.friction, slip);
        } else if constexpr (requires { double{law.friction}; }) {
          return law.friction;
        } else {
          return 0.0;
        }
      },
      any);
}

}  // namespace

/// Acceleration of a ball under its forces. At rest it stays until they overcome the resistance.
Vec3 Simulation::acceleration_of(const ContactBall& p) {
  if (p.rides) return p.free + p.inverse_mass * p.force;
  const Vec3 force{p.force.x, p.force.y, 0.0};
  if (p.resistance == 0.0) return p.free + p.inverse_mass * force;
  const double size = norm(force);
  if (size <= p.resistance) return {};
  return ((1.0 - p.resistance / size) * p.inverse_mass) * force;
}

ContactGeometry Simulation::geometry_of(const LastingContact& contact) const {
  const BallState& a = contact_balls_[contact.place].state;
  const Body& body = bodies_[contact.ball];
  if (!contact.is_with_ball()) {
    const NoseGap nose = maps_[body.map].gap_to(contact.surface, a);
    return {nose.n, nose.gap, dot(a.v, nose.n), nose.curvature, nose.is_beside};
  }
  const BallState& b = contact_balls_[contact.other_place].state;
  const Vec3 d = a.r - b.r;
  const Vec3 v = a.v - b.v;
  const double distance = norm(d);
  const Vec3 n = (1.0 / distance) * d;
  const double rate = dot(v, n);
  const double reach = body.spec.radius + bodies_[contact.other.index].spec.radius;
  return {n, distance - reach, rate, (dot(v, v) - rate * rate) / distance};
}

/// Acceleration of the gap under the forces found so far.
double Simulation::gap_acceleration(const LastingContact& contact) const {
  Vec3 relative = acceleration_of(contact_balls_[contact.place]);
  if (contact.is_with_ball()) relative -= acceleration_of(contact_balls_[contact.other_place]);
  return dot(relative, contact.at.n) + contact.at.curvature;
}

/// Change of the speed of parting per impulse [1/kg].
double Simulation::inverse_mass_of(const LastingContact& contact, const Vec3& n) const {
  const double own = inverse_mass(contact_balls_[contact.place], n);
  return contact.is_with_ball() ? own + inverse_mass(contact_balls_[contact.other_place], n) : own;
}

/// Removes the approach velocities left, without restitution: impulses push and never pull, except
/// that bodies pressed on each other are kept from hopping by the errors of a step.
void Simulation::stop_approach() {
  for (ContactBall& p : contact_balls_) {
    const BallSpec& spec = bodies_[p.ball].spec;
    p.mass = p.rides ? spec.mass : effective_mass(spec, p.state.motion);
    p.least_kick = 0.0;
    if (p.rides || !is_at_rest(p.state.motion)) continue;
    const double resistance = rolling_coefficient(physics_.cloth, spec, p.state) * physics_.gravity;
    p.least_kick = p.mass * std::min(resistance * shortest_roll, fastest_resting_speed);
  }
  const auto kick = [&](std::uint32_t place, const Vec3& impulse) {
    ContactBall& p = contact_balls_[place];
    const Vec3 along{impulse.x, impulse.y, p.rides ? impulse.z : 0.0};
    p.kick += along;
    if (p.least_kick == 0.0) {
      p.state.v += (1.0 / p.mass) * along;
    } else {  // it was at rest
      const double size = norm(p.kick);
      if (size <= p.least_kick) return;
      p.state.v = ((1.0 - p.least_kick / size) / p.mass) * p.kick;
    }
    if (!p.rides && p.state.motion != Motion::sliding) {
      p.state = rolled(bodies_[p.ball].spec, p.state);
    }
  };
  for (LastingContact& contact : group_) {
    contact.impulse = 0.0;
    contact.holds = contact.force > 0.0 && contact.at.rate > 0.0 && contact.at.rate < holding_speed;
  }
  for (int sweep = 0; sweep < most_impulse_sweeps; ++sweep) {
    double largest = 0.0;
    for (LastingContact& contact : group_) {
      const Vec3& n = contact.at.n;
      const double inverse = inverse_mass_of(contact, n);
      const double free = contact.impulse - rate_of(contact) / inverse;
      const double impulse = contact.holds ? free : std::max(0.0, free);
      const double change = impulse - contact.impulse;
      if (change == 0.0) continue;
      contact.impulse = impulse;
      kick(contact.place, change * n);
      if (contact.is_with_ball()) kick(contact.other_place, -change * n);
      largest = std::max(largest, std::abs(change) * inverse);
    }
    if (largest < speed_error) break;
  }
  for (LastingContact& contact : group_) contact.at = geometry_of(contact);
}

/// Speed at which the bodies part [m/s].
double Simulation::rate_of(const LastingContact& contact) const {
  Vec3 v = contact_balls_[contact.place].state.v;
  if (contact.is_with_ball()) v -= contact_balls_[contact.other_place].state.v;
  return dot(v, contact.at.n);
}

/// Masses and free accelerations of the balls, and the last forces as a first guess.
void Simulation::prepare_forces() {
  for (ContactBall& p : contact_balls_) {
    const BallSpec& spec = bodies_[p.ball].spec;
    const bool rests = is_at_rest(p.state.motion);
    p.force = p.torque = {};
    if (p.rides) {
      p.mass = spec.mass;
      p.free = {0.0, 0.0, -physics_.gravity};
      p.resistance = 0.0;
      continue;
    }
    const Flow flow = flow_of(physics_.cloth, spec, {.gravity = physics_.gravity}, p.state);
    p.mass = effective_mass(spec, p.state.motion);
    p.free = 2.0 * flow.a;
    p.spin_rate = flow.dw;
    const double rolling = rolling_coefficient(physics_.cloth, spec, p.state);
    p.resistance = rests ? std::max(p.mass * rolling * physics_.gravity, 1e-300) : 0.0;
  }
  for (ContactBall& p : contact_balls_) p.inverse_mass = 1.0 / p.mass;
  for (LastingContact& contact : group_) {
    contact.friction = across(contact.friction, contact.at.n);  // the normal has turned
    if (are_at_rest(contact)) {  // not on balls at rest, which it could set in motion
      contact.force = 0.0;
      contact.friction = {};
    }
    apply(contact, contact.force * contact.at.n + contact.friction);
    contact.rides = rides(contact);
    if (contact.rides) prepare_friction(contact);
  }
}

/// Forces N >= 0 with gap accelerations that bring rates and gaps to zero in about the step, or
/// more where N = 0; friction that brings slip to zero, at most mu N.
void Simulation::sweep_forces(double step) {
  double heaviest = 0.0;
  for (const ContactBall& p : contact_balls_) {
    heaviest = std::max(heaviest, bodies_[p.ball].spec.mass * physics_.gravity);
  }
  const double correction_time = std::max(step, shortest_correction);
  for (LastingContact& contact : group_) {
    const ContactGeometry& g = contact.at;
    const double correction = 0.25 * std::max(g.gap, 0.0) / (correction_time * correction_time);
    contact.wanted = -g.rate / step - (are_at_rest(contact) ? 0.0 : correction);
    if (g.rate > holding_speed) contact.wanted = -never;
    contact.ease = inverse_mass_of(contact, g.n);
  }
  double before = 0.0;
  for (int sweep = 0; sweep < most_sweeps; ++sweep) {
    double largest = 0.0;
    const double relaxation = sweep < 50 ? 1.0 : 0.5;  // strong friction overshoots
    for (LastingContact& contact : group_) {
      const Vec3 last = contact.force * contact.at.n + contact.friction;
      largest = std::max(largest, solve_normal_force(contact));
      if (contact.rides) {
        largest = std::max(largest, solve_friction(contact, step, relaxation));
      }
      contact.change = contact.force * contact.at.n + contact.friction - last;
    }
    if (largest <= force_error * heaviest) return;
    if (sweep + 1 < most_sweeps) accelerate(before, sweep == 0);
  }
}

/// Lets the forces go on in the direction of the last sweeps: conjugate gradients on the changes
/// that sweeps make [Silcowitz2010]. `before`: square of the last change [N^2], updated.
void Simulation::accelerate(double& before, bool restart) {
  double square = 0.0;
  for (LastingContact& contact : group_) square += dot(contact.change, contact.change);
  const double share = square / before;
  before = square;
  restart = restart || !(share <= 1.0);
  for (LastingContact& contact : group_) {
    if (restart) {
      contact.direction = contact.change;
      continue;
    }
    const Vec3 onward = share * contact.direction;
    const double along = dot(onward, contact.at.n);
    contact.force += along;
    contact.friction += onward - along * contact.at.n;
    apply(contact, onward);
    contact.direction = onward + contact.change;
  }
}

/// Adds a force on the first ball of a contact at the contact, and the opposite on the other.
void Simulation::apply(const LastingContact& contact, const Vec3& force) {
  const auto act = [&](std::uint32_t place, const Vec3& f, double side) {
    ContactBall& p = contact_balls_[place];
    p.force += f;
    if (p.rides) p.torque += cross((side * bodies_[p.ball].spec.radius) * contact.at.n, f);
  };
  act(contact.place, force, -1.0);
  if (contact.is_with_ball()) act(contact.other_place, -1.0 * force, 1.0);
}

/// Whether the balls of a contact rest on the cloth.
bool Simulation::are_at_rest(const LastingContact& contact) const {
  return contact_balls_[contact.place].resistance > 0.0 &&
         (!contact.is_with_ball() || contact_balls_[contact.other_place].resistance > 0.0);
}

/// How much stronger the force of a contact must become to set a ball at rest in motion [N]; 0 if
/// the ball moves.
double Simulation::force_to_start(std::uint32_t place, const Vec3& n) const {
  const ContactBall& p = contact_balls_[place];
  if (p.resistance == 0.0) return 0.0;
  const Vec2 force = flat(p.force);
  const Vec2 push = flat(n);
  const double room = p.resistance * p.resistance - dot(force, force);
  if (room < 0.0) return 0.0;
  const double along = dot(force, push);
  const double square = dot(push, push);
  return square > 0.0 ? (std::sqrt(along * along + square * room) - along) / square : never;
}

/// One update of a normal force; returns its change [N].
double Simulation::solve_normal_force(LastingContact& contact) {
  const Vec3& n = contact.at.n;
  const double lacking = contact.wanted - gap_acceleration(contact);

  // balls at rest do not yield until the force overcomes their resistance
  double change = lacking / contact.ease;
  if (lacking > 0.0) {
    const double own = force_to_start(contact.place, n);
    const double other =
        contact.is_with_ball() ? force_to_start(contact.other_place, -1.0 * n) : never;
    const double start = std::min(own, other);
    if (start > 0.0 && start < never) change += start;
  }
  const double force = std::max(0.0, contact.force + change);
  change = force - contact.force;
  contact.force = force;
  apply(contact, change * n);
  return std::abs(change);
}

/// The slip of a contact above the cloth, its friction coefficient, and how easily the slip
/// changes.
void Simulation::prepare_friction(LastingContact& contact) const {
  Vec3 slip{};
  double inverse = 0.0;
  const auto add = [&](std::uint32_t place, double sign) {
    const ContactBall& p = contact_balls_[place];
    const BallSpec& spec = bodies_[p.ball].spec;
    slip += sign * p.state.v;
    inverse += 1.0 / p.mass;
    if (!p.rides) return;  // the cloth, not these forces, turns it
    slip += sign * cross(p.state.w, (-sign * spec.radius) * contact.at.n);
    inverse += spec.radius * spec.radius / spec.inertia;
  };
  add(contact.place, 1.0);
  if (contact.is_with_ball()) add(contact.other_place, -1.0);
  contact.slip = across(slip, contact.at.n);
  contact.slip_ease = inverse;
  contact.mu = contact.is_with_ball() ? coefficient_of(physics_.ball_ball, norm(contact.slip))
                                      : coefficient_of(physics_.cushion, norm(contact.slip));
}

/// One update of a friction force; returns its change [N].
double Simulation::solve_friction(LastingContact& contact, double step, double relaxation) {
  Vec3 slip_rate{};
  const auto add = [&](std::uint32_t place, double sign) {
    const ContactBall& p = contact_balls_[place];
    const BallSpec& spec = bodies_[p.ball].spec;
    slip_rate += sign * acceleration_of(p);
    if (!p.rides) return;
    slip_rate += (sign / spec.inertia) * cross(p.torque, (-sign * spec.radius) * contact.at.n);
  };
  add(contact.place, 1.0);
  if (contact.is_with_ball()) add(contact.other_place, -1.0);
  slip_rate = across(slip_rate, contact.at.n);

  // what stops the slip in the step, within the cone
  Vec3 friction =
      contact.friction - (1.0 / contact.slip_ease) * (slip_rate + (1.0 / step) * contact.slip);
  const double size = norm(friction);
  const double limit = contact.mu * std::max(contact.force, 0.0);
  if (size > limit) friction = (size > 0.0 ? limit / size : 0.0) * friction;
  const double along = dot(friction, contact.slip);
  const double square = dot(contact.slip, contact.slip);
  if (along > 0.0 && square > still_slip * still_slip) {
    friction -= (along / square) * contact.slip;  // it brakes, whatever ends the slip
  }
  const Vec3 change = friction - contact.friction;
  contact.friction += relaxation * change;
  apply(contact, relaxation * change);
  return norm(change);
}

}  // namespace cuelab::event
