#pragma once

#include <cstdint>
#include <span>
#include <string>

#include "cuelab/scene.hpp"
#include "cuelab/shaping.hpp"
#include "cuelab/trajectory.hpp"

namespace cuelab {

/// The direction from which a table is seen. Other systems have a single view, from the front,
/// which is used for both.
enum class Viewpoint : std::uint8_t { top, side };

/// Top view as an SVG document: table, start positions, coloured paths, event marks.
std::string draw_top_view(const Scene& scene, const Trajectory& trajectory);

/// Side view as an SVG document, seen along y with x to the right and z up at the same scale: the
/// paths of balls that leave the cloth, zoomed to their flight.
std::string draw_side_view(const Scene& scene, const Trajectory& trajectory);

/// Speed, spin, energy, height and contact forces over time as an SVG document; curves that do not
/// apply are omitted.
std::string draw_curves(const Scene& scene, const Trajectory& trajectory);

/// A run and the name under which a comparison shows it.
struct NamedRun {
  std::string name;
  const Trajectory& trajectory;
};

/// Several runs of one scene on a pool table as an SVG document: their paths on one table, the
/// distances of their balls over time on a logarithmic axis, and the impacts of each.
std::string draw_comparison(const Scene& scene, std::span<const NamedRun> runs);

/// The solutions of a shaping problem side by side as an SVG document, with gates, targets and
/// obstacles; or its best miss.
std::string draw_shaped_shots(const std::string& title, const ShapingProblem& problem,
                              const ShapeResult& found);

/// A shot of the problem, and its success over aim and speed.
std::string draw_make_region(const std::string& title, const ShapingProblem& problem,
                             const Attempt& attempt, const MakeRegion& region);

/// A self-contained HTML page that replays the motion: no network, no other file.
std::string replay_page(const Scene& scene, const Trajectory& trajectory, Viewpoint viewpoint);

}  // namespace cuelab
