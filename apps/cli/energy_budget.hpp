#pragma once

#include <string>
#include <vector>

#include "cuelab/scene.hpp"
#include "cuelab/trajectory.hpp"

namespace cuelab::cli {

struct EnergyLoss {
  std::string name;     ///< what took it
  double energy = 0.0;  ///< [J]
};

/// Where the energy of a run went. initial = final + all losses, up to rounding.
struct EnergyBudget {
  double initial = 0.0;  ///< [J]
  double final = 0.0;    ///< [J]
  std::vector<EnergyLoss> losses;
};

EnergyBudget energy_budget(const Scene& scene, const Trajectory& trajectory);

}  // namespace cuelab::cli
