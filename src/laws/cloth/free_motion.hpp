#pragma once

#include <cmath>
#include <limits>

#include "cuelab/laws/cloth/coulomb.hpp"
#include "laws/scalar.hpp"

namespace cuelab {

// Motion on the cloth with constant coefficients and in the air, in any scalar type.

template <class S>
struct DualFlow {
  Vec3Of<S> a{};
  Vec2Of<S> dw{};
  double dw_z = 0.0;
  S spin_decay{};
  S duration{};
  bool continues = false;
};

template <class S>
using FlowOf = std::conditional_t<std::is_same_v<S, double>, Flow, DualFlow<S>>;

template <class S>
Vec2Of<S> slip_over_cloth(const BallSpec& ball, const StateOf<S>& s) {
  return {s.v.x - ball.radius * s.w.y, s.v.y + ball.radius * s.w.x};
}

/// x / rate; infinite if rate is 0.
template <class S>
S time_to_lose(const S& x, const S& rate) {
  return rate > 0.0 ? x / rate : S(std::numeric_limits<double>::infinity());
}

/// `flow_of` of CoulombCloth.
template <class S>
FlowOf<S> coulomb_flow(const CoulombCloth& cloth, const BallSpec& ball, const Environment& around,
                       const StateOf<S>& s) {
  const auto half = [](const Vec2Of<S>& a) { return Vec3Of<S>{0.5 * a.x, 0.5 * a.y, S(0.0)}; };
  // 5/2 for a solid ball
  const double k = ball.mass * ball.radius * ball.radius / ball.inertia;
  const double gravity = around.gravity;
  const Vec2Of<S> push{around.push.x, around.push.y};
  FlowOf<S> flow;
  flow.spin_decay = value_of(s.w.z) == 0.0 ? 0.0 : k * cloth.spinning * gravity / ball.radius;

  if (s.motion == Motion::sliding) {
    const Vec2Of<S> u = slip_over_cloth<S>(ball, s);
    const S speed = norm(u);
    const Vec2Of<S> along = (1.0 / speed) * u;
    const double friction = cloth.sliding * gravity;
    flow.a = half(push - friction * along);
    flow.dw = (k * friction / ball.radius) * left_of(along);
    flow.duration = time_to_lose<S>(speed, (1.0 + k) * friction);
  } else if (s.motion == Motion::rolling) {
    const S speed = norm(flat(s.v));
    const double friction = cloth.rolling * gravity;
    const Vec2Of<S> acceleration = speed > 0.0 ? push - (friction / speed) * flat(s.v) : push;
    flow.a = half(acceleration);
    flow.dw = (1.0 / ball.radius) * left_of(acceleration);
    flow.duration = time_to_lose<S>(speed, friction);
  } else {
    using std::abs;
    flow.duration = time_to_lose<S>(abs(s.w.z), flow.spin_decay);
  }
  return flow;
}

/// Friction of the slate with the impulse m * change against the slip, at most enough to stop it.
template <class S>
StateOf<S> rubbed_on_slate(const BallSpec& ball, StateOf<S> s, const S& change) {
  const double k = ball.mass * ball.radius * ball.radius / ball.inertia;
  const Vec2Of<S> u = slip_over_cloth<S>(ball, s);
  Vec2Of<S> stopped{};  // part of the velocity
  Vec2Of<S> turned{};   // of the surface, the same to the left
  if (dot(value_of(u), value_of(u)) > 0.0) {
    // friction changes v by J/m against the slip and w with it, until the slip is gone
    const S slip = norm(u);
    const S most = min_of<S>(change, slip / (1.0 + k));
    const Vec2Of<S> along = (1.0 / slip) * u;
    stopped = most * along;
    turned = (k * most / ball.radius) * left_of(along);
  } else {
    // derivatives: friction, if any, stops every small slip
    if (std::is_same_v<S, double> || !(change > 0.0)) return s;
    stopped = (1.0 / (1.0 + k)) * u;
    turned = (k / (1.0 + k) / ball.radius) * left_of(u);
  }
  s.v -= Vec3Of<S>{stopped.x, stopped.y, 0.0};
  s.w += Vec3Of<S>{turned.x, turned.y, 0.0};
  return s;
}

}  // namespace cuelab
