// The forces of lasting contacts. They keep the bodies from penetrating and never pull: a linear
// complementarity problem, solved by projected Gauss-Seidel sweeps that are accelerated by
// conjugate gradients. Balls on the cloth move along it, the slate takes the vertical part of a
// force; balls above the cloth move in space and feel friction at their contacts
// (contact_friction.cpp). How long the forces hold: contact_steps.cpp.
#include <algorithm>
#include <cmath>

#include "cuelab/laws.hpp"
#include "event/simulation.hpp"
#include "math/elementary.hpp"

namespace cuelab::event {
namespace {

constexpr double force_error = 1e-9;          ///< relative to the weight of a ball
constexpr double shortest_correction = 1e-4;  ///< of a gap [s]; faster would add energy
constexpr double least_rolling = 1e-12;       ///< resistance; rounding errors move no ball at rest
constexpr int most_sweeps = 1000;
constexpr int patience = 8;  ///< sweeps in which the error must halve

/// Change of a ball's velocity along n per impulse along n [1/kg].
double inverse_mass(const ContactBall& p, const Vec3& n) {
  return (p.rides ? 1.0 : n.x * n.x + n.y * n.y) / p.mass;
}

}  // namespace

/// A contact after the time h under the forces found, or at present.
ContactGeometry Simulation::geometry_of(const LastingContact& contact, double h) const {
  const auto state_after = [&](std::uint32_t place) {
    const ContactBall& p = contact_balls_[place];
    BallState s = p.state;
    if (h == 0.0) return s;
    s.r += h * (s.v + (0.5 * h) * p.acceleration);
    s.v += h * p.acceleration;
    return s;
  };
  const BallState a = state_after(contact.place);
  const Body& body = bodies_[contact.ball];
  if (!contact.is_with_ball()) {
    const NoseGap nose = maps_[body.map].gap_to(contact.surface, a);
    return {nose.n, nose.gap, dot(a.v, nose.n), nose.curvature, nose.is_beside};
  }
  const BallState b = state_after(contact.other_place);
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
  Vec3 relative = contact_balls_[contact.place].acceleration;
  if (contact.is_with_ball()) relative -= contact_balls_[contact.other_place].acceleration;
  return dot(relative, contact.at.n) + contact.at.curvature;
}

/// Change of the speed of parting per impulse [1/kg].
double Simulation::inverse_mass_of(const LastingContact& contact, const Vec3& n) const {
  const double own = inverse_mass(contact_balls_[contact.place], n);
  return contact.is_with_ball() ? own + inverse_mass(contact_balls_[contact.other_place], n) : own;
}

/// Masses and free accelerations of the balls, and the last forces as a first guess.
void Simulation::prepare_forces() {
  for (ContactBall& p : contact_balls_) {
    const BallSpec& spec = bodies_[p.ball].spec;
    const bool rests = rests_on_cloth(p.state.motion);
    p.force = p.turning = {};
    p.piece_time = never;
    p.radius = spec.radius;
    p.leverage = p.rides ? spec.radius / spec.inertia : 0.0;
    if (p.rides) {
      p.mass = spec.mass;
      p.free = {0.0, 0.0, -physics_.gravity};
      p.resistance = 0.0;
      continue;
    }
    const Flow flow = pressed_flow_of(physics_.cloth, spec, {.gravity = physics_.gravity}, p.state);
    p.mass = mass_along_cloth(spec, p.state.motion);
    p.free = 2.0 * flow.a;
    p.spin_rate = flow.dw;
    if (flow.continues) p.piece_time = flow.duration;
    const double rolling = rolling_coefficient(physics_.cloth, spec, p.state);
    p.resistance = rests ? p.mass * std::max(rolling, least_rolling) * physics_.gravity : 0.0;
  }
  for (ContactBall& p : contact_balls_) {
    p.inverse_mass = 1.0 / p.mass;
    p.acceleration = acceleration_of(p);
  }
  for (LastingContact& contact : group_) {
    contact.rides = rides(contact);
    if (contact.rides) {
      prepare_friction(contact);
    } else {
      contact.friction = {};
    }
    apply(contact, contact.force * contact.at.n + contact.friction);
  }
}

/// Forces N >= 0 with gap accelerations that bring rates and gaps to zero in about the step, or
/// more where N = 0; friction that brings slip to zero, at most mu N. `error`: of accelerations
/// [m/s^2].
void Simulation::sweep_forces(double step, double error) {
  double heaviest = 0.0;
  for (const ContactBall& p : contact_balls_) {
    heaviest = std::max(heaviest, bodies_[p.ball].spec.mass);
  }
  const double allowed = heaviest * std::max(error, force_error * physics_.gravity);
  const double correction_time = std::max(step, shortest_correction);
  for (LastingContact& contact : group_) {
    const ContactGeometry& g = contact.at;
    const double correction = 0.25 * std::max(g.gap, 0.0) / (correction_time * correction_time);
    contact.wanted = -g.rate / step - (are_at_rest(contact) ? 0.0 : correction);
    if (g.rate > hop_speed()) contact.wanted = -never;
    contact.ease = inverse_mass_of(contact, g.n);
    contact.seen_pushes = none;
  }
  const bool crowd = is_crowd();
  const double unnoticed = crowd ? 0.1 * allowed : 0.0;
  double before = 0.0;
  double least = never;
  int since = 0;
  for (int sweep = 0; sweep < most_sweeps; ++sweep) {
    double largest = 0.0;
    const double relaxation = sweep < 50 ? 1.0 : 0.5;  // strong friction overshoots
    for (LastingContact& contact : group_) {
      // in a crowd only where forces have changed noticeably since the last visit
      const std::uint32_t pushes = pushes_at(contact);
      contact.change = {};
      if (crowd && pushes == contact.seen_pushes) continue;
      const Vec3 last = contact.force * contact.at.n + contact.friction;
      largest = std::max(largest, solve_contact(contact, step, relaxation, unnoticed));
      contact.change = contact.force * contact.at.n + contact.friction - last;
      contact.seen_pushes = resists(contact) ? pushes : pushes_at(contact);
    }
    if (largest <= allowed) return;
    if (largest < 0.5 * least) {
      least = largest;
      since = sweep;
    } else if (sweep - since > patience) {
      return;  // with strong friction there may be no solution, or stresses grow without limit
    }
    if (sweep + 1 < most_sweeps) accelerate(before, sweep == 0);
  }
}

/// One update of the forces of a contact; returns their change [N].
double Simulation::solve_contact(LastingContact& contact, double step, double relaxation,
                                 double unnoticed) {
  if (!contact.rides) return solve_normal_force(contact, unnoticed);
  if (const std::optional<double> change = solve_sticking(contact, step)) return *change;
  const double change = solve_normal_force(contact, 0.0);
  return std::max(change, solve_friction(contact, step, relaxation));
}

/// Lets the forces go on in the direction of the last sweeps: conjugate gradients on the changes
/// that sweeps make [Silcowitz2010]. `before`: square of the last change [N^2], updated.
void Simulation::accelerate(double& before, bool restart) {
  double square = 0.0;
  for (LastingContact& contact : group_) square += dot(contact.change, contact.change);
  const double share = square / before;
  before = square;
  restart = restart || !(share <= 1.0);
  const bool crowd = is_crowd();
  for (LastingContact& contact : group_) {
    if (crowd && contact.direction == Vec3{} && contact.change == Vec3{}) continue;
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

/// How often the forces on the balls of a contact have changed.
std::uint32_t Simulation::pushes_at(const LastingContact& contact) const {
  const std::uint32_t own = contact_balls_[contact.place].pushes;
  return contact.is_with_ball() ? own + contact_balls_[contact.other_place].pushes : own;
}

/// Adds a force on the first ball of a contact at the contact, and the opposite on the other.
void Simulation::apply(const LastingContact& contact, const Vec3& force) {
  act(contact_balls_[contact.place], force, contact.at.n);
  if (contact.is_with_ball())
    act(contact_balls_[contact.other_place], -1.0 * force, -1.0 * contact.at.n);
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

/// Whether a ball gives way to a change of its forces: those at rest do not until the forces
/// overcome their resistance.
bool Simulation::yields(std::uint32_t place) const {
  const ContactBall& p = contact_balls_[place];
  return p.resistance == 0.0 || norm(flat(p.force)) > p.resistance;
}

/// One update of a normal force; returns its change [N], 0 if it would be smaller than `unnoticed`.
double Simulation::solve_normal_force(LastingContact& contact, double unnoticed) {
  const Vec3& n = contact.at.n;
  const bool with_ball = contact.is_with_ball();
  const double lacking = contact.wanted - gap_acceleration(contact);
  double ease = yields(contact.place) ? inverse_mass(contact_balls_[contact.place], n) : 0.0;
  if (with_ball && yields(contact.other_place)) {
    ease += inverse_mass(contact_balls_[contact.other_place], n);
  }

  // balls at rest do not yield until the force overcomes their resistance
  double change = lacking / (ease > 0.0 ? ease : contact.ease);
  if (lacking > 0.0) {
    const double own = force_to_start(contact.place, n);
    const double other = with_ball ? force_to_start(contact.other_place, -1.0 * n) : 0.0;
    const double start = own > 0.0 && other > 0.0 ? std::min(own, other) : std::max(own, other);
    if (start < never && (ease == 0.0 || change > start)) {
      change = start + (lacking - start * ease) / contact.ease;
    }
  }
  const double force = std::max(0.0, contact.force + change);
  change = force - contact.force;
  if (std::abs(change) < unnoticed) return 0.0;
  contact.force = force;
  apply(contact, change * n);
  return std::abs(change);
}

}  // namespace cuelab::event
