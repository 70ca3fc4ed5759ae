#include <cmath>
#include <limits>

#include "math/elementary.hpp"
#include "scene/angles.hpp"

namespace cuelab {

double radians(double degrees) { return degrees * (pi / 180.0); }

double degrees(double angle) {
  // rounding loses a bit or two: search the neighbours for one that converts back to the same bits
  constexpr int neighbours = 4;
  constexpr double infinity = std::numeric_limits<double>::infinity();
  const double guess = angle * (180.0 / pi);
  double up = guess;
  double down = guess;
  for (int i = 0; i < neighbours; ++i) {
    if (radians(up) == angle) return up;
    if (radians(down) == angle) return down;
    up = std::nextafter(up, infinity);
    down = std::nextafter(down, -infinity);
  }
  return guess;
}

}  // namespace cuelab
