#pragma once

#include "draw/svg.hpp"
#include "draw/view.hpp"

namespace cuelab::draw {

/// A glyph at a point of the picture.
void draw_glyph(Svg& svg, Glyph glyph, Vec2 at);

/// Marks where balls start to roll, land or leave the table.
void draw_transitions(Svg& svg, const View& view, const Subject& subject);

/// Marks ball-ball, cushion and pocket events and numbers the first in order, clear of each other.
void draw_impacts(Svg& svg, const View& view, const Subject& subject);

}  // namespace cuelab::draw
