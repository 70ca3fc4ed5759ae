#pragma once

#include "cuelab/scene.hpp"

namespace cuelab {

/// Horizontal distance from a cushion's nose at which a ball with its centre at height z touches
/// it [m]; below zero when it passes over or under the nose.
double touching_distance(const Table& table, const BallSpec& ball, double z);

/// How deep two balls overlap; below zero is the gap between them [m].
double overlap(const Ball& a, const Ball& b);

/// How deep a ball is in a cushion or jaw; below zero when it is clear of it [m].
double depth_in(const Cushion& cushion, const Table& table, const Ball& ball);
double depth_in(const Jaw& jaw, const Table& table, const Ball& ball);

/// Whether a ball's centre is over the playing area, or beyond its edge no farther than the mouth
/// of a pocket reaches. True on a table without bounds.
bool on_table(const Table& table, const Ball& ball);

/// Whether an end of a cushion lies in a jaw or a pocket, so that no ball can get behind it.
bool is_closed(const Table& table, Vec2 end);

/// A cushion end this close to a jaw's surface is part of the jaw [m].
inline constexpr double joined_to_jaw = 1e-6;

}  // namespace cuelab
