#pragma once

#include "draw/svg.hpp"
#include "draw/view.hpp"

namespace cuelab::draw {

/// How a stretch of a path is drawn.
struct LineLook {
  std::string_view dashes;  ///< "none" is a solid line
  double width = 2.0;       ///< [px]
};

/// From above a dash per motion; from the side flight is thick and all else thin.
LineLook line_of(Motion motion, Sight sight);

/// The ways of all balls: exact parabolas, one line style per motion.
void draw_paths(Svg& svg, const View& view, const Subject& subject);

}  // namespace cuelab::draw
