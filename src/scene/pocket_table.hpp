#pragma once

#include "cuelab/table.hpp"

namespace cuelab {

/// The published dimensions of one kind of pocket. Lengths in metres, angles in degrees.
struct PocketSpec {
  double mouth;         ///< between the virtual points where nose and facing lines meet [m]
  double cut;           ///< angle between nose and facing inside the cushion [deg]
  double jaw_radius;    ///< of the rounding between nose and facing [m]
  double shelf;         ///< from the mouth line to the front edge of the hole [m]
  double hole_radius;   ///< [m]
  double facing_depth;  ///< how far behind the nose line the facing ends [m]
};

/// The published dimensions of a table with six pockets.
struct PocketTableSpec {
  double length;          ///< of the playing area, nose to nose [m]
  double width;           ///< [m]
  double cushion_height;  ///< of the nose above the cloth [m]
  PocketSpec corner;
  PocketSpec side;
};

/// Noses, facings, jaws and holes of a table with six pockets; the caller adds the spots.
///
/// Nose and facing lines meet at a virtual point: at a corner M/sqrt(2) from the corner of the
/// playing area along both rails, at a side pocket M/2 from its middle. There the facing turns
/// away from the nose by 180 - C degrees. A jaw of radius r touches both at r/tan(C/2) from the
/// virtual point. The hole's front edge lies one shelf behind the line between the two points.
Table pocket_table(const PocketTableSpec& spec);

}  // namespace cuelab
