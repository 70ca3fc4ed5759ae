#pragma once

#include <algorithm>
#include <variant>

#include "cuelab/laws/friction/friction.hpp"
#include "math/elementary.hpp"
#include "math/lanes.hpp"

namespace cuelab {

/// mu / max(s, v0); with v0 = 0 there is no friction at rest.
inline double over_slip(const RegularisedCoulomb& law, double slip) {
  const double s = std::max(slip, law.v0);
  return s > 0.0 ? law.coefficient / s : 0.0;
}

/// mu(s) / s. With v1 <= v0 the ramp is a step at v0, and v0 itself lies below it.
inline double over_slip(const Ambrosio& law, double slip) {
  if (slip <= law.v0) return 0.0;
  if (slip >= law.v1) return law.coefficient / slip;
  return law.coefficient * (slip - law.v0) / ((law.v1 - law.v0) * slip);
}

double over_slip(const Threlfall& law, double slip);
double over_slip(const Alciatore& law, double slip);

/// Coefficient of friction divided by slip speed [s/m], finite at slip 0: the force is minus this
/// times the normal force times the slip velocity, so no direction is needed at rest.
inline double friction_over_slip(const FrictionLaw& law, double slip) {
  if (const auto* ambrosio = std::get_if<Ambrosio>(&law)) return over_slip(*ambrosio, slip);
  if (const auto* coulomb = std::get_if<RegularisedCoulomb>(&law)) return over_slip(*coulomb, slip);
  if (const auto* alciatore = std::get_if<Alciatore>(&law)) return over_slip(*alciatore, slip);
  if (const auto* threlfall = std::get_if<Threlfall>(&law)) return over_slip(*threlfall, slip);
  return 0.0;
}

/// The same for four slip speeds.
inline Lanes over_slip(const Ambrosio& law, Lanes slip) {
  const Lanes full = law.coefficient / slip;
  const Lanes ramp = law.coefficient * (slip - law.v0) / ((law.v1 - law.v0) * slip);
  return select(slip <= splat(law.v0), splat(0.0), select(slip >= splat(law.v1), full, ramp));
}
/// mu(s) / max(s, v0).
inline Lanes over_slip(const Alciatore& law, Lanes slip) {
  const Lanes s = max(slip, splat(law.v0));
  const Lanes mu = law.a + law.b * exp(-law.c * slip);
  return select(s > splat(0.0), mu / s, splat(0.0));
}
inline Lanes friction_over_slip(const FrictionLaw& law, Lanes slip) {
  if (const auto* ambrosio = std::get_if<Ambrosio>(&law)) return over_slip(*ambrosio, slip);
  if (const auto* alciatore = std::get_if<Alciatore>(&law)) return over_slip(*alciatore, slip);
  return Lanes{friction_over_slip(law, slip[0]), friction_over_slip(law, slip[1]),
               friction_over_slip(law, slip[2]), friction_over_slip(law, slip[3])};
}

}  // namespace cuelab
