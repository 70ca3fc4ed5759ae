#pragma once

#include "cuelab/multibody.hpp"
#include "smooth/layout.hpp"

namespace cuelab::smooth {

/// Energy stored in the springs and power dissipated by their dampers.
struct SpringSums {
  double energy = 0.0;        ///< elastic [J]
  double damper_power = 0.0;  ///< dissipated, never negative [W]
};

/// Adds the forces of the system's springs and dampers in the state y to the wrenches of the
/// bodies. A spring whose ends coincide has no direction and so no force.
SpringSums add_springs(const System& system, const double* y, Wrench* wrenches);

}  // namespace cuelab::smooth
