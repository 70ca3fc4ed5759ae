#pragma once

#include <string>

#include "reproduce/break_fit.hpp"

namespace cuelab::reproduction {

/// Number of breaks of each kind in the experiment.
struct BreakSizes {
  std::size_t per_point;   ///< first-ball breaks per point of the fit
  std::size_t points;      ///< points of the fit whose second-ball breaks are simulated
  std::size_t per_second;  ///< second-ball breaks of each of them and each clearance
  std::size_t many;        ///< for the comparison of engines: event and hybrid
  std::size_t accurate;    ///< hybrid with the accurate integrator, with either cushions
  std::size_t smooth;
  std::size_t per_gap;
};
BreakSizes break_sizes(bool brief);

/// "80.5 (72.5 to 86.6)": a percentage with its 95 % interval.
std::string percent_text(std::size_t count, std::size_t trials);

/// The same first-ball breaks, drawn from the fit, by every engine: balls pocketed, spread, where
/// the cue ball stops.
void compare_engines(Lab& lab, const std::vector<FitPoint>& fit);
/// What gaps in the rack change.
void compare_gaps(Lab& lab, const std::vector<FitPoint>& fit);

}  // namespace cuelab::reproduction
