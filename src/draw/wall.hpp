#pragma once

#include "draw/svg.hpp"
#include "draw/view.hpp"

namespace cuelab::draw {

/// A light wall behind a system, with a faint grid.
void draw_wall(Svg& svg, const View& view);

/// A rectangle of the plane.
void draw_block(Svg& svg, const View& view, const Box& box, std::string_view fill,
                double rounding = 0.0);

}  // namespace cuelab::draw
