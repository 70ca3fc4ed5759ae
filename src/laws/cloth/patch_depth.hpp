#pragma once

#include <algorithm>
#include <cmath>

namespace cuelab {

/// Radius of the patch of a ball of radius R at a depth in the cloth [m]: that of the circle in
/// which Hertz's contact of this depth presses. A depth that is only rounding counts as 1 fm: slips
/// are divided by the radius.
inline double patch_radius_at(double R, double depth) {
  constexpr double least_depth = 1e-15;  // [m]
  return std::sqrt(R * std::max(depth, least_depth));
}

}  // namespace cuelab
