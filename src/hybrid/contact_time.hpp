#pragma once

#include "math/elementary.hpp"

namespace cuelab::hybrid {

/// Slower impacts are the event engine's [m/s]. In contacts at this speed, which last about 1 ms,
/// friction on the cloth begins to matter as much as the impact.
inline constexpr double slowest_impact = 5e-3;

/// The same for balls above the cloth, which weight presses on others [m/s]; well above the speed
/// at which such contacts are left to the event engine again.
inline constexpr double slowest_impact_above_cloth = 4e-2;

/// Duration of an elastic impact [Hertz1882]: 3.2179 (m^2 / (K^2 v))^(1/5), with the effective mass
/// m [kg], the stiffness K [N/m^1.5] and the speed of approach v [m/s].
inline double contact_time(double mass, double stiffness, double speed) {
  const double m_per_k = mass / stiffness;
  return 3.2179 * fifth_root(m_per_k * m_per_k / speed);
}

/// How deep a ball of this weight [N] lies in a cloth of this stiffness [N/m^1.5].
inline double resting_depth(double weight, double stiffness) {
  const double root = cube_root(weight / stiffness);
  return root * root;
}

}  // namespace cuelab::hybrid
