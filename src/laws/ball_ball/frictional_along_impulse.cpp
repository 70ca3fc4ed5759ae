#include "cuelab/laws/ball_ball/frictional_along_impulse.hpp"

#include <algorithm>
#include <cmath>

#include "laws/ball_ball/rough_impact.hpp"
#include "math/elementary.hpp"

namespace cuelab {
namespace {

/// Below this, series are used, since the direct forms cancel. The first neglected term is of order
/// 12.
constexpr double small = 0.05;
constexpr int terms = 12;

/// (1 - e^-x) / x for x >= 0.
double decay_mean(double x) {
  if (x > small) return (1.0 - exp(-x)) / x;
  double sum = 1.0;
  for (int k = terms; k > 1; --k) sum = 1.0 - x / k * sum;
  return sum;
}

/// -ln(1 - z) / z for 0 <= z < 1.
double log_mean(double z) {
  if (z < small) {
    double sum = 0.0;
    for (int k = terms; k > 0; --k) sum = 1.0 / k + z * sum;
    return sum;
  }
  // y = -ln(1 - z) by Halley's method for e^-y = 1 - z: steps of at most 2, then cubic convergence
  constexpr int max_rounds = 40;
  constexpr double enough = 1e-6;
  const double x = 1.0 - z;
  double y = z * (6.0 - z) / (6.0 - 4.0 * z);  // Pade approximant
  for (int k = 0; k < max_rounds; ++k) {
    const double e = exp(-y);
    const double step = 2.0 * (e - x) / (e + x);
    y += step;
    if (std::abs(step) < enough) break;
  }
  return y / z;
}

}  // namespace

double friction_impulse(const BallFriction& friction, double slip, double inverse_mass,
                        double J_n) {
  const auto& [a, b, c] = friction;
  const double to_stop = slip / inverse_mass;
  if (b == 0.0 || c == 0.0) return std::min((a + b) * J_n, to_stop);

  // with x = c u if only a acted: u = (x + ln(1 - z)) / c, z = b / a (1 - e^(-k c a J)) e^-x
  const double reach = inverse_mass * c * J_n;
  const double x = c * slip - reach * a;
  if (x <= 0.0) return to_stop;
  const double more = b * exp(-x) * decay_mean(reach * a);
  const double z = reach * more;
  if (z >= 1.0) return to_stop;
  return std::min((a + more * log_mean(z)) * J_n, to_stop);
}

Pair resolve(const FrictionalAlongImpulse& law, const PairSpec& spec, const Pair& pair,
             const Vec3& n) {
  return rough_impact(law.restitution, spec, pair, n, [&](const Slip& slip) {
    return friction_impulse(law.friction, slip.speed, slip.inverse_mass, slip.J_n);
  });
}

}  // namespace cuelab
