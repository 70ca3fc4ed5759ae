#pragma once

#include <algorithm>
#include <cmath>

#include "event/table_map.hpp"

namespace cuelab {

/// The smallest box around a path for a time.
struct Box {
  Vec2 low;
  Vec2 high;
};

/// Least and greatest value of one coordinate.
struct Span {
  double low, high;
};

inline Span range_of(double r, double v, double a, double window) {
  const double end = r + window * (v + window * a);
  Span range{std::min(r, end), std::max(r, end)};
  // a turning point on the way
  if (v * a < 0.0 && std::abs(v) < 2.0 * std::abs(a) * window) {
    const double turn = r - v * v / (4.0 * a);
    range = {std::min(range.low, turn), std::max(range.high, turn)};
  }
  return range;
}

inline Box box_of(const PlanarPath& path, double window) {
  const Span x = range_of(path.r.x, path.v.x, path.a.x, window);
  const Span y = range_of(path.r.y, path.v.y, path.a.y, window);
  return {{x.low, y.low}, {x.high, y.high}};
}

inline bool overlap(const Box& a, Vec2 low, Vec2 high) {
  return a.low.x <= high.x && a.high.x >= low.x && a.low.y <= high.y && a.high.y >= low.y;
}

}  // namespace cuelab
