#pragma once

#include <cstddef>
#include <vector>

#include "cuelab/scene.hpp"
#include "cuelab/trajectory.hpp"

namespace cuelab::draw {

/// The kinds of events that are marked, each with its own glyph.
enum class Glyph { ball_ball, cushion, pocket, rolling, slate, floor };

struct Marked {
  std::size_t event;  ///< index in the trajectory
  Glyph glyph;
};

/// The events that leave a mark, in order. Of the smooth engine's contacts those of two balls and
/// with cushions where they begin, and landings on the cloth.
std::vector<Marked> marked_events(const Scene& scene, const Trajectory& trajectory);

}  // namespace cuelab::draw
