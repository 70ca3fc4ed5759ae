#pragma once

#include "cuelab/ball.hpp"
#include "cuelab/table.hpp"
#include "fuzz/dice.hpp"

namespace cuelab::fuzz {

/// A table and the balls that are played on it.
struct Venue {
  Table table;
  BallSpec ball;
};

/// A preset, or a table made up: boxes, tables with six pockets of any figures, polygons, boxes
/// with free cushions, posts and holes.
Venue draw_venue(Dice& dice, Mode mode);

}  // namespace cuelab::fuzz
