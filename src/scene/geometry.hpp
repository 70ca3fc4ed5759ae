#pragma once

#include "cuelab/scene.hpp"

namespace cuelab {

/// Horizontal distance from a cushion's nose at which a ball with its centre at height z touches it
/// [m]; negative if it passes over or under the nose.
double touching_distance(const Table& table, const BallSpec& ball, double z);

/// Overlap of two balls; negative: minus their gap [m].
double overlap(const Ball& a, const Ball& b);

/// Overlap of a ball with a cushion or jaw; negative if they do not touch [m].
double depth_in(const Cushion& cushion, const Table& table, const Ball& ball);
double depth_in(const Jaw& jaw, const Table& table, const Ball& ball);

/// Whether a ball's centre is over the playing area or near a pocket. True on a table without
/// bounds.
bool on_table(const Table& table, const Ball& ball);

/// Whether there is cloth below a ball: the playing area or the mouth of a pocket. True on a table
/// without bounds.
bool on_cloth(const Table& table, const Ball& ball);

/// Whether a place outside the playing area is cloth before the hole of a pocket, at most this far
/// from its edge [m]: on the table's side of it and not behind a cushion.
bool is_in_mouth(const Table& table, const Pocket& pocket, Vec2 at, double depth);

/// The cushion behind which a place outside the playing area lies: between it and the playing area,
/// or between it and the centre of the pocket nearest to it. Null if there is none.
const Cushion* cushion_in_front(const Table& table, Vec2 at);

/// Whether an end of a cushion lies on the surface of a jaw, which closes it.
bool ends_in_jaw(const Table& table, Vec2 end);

/// A cushion end this close to a jaw's surface is part of the jaw [m].
inline constexpr double joined_to_jaw = 1e-6;

}  // namespace cuelab
