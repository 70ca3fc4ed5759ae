#pragma once

#include <string>

#include "cuelab/scene.hpp"
#include "cuelab/trajectory.hpp"

namespace cuelab {

/// Top view as an SVG document: table, start positions, coloured paths, event marks.
std::string draw_top_view(const Scene& scene, const Trajectory& trajectory);

}  // namespace cuelab
