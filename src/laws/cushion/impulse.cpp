#include "cuelab/laws/cushion/impulse.hpp"

#include <algorithm>

namespace cuelab {

BallState resolve(const ImpulseCushion& law, const CushionImpact& at, BallState s) {
  const BallSpec& ball = at.ball;
  const double u_n = dot(s.v, at.n);
  const Vec3 u_t = contact_velocity(at, s) - u_n * at.n;
  const double slip = norm(u_t);

  // impulses: normal by restitution; friction at most enough to stop the slip (2/7 m |u_t| for a
  // solid ball)
  const double P_n = -(1.0 + law.restitution) * ball.mass * u_n;
  const double inverse_mass = 1.0 / ball.mass + ball.radius * ball.radius / ball.inertia;
  const double P_t = std::min(law.friction * P_n, slip / inverse_mass);
  const Vec3 P = slip > 0.0 ? P_n * at.n - (P_t / slip) * u_t : P_n * at.n;

  s.v += (1.0 / ball.mass) * P;
  s.w -= (ball.radius / ball.inertia) * cross(at.n, P);
  return s;
}

}  // namespace cuelab
