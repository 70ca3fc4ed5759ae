#pragma once

#include <string_view>
#include <vector>

#include "cuelab/draw.hpp"
#include "cuelab/trajectory.hpp"

namespace cuelab::draw {

class Svg;
struct View;
struct Subject;

/// One segment of a ball's path in the plane of the picture: a parabola, or a point.
struct PathSegment {
  Vec2 from;
  Vec2 control;  ///< of the quadratic Bezier curve that is the parabola
  Vec2 to;
  Motion motion = Motion::stationary;
};

/// Largest distance between the drawn and the true path of cubic pieces [m].
inline constexpr double path_tolerance = 1e-4;

/// The path of one ball while it moves. Parabolic pieces are kept exactly. Cubic pieces are merged
/// into as few parabolas as the tolerance allows; a motion too short to be visible takes the line
/// style of the motion before it.
std::vector<PathSegment> path_of(const std::vector<Piece>& pieces, double t_end);

/// How a path segment is drawn.
struct LineStyle {
  std::string_view dashes;  ///< "none" is a solid line
  double width = 2.0;       ///< [px]
};

/// From above, each motion has its own dash pattern; from the side, flight is thick, the rest thin.
LineStyle line_style(Motion motion, Viewpoint viewpoint);

/// The paths of all balls: exact parabolas, one line style per motion.
void draw_paths(Svg& svg, const View& view, const Subject& subject);

}  // namespace cuelab::draw
