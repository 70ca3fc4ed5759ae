#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "draw/look.hpp"
#include "draw/svg.hpp"
#include "draw/view.hpp"

namespace cuelab::draw {

// a ball of radius 1, in its own axes: the band of a stripe is |y| < stripe_half, the disc with the
// label lies about +z and -z
inline constexpr double stripe_half = 0.6;
inline constexpr double label_disc = 0.56;  ///< its radius, seen along z
inline constexpr std::string_view cream_colour = "#f8f4e8";
inline constexpr std::string_view disc_colour = "#fffdf6";
inline constexpr std::string_view ink_colour = "#17171a";

/// A ball's label in the middle of a disc of radius `disc` [px] about the origin.
void draw_label_text(Svg& svg, double disc, const std::string& label, std::string_view colour);

/// Gradient shared by all balls, to be written inside <defs>.
void define_balls(Svg& svg);

/// One ball of radius `r` [px] at a point of the picture.
void draw_ball(Svg& svg, Vec2 at, double r, const BallLook& look);

/// Where moved balls started: faint.
void draw_starts(Svg& svg, const View& view, const Subject& subject);

/// How fallen balls are drawn, beside those that lie in the same pocket.
inline constexpr double fallen_opacity = 0.62;
inline constexpr double fallen_size = 0.85;  ///< of the radius

/// Shifts that lay the fallen balls of one pocket side by side [px], per ball.
std::vector<Vec2> shifts_in_pockets(const Subject& subject, const View& view);

/// Where all balls are at the end; fallen balls lie dim in their pockets.
void draw_ends(Svg& svg, const View& view, const Subject& subject);

/// A ball's radius in the picture, never too small to be seen [px].
double picture_radius(const View& view, const Ball& ball);

}  // namespace cuelab::draw
