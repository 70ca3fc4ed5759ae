#pragma once

#include <vector>

#include "cuelab/table.hpp"

namespace cuelab::draw {

/// A corner of an outline and how the outline gets there.
struct Corner {
  Vec2 at;                 ///< [m]
  double arc = 0.0;        ///< radius of the arc that leads here, 0 for a straight line [m]
  bool clockwise = false;  ///< sense of that arc, seen from above
};

/// A cushion seen from above: facing, jaw, nose, jaw, facing; closed along the back.
struct RailShape {
  std::vector<Corner> front;
};

/// The parts of a table as solid cushions, and those that belong to none of them.
struct RailPlan {
  std::vector<RailShape> shapes;
  std::vector<Cushion> loose_cushions;
  std::vector<Jaw> loose_jaws;
};

/// Puts nose lines on the table's edge together with the jaws and facings that join them.
/// `depth` is the width of the rubber behind the nose [m].
RailPlan plan_rails(const Table& table, double depth);

}  // namespace cuelab::draw
