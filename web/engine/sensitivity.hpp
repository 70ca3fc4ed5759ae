#pragma once

#include <string>

#include "cuelab/result.hpp"
#include "cuelab/scene.hpp"
#include "cuelab/trajectory.hpp"

namespace cuelab::web {

/// Derivatives of where the balls end, and margins, with respect to the strike, in JSON: those of
/// the parameters that have any. Error if the run has none.
Result<std::string> sensitivity_text(const Scene& scene, const Trajectory& trajectory);

}  // namespace cuelab::web
