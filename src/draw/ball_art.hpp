#pragma once

#include "draw/look.hpp"
#include "draw/svg.hpp"
#include "draw/view.hpp"

namespace cuelab::draw {

/// Gradient shared by all balls, to be written inside <defs>.
void define_balls(Svg& svg);

/// One ball of radius `r` [px] at a point of the picture.
void draw_ball(Svg& svg, Vec2 at, double r, const BallLook& look);

/// Where moved balls started: faint.
void draw_starts(Svg& svg, const View& view, const Subject& subject);

/// Where all balls are at the end; fallen balls lie dim in their pockets.
void draw_ends(Svg& svg, const View& view, const Subject& subject);

/// A ball's radius in the picture, never too small to be seen [px].
double picture_radius(const View& view, const Ball& ball);

}  // namespace cuelab::draw
