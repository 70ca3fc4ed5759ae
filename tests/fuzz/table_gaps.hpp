#pragma once

#include "cuelab/table.hpp"
#include "fuzz/parabola.hpp"

namespace cuelab::fuzz {

/// A ball's way for a time, on the cloth or in the air.
struct Passage {
  Parabola path;
  double time = 0.0;
  double R = 0.0;
  bool airborne = false;
};

/// The least gap between the ball and a part of the table [m]; a large one where a look at the ends
/// shows that it stays clear. With line contact a nose is a line at its height and a jaw a circle,
/// filled for balls on the cloth; with plane contact both are walls without end. Exact up to
/// rounding, for circles in the air to 1e-10 m. Shares no code with the engine.
double least_gap(const Table& table, const Cushion& nose, const Passage& way);
double least_gap(const Table& table, const Jaw& jaw, const Passage& way);

/// Whether a ball on the cloth at this place is where no ball can come to lie: beyond the playing
/// area, and neither in the mouth of a pocket nor in front of one.
bool is_behind_cushions(const Table& table, Vec2 at, double R);

/// Whether cushions, jaws and pockets close the playing area off for balls of this radius.
bool is_closed(const Table& table, double R);

}  // namespace cuelab::fuzz
