// Lasting contacts: balls pressed on each other or on the table by their spin. The contact forces
// that keep the bodies from entering each other, none of them pulling, follow from a small linear
// complementarity problem; with them the balls go on for a short time on paths that are again
// quadratic, short enough that the change of directions meanwhile opens or closes the gaps by no
// more than a fraction of a nanometre.
#include <algorithm>
#include <cmath>
#include <span>

#include "event/run.hpp"
#include "laws/cloth/flow.hpp"
#include "laws/impacts.hpp"
#include "math/elementary.hpp"
#include "trajectory/transition.hpp"

namespace cuelab {
namespace {

constexpr double gap_error = 1e-10;     ///< allowed in one step [m]
constexpr double shortest_step = 1e-6;  ///< [s]
constexpr double longest_step = 2e-3;   ///< [s]
constexpr double lost_gap = 1e-8;       ///< bodies further apart than this no longer touch [m]
constexpr double parting_speed = 1e-5;  ///< [m/s]
constexpr double rolling_slip = 1e-5;   ///< slip below which a pressed ball rolls [m/s]
constexpr double force_error = 1e-12;   ///< relative to the weight of a ball
constexpr int most_sweeps = 1000;

/// Mass that answers a push along the cloth: a ball that rolls takes its rotation along.
double pushed_mass(const BallSpec& ball, Motion motion) {
  const double rolls = motion == Motion::sliding ? 0.0 : 1.0;
  return ball.mass + rolls * ball.inertia / (ball.radius * ball.radius);
}

/// A contact now.
struct Geometry {
  Vec2 n;                  ///< unit, toward the (first) ball
  double gap = 0.0;        ///< [m]
  double rate = 0.0;       ///< of the gap [m/s]
  double curvature = 0.0;  ///< what sliding past each other adds to the gap's acceleration [m/s^2]
};

Geometry geometry_of(const Touch& touch, std::span<const Pressed> pressed) {
  const BallState& a = pressed[touch.place].state;
  if (touch.reach == never) return {touch.normal, 0.0, dot(flat(a.v), touch.normal), 0.0};
  const BallState* b = touch.other == none ? nullptr : &pressed[touch.other_place].state;
  const Vec2 d = flat(a.r) - (b != nullptr ? flat(b->r) : touch.centre);
  const Vec2 v = b != nullptr ? flat(a.v) - flat(b->v) : flat(a.v);
  const double distance = norm(d);
  const Vec2 n = (1.0 / distance) * d;
  const double rate = dot(v, n);
  return {n, distance - touch.reach, rate, (dot(v, v) - rate * rate) / distance};
}

/// Change of the speed of parting per impulse [1/kg].
double inverse_mass_of(const Touch& touch, std::span<const Pressed> pressed) {
  const double own = 1.0 / pressed[touch.place].mass;
  return touch.other == none ? own : own + 1.0 / pressed[touch.other_place].mass;
}

/// Acceleration of a ball under its forces. A resting one stands until the resistance is overcome.
Vec2 acceleration_of(const Pressed& p) {
  if (p.resistance == 0.0) return p.free + (1.0 / p.mass) * p.force;
  const double force = norm(p.force);
  if (force <= p.resistance) return {};
  return ((1.0 - p.resistance / force) / p.mass) * p.force;
}

/// Acceleration of the gap under the forces found so far.
double gap_acceleration(const Touch& touch, std::span<const Pressed> pressed, const Geometry& g) {
  Vec2 relative = acceleration_of(pressed[touch.place]);
  if (touch.other != none) relative = relative - acceleration_of(pressed[touch.other_place]);
  return dot(relative, g.n) + g.curvature;
}

}  // namespace

void Run::add_touch(const Touch& touch) {
  touches_.push_back(touch);
  bodies_[touch.ball].pressed = true;
  if (touch.other != none) bodies_[touch.other].pressed = true;
}

bool Run::are_touching(std::uint32_t a, std::uint32_t b) const {
  return std::ranges::any_of(touches_, [&](const Touch& touch) {
    return (touch.ball == a && touch.other == b) || (touch.ball == b && touch.other == a);
  });
}

/// The round part of the table a ball is pressed on, if any.
std::uint32_t Run::held_part(std::uint32_t ball) const {
  if (!bodies_[ball].pressed) return none;
  for (const Touch& touch : touches_) {
    if (touch.ball == ball && touch.reach != never && touch.part != none) return touch.part;
  }
  return none;
}

bool Run::renewal_is_due() const {
  if (touches_.empty()) return false;
  return renewal_ ||
         std::ranges::any_of(changed_, [&](std::uint32_t ball) { return bodies_[ball].pressed; });
}

/// Works out the forces of all lasting contacts and sends their balls on with them.
void Run::renew_touches() {
  renewal_ = false;
  ++out_->cost.steps;
  gather_pressed();
  drop_lost_touches();
  stop_approach();
  const double step = step_length();
  solve_forces(step);
  release_idle_touches();
  push_on(step);
}

/// Brings every ball of a lasting contact to now and finds its motion.
void Run::gather_pressed() {
  pressed_.clear();
  for (Touch& touch : touches_) {
    touch.place = gather(touch.ball);
    if (touch.other != none) touch.other_place = gather(touch.other);
  }
}

/// The place of a ball in `pressed_`, where it is put if it is not there yet.
std::uint32_t Run::gather(std::uint32_t ball) {
  const auto known = std::ranges::find(pressed_, ball, &Pressed::ball);
  const auto place = static_cast<std::uint32_t>(known - pressed_.begin());
  if (known != pressed_.end()) return place;

  const Body& body = bodies_[ball];
  Pressed p{.ball = ball, .state = state_on(body.piece, now_), .before = body.piece.motion};

  // a slip or a speed that has turned round on the way has passed zero
  const BallState start = state_on(body.piece, body.piece.t0);
  const Vec2 slip = slip_of(body.spec, p.state);
  const bool slides = p.state.motion == Motion::sliding;
  const bool rolls = p.state.motion == Motion::rolling;
  if (slides && (norm(slip) < rolling_slip || dot(slip, slip_of(body.spec, start)) < 0.0)) {
    p.state = gripped(body.spec, p.state);
  } else if (rolls && dot(flat(p.state.v), flat(start.v)) < 0.0) {
    p.state = ended(body.spec, p.state);
  }
  pressed_.push_back(p);
  return place;
}

void Run::drop_lost_touches() {
  const auto is_out = [&](std::uint32_t place) {
    const Pressed& p = pressed_[place];
    return !bodies_[p.ball].in_play || p.state.motion == Motion::airborne;
  };
  std::erase_if(touches_, [&](const Touch& touch) {
    if (is_out(touch.place) || (touch.other != none && is_out(touch.other_place))) return true;
    const Geometry g = geometry_of(touch, pressed_);
    return std::abs(g.gap) > lost_gap || g.rate > parting_speed || g.rate < -sticking_speed;
  });
}

/// Takes away what approach is left, without restitution: impulses that push and never pull.
void Run::stop_approach() {
  for (Pressed& p : pressed_) p.mass = pushed_mass(bodies_[p.ball].spec, p.state.motion);
  const auto kick = [&](std::uint32_t place, Vec2 impulse) {
    Pressed& p = pressed_[place];
    const Vec2 change = (1.0 / p.mass) * impulse;
    p.state.v += Vec3{change.x, change.y, 0.0};
    if (p.state.motion != Motion::sliding) p.state = rolled(bodies_[p.ball].spec, p.state);
  };
  for (Touch& touch : touches_) touch.force = 0.0;  // holds the impulse here
  for (int sweep = 0; sweep < most_sweeps; ++sweep) {
    double largest = 0.0;
    for (Touch& touch : touches_) {
      const Geometry g = geometry_of(touch, pressed_);
      const double inverse_mass = inverse_mass_of(touch, pressed_);
      const double impulse = std::max(0.0, touch.force - g.rate / inverse_mass);
      const double change = impulse - touch.force;
      if (change == 0.0) continue;
      touch.force = impulse;
      kick(touch.place, change * g.n);
      if (touch.other != none) kick(touch.other_place, -change * g.n);
      largest = std::max(largest, std::abs(change) * inverse_mass);
    }
    if (largest < touch_speed) return;
  }
}

/// How long the forces may be taken as constant: directions turn at the rates below, and what
/// that does to a gap in the time h is jerk h^3 / 6.
double Run::step_length() const {
  const double friction = physics_.cloth.sliding * physics_.gravity;
  double jerk = 0.0;
  double step = longest_step;
  for (const Pressed& p : pressed_) {
    const BallSpec& spec = bodies_[p.ball].spec;
    if (p.state.motion == Motion::sliding) {
      const double slip = norm(slip_of(spec, p.state));
      const double k = spec.mass * spec.radius * spec.radius / spec.inertia;
      jerk += friction * friction / slip;
      step = std::min(step, 0.25 * slip / ((1.0 + k) * friction));
    } else if (p.state.motion == Motion::rolling) {
      constexpr double shortest_roll = 1e-4;  // [s]
      const double time = norm(flat(p.state.v)) / (physics_.cloth.rolling * physics_.gravity);
      step = std::min(step, std::max(time, shortest_roll));
    }
  }
  for (const Touch& touch : touches_) {
    if (touch.reach == never) continue;
    const Geometry g = geometry_of(touch, pressed_);
    jerk += 3.0 * std::sqrt(g.curvature / touch.reach) * (g.curvature + 2.0 * friction);
  }
  if (jerk > 0.0) step = std::min(step, cube_root(6.0 * gap_error / jerk));
  return std::max(step, shortest_step);
}

/// Forces N >= 0 with gap accelerations that bring rates and gaps to zero in about the step, or
/// more where N = 0. Projected Gauss-Seidel.
void Run::solve_forces(double step) {
  double heaviest = 0.0;
  for (Pressed& p : pressed_) {
    const BallSpec& spec = bodies_[p.ball].spec;
    const bool rests = p.state.motion == Motion::stationary || p.state.motion == Motion::spinning;
    const Flow flow = flow_of(spec, physics_.cloth, physics_.gravity, p.state);
    p.mass = pushed_mass(spec, p.state.motion);
    p.free = 2.0 * flat(flow.a);
    p.force = {};
    p.resistance =
        rests ? std::max(p.mass * physics_.cloth.rolling * physics_.gravity, 1e-300) : 0.0;
    heaviest = std::max(heaviest, spec.mass * physics_.gravity);
  }
  for (Touch& touch : touches_) touch.force = 0.0;
  for (int sweep = 0; sweep < most_sweeps; ++sweep) {
    double largest = 0.0;
    for (Touch& touch : touches_) {
      const Geometry g = geometry_of(touch, pressed_);
      const double wanted = -g.rate / step - 0.25 * g.gap / (step * step);
      const double lacking = wanted - gap_acceleration(touch, pressed_, g);
      const double force = std::max(0.0, touch.force + lacking / inverse_mass_of(touch, pressed_));
      const Vec2 change = (force - touch.force) * g.n;
      largest = std::max(largest, std::abs(force - touch.force));
      touch.force = force;
      pressed_[touch.place].force = pressed_[touch.place].force + change;
      if (touch.other == none) continue;
      pressed_[touch.other_place].force = pressed_[touch.other_place].force - change;
    }
    if (largest <= force_error * heaviest) return;
  }
}

/// A contact without force is over, unless the bodies would come back at once; so is one of
/// bodies that all stand still.
void Run::release_idle_touches() {
  const auto stands = [&](std::uint32_t place) {
    const Pressed& p = pressed_[place];
    return p.resistance > 0.0 && acceleration_of(p) == Vec2{};
  };
  std::erase_if(touches_, [&](const Touch& touch) {
    if (stands(touch.place) && (touch.other == none || stands(touch.other_place))) return true;
    if (touch.force > 0.0) return false;
    return gap_acceleration(touch, pressed_, geometry_of(touch, pressed_)) >= -touch_acceleration;
  });
}

/// Every ball goes on under its forces for the step; those that lost their contacts go free.
void Run::push_on(double step) {
  for (const Pressed& p : pressed_) bodies_[p.ball].pressed = false;
  for (const Touch& touch : touches_) {
    bodies_[touch.ball].pressed = true;
    if (touch.other != none) bodies_[touch.other].pressed = true;
  }
  for (const Pressed& p : pressed_) {
    const Body& body = bodies_[p.ball];
    if (!body.in_play) continue;
    BallState state = p.state;
    const Vec2 push = acceleration_of(p) - p.free;
    const bool starts = p.resistance > 0.0 && dot(push, push) > 0.0;
    if (starts) state.motion = Motion::rolling;
    start_piece(p.ball, state, body.pressed ? Push{push, now_ + step} : Push{});
    const bool has_ended = p.state.motion < p.before;  // sliding > rolling > spinning > at rest
    if (has_ended) record(transition_type(p.before, p.state.motion), p.ball, none, false);
  }
}

}  // namespace cuelab
