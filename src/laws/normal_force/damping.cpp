#include "laws/normal_force/damping.hpp"

#include <cmath>

#include "math/elementary.hpp"

namespace cuelab {
namespace {

// An impact m d'' = -K d^1.5 (1 + c d'/v) from d' = v to d' = -e v has the first integral
// c (1 + e) = ln((1 + c) / (1 - c e)). Call the left side 2 u and solve for c: then
//   c = u (1 + L)  and  e = (1 - L) / (1 + L)  with  L(u) = coth u - 1/u,
// the Langevin function, which rises from 0 at u = 0 to 1. No logarithm is left.

/// coth u - 1/u for u >= 0.
double langevin(double u) {
  if (u > 2.0) {
    const double q = exp(-2.0 * u);
    return (1.0 + q) / (1.0 - q) - 1.0 / u;
  }
  // continued fraction u / (3 + u^2 / (5 + u^2 / (7 + ...))): nothing cancels near 0
  double below = 25.0;
  for (double odd = 23.0; odd > 2.0; odd -= 2.0) below = odd + u * u / below;
  return u / below;
}

/// Beyond this u the exponential part of coth u is below the last bit, and c e = 1.
constexpr double saturated = 20.0;

/// Damping that gives exactly the restitution e.
double exact_factor(double e) {
  const double y = (1.0 - e) / (1.0 + e);
  if ((1.0 - y) * saturated < 1.0) return 1.0 / e;

  // Newton on L(u) = y, where L' = 1 - L^2 - 2 L / u; the start is within 5 % of the root
  double u = y * (3.0 - y * y) / (1.0 - y * y);
  for (int step = 0; u > 0.0 && step < 6; ++step) {
    const double L = langevin(u);
    u += (y - L) / (1.0 - L * L - 2.0 * L / u);
  }
  return 2.0 * u / (1.0 + e);
}

}  // namespace

double damping_factor(NormalLaw law, double restitution) {
  const double e = restitution;
  switch (law) {
    case NormalLaw::lankarani_nikravesh:
      return 0.75 * (1.0 - e * e);
    case NormalLaw::flores:
      return 8.0 * (1.0 - e) / (5.0 * e);
    case NormalLaw::hunt_crossley:
      return 1.5 * (1.0 - e);
    case NormalLaw::hu_guo:
      return 1.5 * (1.0 - e) / e;
    case NormalLaw::exact:
      return exact_factor(e);
    case NormalLaw::hertz:
    case NormalLaw::kuwabara_kono:
      break;
  }
  return 0.0;
}

double delivered_restitution(double c) {
  if (c > 2.0 * saturated) return 1.0 / c;
  // Newton on u (1 + L) = c, a convex function of u with slope (1 - L) (1 + u (1 + L)): from
  // u = c the steps go down to the root without passing it
  double u = c;
  for (int step = 0; step < 8; ++step) {
    const double L = langevin(u);
    const double reached = u * (1.0 + L);
    u -= (reached - c) / ((1.0 - L) * (1.0 + reached));
  }
  const double L = langevin(u);
  return (1.0 - L) / (1.0 + L);
}

}  // namespace cuelab
