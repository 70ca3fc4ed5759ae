#pragma once

#include <string>

#include "draw/svg.hpp"
#include "draw/view.hpp"

namespace cuelab::draw {

inline constexpr double caption_height = 58.0;  ///< [px]

/// Scene name, time and counts above the picture, and a note after them.
void draw_caption(Svg& svg, const Subject& subject, double x, const std::string& note = "");

/// Lines, marks, balls and scale bar below the picture. Returns where it ends [px].
double draw_legend(Svg& svg, const View& view, const Subject& subject, const Box& room);

}  // namespace cuelab::draw
