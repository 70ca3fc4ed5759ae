#pragma once

#include "draw/svg.hpp"
#include "draw/view.hpp"

namespace cuelab::draw {

/// How a stretch of a path is dashed; "" is a solid line.
std::string_view dashes_of(Motion motion);

/// The ways of all balls: exact parabolas, one line style per motion.
void draw_paths(Svg& svg, const View& view, const Subject& subject);

}  // namespace cuelab::draw
