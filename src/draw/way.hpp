#pragma once

#include <vector>

#include "cuelab/trajectory.hpp"

namespace cuelab::draw {

/// One stretch of a ball's way over the cloth: a parabola, or a point.
struct Stretch {
  Vec2 from;
  Vec2 control;  ///< of the quadratic Bezier curve that is the parabola
  Vec2 to;
  Motion motion = Motion::stationary;
};

/// Farther from the true way a curve made of cubic pieces is not drawn [m].
inline constexpr double way_tolerance = 1e-4;

/// The way of one ball where it moves. Parabolic pieces are drawn as they are. Cubic pieces become
/// as few parabolas as the tolerance allows, and what is too short to be seen as a motion of its
/// own is drawn like the motion before.
std::vector<Stretch> way_of(const std::vector<Piece>& pieces, double t_end);

}  // namespace cuelab::draw
