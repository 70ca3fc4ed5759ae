#pragma once

#include "laws/scalar.hpp"

namespace cuelab {

// The laws of rigid cushions, in any scalar type.

/// `resolve` of Mirror.
template <class S>
StateOf<S> mirrored(double restitution, const CushionImpactOf<S>& at, StateOf<S> s) {
  if (s.motion == Motion::airborne) {
    s.v -= ((1.0 + restitution) * dot(s.v, at.n)) * at.n;
    return s;
  }
  const Vec2Of<S> across = (1.0 / norm(flat(at.n))) * flat(at.n);
  const S change = -(1.0 + restitution) * dot(flat(s.v), across);
  s.v += Vec3Of<S>{change * across.x, change * across.y, 0.0};
  return s;
}

/// `resolve` of ImpulseCushion, with a restitution that may depend on the state.
template <class S>
StateOf<S> impulsive(const S& restitution, double friction, const CushionImpactOf<S>& at,
                     StateOf<S> s) {
  const BallSpec& ball = at.ball;
  const S u_n = dot(s.v, at.n);
  const Vec3Of<S> u_t = surface_velocity<S>(at, s) - u_n * at.n;
  const bool slips = dot(value_of(u_t), value_of(u_t)) > 0.0;

  // impulses: normal by restitution; friction at most enough to stop the slip (2/7 m |u_t| for a
  // solid ball)
  const S P_n = -(1.0 + restitution) * ball.mass * u_n;
  const double inverse_mass = 1.0 / ball.mass + ball.radius * ball.radius / ball.inertia;
  Vec3Of<S> P = P_n * at.n;
  if (slips) {
    const S slip = norm(u_t);
    const S P_t = min_of<S>(friction * P_n, slip / inverse_mass);
    P = P_n * at.n - (P_t / slip) * u_t;
  } else if constexpr (!std::is_same_v<S, double>) {
    // derivatives: friction, if any, stops every small slip
    if (friction > 0.0) P -= (1.0 / inverse_mass) * u_t;
  }

  s.v += (1.0 / ball.mass) * P;
  s.w -= (ball.radius / ball.inertia) * cross(at.n, P);
  return s;
}

/// What Han2005 makes of the state after the impulse law.
template <class S>
StateOf<S> held_on_cloth(const CushionImpactOf<S>& at, const StateOf<S>& s, StateOf<S> after) {
  if (s.motion == Motion::airborne) return after;
  after.v.z = s.v.z;

  // held on the cloth it may still approach: nose and slate together stop it
  const Vec2Of<S> level = flat(at.n);
  const S approach = -dot(after.v, at.n);
  if (approach <= 0.0 || value_of(level) == Vec2{}) return after;
  const Vec2Of<S> push = (approach / dot(level, level)) * level;
  after.v += Vec3Of<S>{push.x, push.y, 0.0};
  return after;
}

/// `rebound_mathavan_2009`.
template <class S>
S measured_rebound(const S& approach) {
  const S v = min_of<S>(max_of<S>(approach, 0.28), 3.5);  // range of the measurements [m/s]
  return -0.0877 * v + 1.131 - 0.0953 / v;
}

}  // namespace cuelab
