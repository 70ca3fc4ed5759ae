#include "laws/ball_ball/frictional.hpp"

#include <algorithm>

#include "math/elementary.hpp"

namespace cuelab {

double friction_at(const BallFriction& friction, double slip) {
  if (friction.b == 0.0) return friction.a;
  return friction.a + friction.b * exp(-friction.c * slip);
}

Pair resolve(const Frictional& law, const PairSpec& spec, Pair pair, const Vec3& n) {
  auto& [a, b] = pair;

  // velocity of a's surface over b's at the contact, split along n and across it
  const Vec3 u = a.v - b.v + cross(spec.a.radius * a.w + spec.b.radius * b.w, n);
  const double u_n = dot(u, n);
  const Vec3 u_t = u - u_n * n;
  const double slip = norm(u_t);

  // normal impulse: Newton's restitution
  const double inverse_mass = 1.0 / spec.a.mass + 1.0 / spec.b.mass;
  const double J_n = (1.0 + law.restitution) * u_n / inverse_mass;
  a.v -= (J_n / spec.a.mass) * n;
  b.v += (J_n / spec.b.mass) * n;
  if (slip == 0.0) return pair;

  // tangential impulse: Coulomb's limit, or just enough to stop the slip (m |u_t| / 7 for equal
  // solid balls)
  const double compliance = inverse_mass + spec.a.radius * spec.a.radius / spec.a.inertia +
                            spec.b.radius * spec.b.radius / spec.b.inertia;
  const double J_t = std::min(friction_at(law.friction, slip) * J_n, slip / compliance);
  const Vec3 impulse = (J_t / slip) * u_t;
  const Vec3 torque = cross(n, impulse);
  a.v -= (1.0 / spec.a.mass) * impulse;
  b.v += (1.0 / spec.b.mass) * impulse;
  a.w -= (spec.a.radius / spec.a.inertia) * torque;
  b.w -= (spec.b.radius / spec.b.inertia) * torque;
  return pair;
}

}  // namespace cuelab
