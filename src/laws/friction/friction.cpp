#include "cuelab/laws/friction/friction.hpp"

#include "laws/friction/over_slip.hpp"
#include "math/elementary.hpp"

namespace cuelab {
namespace {

/// (1 - e^-x) / x for x >= 0.
double decayed_over(double x) {
  if (x > 0.015625) return (1.0 - exp(-x)) / x;
  // Taylor series, since the difference cancels; the first neglected term is below 6e-18
  double sum = 1.0;
  for (double k = 7.0; k > 1.0; k -= 1.0) sum = 1.0 - x / k * sum;
  return sum;
}

/// Fraction of full friction: linear below v0, 1 above.
double share(double slip, double v0) { return slip < v0 ? slip / v0 : 1.0; }

double coefficient(const NoFriction&, double) { return 0.0; }

double coefficient(const RegularisedCoulomb& law, double slip) {
  return slip > 0.0 ? law.coefficient * share(slip, law.v0) : 0.0;
}

/// 1 - e^-3: the fraction of mu that Threlfall's curve reaches.
constexpr double threlfall_share = 0.95021293163213605702;

double coefficient(const Threlfall& law, double slip) {
  if (slip >= law.v0) return slip > 0.0 ? law.coefficient * threlfall_share : 0.0;
  const double x = 3.0 * slip / law.v0;
  return law.coefficient * x * decayed_over(x);
}

double coefficient(const Ambrosio& law, double slip) {
  if (slip <= law.v0) return 0.0;
  if (slip >= law.v1) return law.coefficient;
  return law.coefficient * (slip - law.v0) / (law.v1 - law.v0);
}

/// Without the linear fall to zero below v0 [AlciatoreTPA14].
double full_coefficient(const Alciatore& law, double slip) {
  return law.a + law.b * exp(-law.c * slip);
}

double coefficient(const Alciatore& law, double slip) {
  return slip > 0.0 ? full_coefficient(law, slip) * share(slip, law.v0) : 0.0;
}

}  // namespace

double friction_coefficient(const FrictionLaw& law, double slip) {
  return std::visit([slip](const auto& one) { return coefficient(one, slip); }, law);
}

double over_slip(const Threlfall& law, double slip) {
  if (slip >= law.v0) return slip > 0.0 ? law.coefficient * threlfall_share / slip : 0.0;
  return law.coefficient * decayed_over(3.0 * slip / law.v0) * 3.0 / law.v0;
}

double over_slip(const Alciatore& law, double slip) {
  const double s = std::max(slip, law.v0);
  return s > 0.0 ? full_coefficient(law, slip) / s : 0.0;
}

}  // namespace cuelab
