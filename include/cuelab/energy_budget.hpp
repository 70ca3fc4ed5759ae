#pragma once

#include <string_view>
#include <vector>

#include "cuelab/scene.hpp"
#include "cuelab/trajectory.hpp"

namespace cuelab {

/// Energy lost to one cause.
struct EnergyLoss {
  std::string_view name;  ///< "cloth", "ball-ball impacts", "cushions", ...
  double energy = 0.0;    ///< [J]
};

/// Where the mechanical energy of a run went: initial = final + the sum of all losses, up to
/// rounding. Losses below 1e-9 of the initial energy are omitted.
struct EnergyBudget {
  double initial = 0.0;  ///< [J]
  double final = 0.0;    ///< [J]
  std::vector<EnergyLoss> losses;
};

/// The budget of a run of the event or stepped engine that recorded its pieces; see `energy_audit`.
EnergyBudget energy_budget(const Scene& scene, const Trajectory& trajectory);

}  // namespace cuelab
