#pragma once

#include "cuelab/laws/ball_ball/pair.hpp"

namespace cuelab {

/// Input of a friction law in an impact.
struct Slip {
  double speed;         ///< of one surface over the other before the impact [m/s]
  double inverse_mass;  ///< tangential: change of that speed per impulse [1/kg]; 7/m for equal
                        ///< solid balls
  double J_n;           ///< normal impulse [N s]
};

/// Impact along n (unit, from a to b) with Newton's restitution and the impulse
/// `friction_impulse(Slip)` against the slip. For balls of any mass, radius and inertia.
template <class FrictionImpulse>
Pair rough_impact(double restitution, const PairSpec& spec, Pair pair, const Vec3& n,
                  FrictionImpulse friction_impulse) {
  auto& [a, b] = pair;

  // velocity of a's surface over b's at the contact, split into normal and tangential parts
  const Vec3 u = a.v - b.v + cross(spec.a.radius * a.w + spec.b.radius * b.w, n);
  const double u_n = dot(u, n);
  const Vec3 u_t = u - u_n * n;
  const double slip = norm(u_t);

  // normal impulse
  const double inverse_mass = 1.0 / spec.a.mass + 1.0 / spec.b.mass;
  const double J_n = (1.0 + restitution) * u_n / inverse_mass;
  a.v -= (J_n / spec.a.mass) * n;
  b.v += (J_n / spec.b.mass) * n;
  if (slip == 0.0) return pair;

  // tangential impulse
  const double tangential = inverse_mass + spec.a.radius * spec.a.radius / spec.a.inertia +
                            spec.b.radius * spec.b.radius / spec.b.inertia;
  const Vec3 impulse = (friction_impulse(Slip{slip, tangential, J_n}) / slip) * u_t;
  const Vec3 torque = cross(n, impulse);
  a.v -= (1.0 / spec.a.mass) * impulse;
  b.v += (1.0 / spec.b.mass) * impulse;
  a.w -= (spec.a.radius / spec.a.inertia) * torque;
  b.w -= (spec.b.radius / spec.b.inertia) * torque;
  return pair;
}

}  // namespace cuelab
