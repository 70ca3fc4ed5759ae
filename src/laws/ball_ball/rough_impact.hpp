#pragma once

#include <cmath>
#include <type_traits>

#include "cuelab/laws/ball_ball/friction.hpp"
#include "laws/scalar.hpp"
#include "math/elementary.hpp"

namespace cuelab {

// The laws of impacts whose slip keeps its direction, in any scalar type.

/// Input of a friction law in an impact.
template <class S>
struct SlipOf {
  S speed;              ///< of one surface over the other before the impact [m/s]
  double inverse_mass;  ///< tangential: change of that speed per impulse [1/kg]; 7/m for equal
                        ///< solid balls
  S J_n;                ///< normal impulse [N s]
};

/// Impact along n (unit, from a to b) without friction: Newton's restitution, spins unchanged.
template <class S>
PairOf<S> smooth_impact(double restitution, const PairSpec& spec, PairOf<S> pair,
                        const Vec3Of<S>& n) {
  const double m_a = spec.a.mass;
  const double m_b = spec.b.mass;
  const S approach = dot(pair.a.v - pair.b.v, n);
  const S J = (1.0 + restitution) * (m_a * m_b / (m_a + m_b)) * approach;
  pair.a.v -= (J / m_a) * n;
  pair.b.v += (J / m_b) * n;
  return pair;
}

/// Impact along n (unit, from a to b) with Newton's restitution and the impulse
/// `friction_impulse(SlipOf<S>)` against the slip. For balls of any mass, radius and inertia.
template <class S, class FrictionImpulse>
PairOf<S> rough_impact(double restitution, const PairSpec& spec, PairOf<S> pair, const Vec3Of<S>& n,
                       FrictionImpulse friction_impulse) {
  auto& [a, b] = pair;

  // velocity of a's surface over b's at the contact, split into normal and tangential parts
  const Vec3Of<S> u = a.v - b.v + cross(spec.a.radius * a.w + spec.b.radius * b.w, n);
  const S u_n = dot(u, n);
  const Vec3Of<S> u_t = u - u_n * n;

  // normal impulse
  const double inverse_mass = 1.0 / spec.a.mass + 1.0 / spec.b.mass;
  const S J_n = (1.0 + restitution) * u_n / inverse_mass;
  a.v -= (J_n / spec.a.mass) * n;
  b.v += (J_n / spec.b.mass) * n;
  const double tangential = inverse_mass + spec.a.radius * spec.a.radius / spec.a.inertia +
                            spec.b.radius * spec.b.radius / spec.b.inertia;

  // tangential impulse; derivatives at slip 0: friction, if any, stops every small slip
  S per_slip{};
  if (dot(value_of(u_t), value_of(u_t)) > 0.0) {
    const S slip = norm(u_t);
    per_slip = friction_impulse(SlipOf<S>{slip, tangential, J_n}) / slip;
  } else {
    if constexpr (std::is_same_v<S, double>) return pair;
    if (!(value_of(friction_impulse(SlipOf<S>{1e-9, tangential, J_n})) > 0.0)) return pair;
    per_slip = 1.0 / tangential;
  }
  const Vec3Of<S> impulse = per_slip * u_t;
  const Vec3Of<S> torque = cross(n, impulse);
  a.v -= (1.0 / spec.a.mass) * impulse;
  b.v += (1.0 / spec.b.mass) * impulse;
  a.w -= (spec.a.radius / spec.a.inertia) * torque;
  b.w -= (spec.b.radius / spec.b.inertia) * torque;
  return pair;
}

/// mu J_n, at most enough to stop the slip; mu that of the initial slip.
template <class S>
S coulomb_impulse(const BallFriction& friction, const SlipOf<S>& slip) {
  S mu(friction.a);
  if (friction.b != 0.0) mu = friction.a + friction.b * exp(-friction.c * slip.speed);
  return min_of<S>(mu * slip.J_n, slip.speed / slip.inverse_mass);
}

/// Below this, series are used, since the direct forms cancel. The first neglected term is of order
/// 12.
inline constexpr double small_decay = 0.05;
inline constexpr int decay_terms = 12;

/// (1 - e^-x) / x for x >= 0.
template <class S>
S decay_mean(const S& x) {
  if (x > small_decay) return (1.0 - exp(-x)) / x;
  S sum(1.0);
  for (int k = decay_terms; k > 1; --k) sum = 1.0 - x / k * sum;
  return sum;
}

/// -ln(1 - z) / z for 0 <= z < 1.
template <class S>
S log_mean(const S& z) {
  if (z < small_decay) {
    S sum(0.0);
    for (int k = decay_terms; k > 0; --k) sum = 1.0 / k + z * sum;
    return sum;
  }
  // y = -ln(1 - z) by Halley's method for e^-y = 1 - z: steps of at most 2, then cubic convergence
  constexpr int max_rounds = 40;
  constexpr double enough = 1e-6;
  const double x = 1.0 - value_of(z);
  double y = value_of(z) * (6.0 - value_of(z)) / (6.0 - 4.0 * value_of(z));  // Pade approximant
  for (int k = 0; k < max_rounds; ++k) {
    const double e = exp(-y);
    const double step = 2.0 * (e - x) / (e + x);
    y += step;
    if (std::abs(step) < enough) break;
  }
  if constexpr (std::is_same_v<S, double>) {
    return y / z;
  } else {
    return S::chain(y, 1.0 / x, z) / z;
  }
}

/// `friction_impulse` of FrictionalAlongImpulse.
template <class S>
S impulse_along(const BallFriction& friction, const SlipOf<S>& slip) {
  const auto& [a, b, c] = friction;
  const S to_stop = slip.speed / slip.inverse_mass;
  if (b == 0.0 || c == 0.0) return min_of<S>((a + b) * slip.J_n, to_stop);

  // with x = c u if only a acted: u = (x + ln(1 - z)) / c, z = b / a (1 - e^(-k c a J)) e^-x
  const S reach = slip.inverse_mass * c * slip.J_n;
  const S x = c * slip.speed - reach * a;
  if (x <= 0.0) return to_stop;
  const S more = b * exp(-x) * decay_mean<S>(reach * a);
  const S z = reach * more;
  if (z >= 1.0) return to_stop;
  return min_of<S>((a + more * log_mean<S>(z)) * slip.J_n, to_stop);
}

}  // namespace cuelab
