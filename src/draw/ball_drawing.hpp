#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "cuelab/appearance.hpp"
#include "draw/svg.hpp"
#include "draw/view.hpp"

namespace cuelab::draw {

/// A ball's label in the middle of a disc of radius `disc` [px] about the origin.
void draw_label_text(Svg& svg, double disc, const std::string& label, std::string_view colour);

/// Gradient shared by all balls, to be written inside <defs>.
void define_balls(Svg& svg);

/// One ball of radius `r` [px] at a point of the picture.
void draw_ball(Svg& svg, Vec2 at, double r, const BallColours& colours);

/// Start positions of balls that move, faint.
void draw_starts(Svg& svg, const View& view, const Subject& subject);

/// How pocketed balls are drawn, next to others in the same pocket.
inline constexpr double pocketed_opacity = 0.62;
inline constexpr double pocketed_size = 0.85;  ///< of the radius

/// Per ball, the shift that places the balls in one pocket side by side [px].
std::vector<Vec2> pocket_shifts(const Subject& subject, const View& view);

/// Final positions of all balls; pocketed balls are dimmed.
void draw_ends(Svg& svg, const View& view, const Subject& subject);

/// A ball's radius in the picture, at least large enough to be visible [px].
double picture_radius(const View& view, const Ball& ball);

}  // namespace cuelab::draw
