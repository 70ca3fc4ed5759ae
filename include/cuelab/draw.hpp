#pragma once

#include <string>

#include "cuelab/scene.hpp"
#include "cuelab/trajectory.hpp"

namespace cuelab {

/// Top view as an SVG document: table, start positions, coloured paths, event marks.
std::string draw_top_view(const Scene& scene, const Trajectory& trajectory);

/// Side view as an SVG document, seen along y with x to the right and z up at one scale: the paths
/// of balls that leave the cloth, zoomed to their flight.
std::string draw_side_view(const Scene& scene, const Trajectory& trajectory);

}  // namespace cuelab
