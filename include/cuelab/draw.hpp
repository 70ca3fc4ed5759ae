#pragma once

#include <cstdint>
#include <string>

#include "cuelab/scene.hpp"
#include "cuelab/trajectory.hpp"

namespace cuelab {

/// From where a table is seen. Systems other than a table have one view of their own, from the
/// front, whatever is asked for.
enum class Sight : std::uint8_t { top, side };

/// Top view as an SVG document: table, start positions, coloured paths, event marks.
std::string draw_top_view(const Scene& scene, const Trajectory& trajectory);

/// Side view as an SVG document, seen along y with x to the right and z up at one scale: the paths
/// of balls that leave the cloth, zoomed to their flight.
std::string draw_side_view(const Scene& scene, const Trajectory& trajectory);

/// Speed, spin, energy, height and contact forces over time as an SVG document; what does not
/// apply is left out.
std::string draw_curves(const Scene& scene, const Trajectory& trajectory);

/// A page that plays the motion, with all it needs in it: no network, no other file.
std::string replay_page(const Scene& scene, const Trajectory& trajectory, Sight sight);

}  // namespace cuelab
