#pragma once

#include <cmath>
#include <limits>

namespace cuelab::smooth {

/// At a located contact change, the gap is at most this far past zero [m].
inline constexpr double location_tolerance = 1e-13;

/// When, between `before` and `after`, a gap changes so that `changed(gap)` holds: an instant just
/// after the change, or `before` if it holds there already. It must hold at `after`.
/// Secant steps that keep the root bracketed [Dowell and Jarratt's rule], bisection if they stall.
template <class GapAt, class Changed>
double locate_change(double before, double after, const GapAt& gap_at, const Changed& changed) {
  double gap_before = gap_at(before);
  double gap_after = gap_at(after);
  if (changed(gap_before)) return before;
  constexpr int most = 100;
  for (int i = 0; i < most && std::abs(gap_after) > location_tolerance; ++i) {
    const double width = after - before;
    if (width <= 2.0 * std::numeric_limits<double>::epsilon() * after) break;
    double t =
        i % 3 == 2 ? before + 0.5 * width : after - gap_after * width / (gap_after - gap_before);
    if (!(t > before && t < after)) t = before + 0.5 * width;
    if (!(t > before && t < after)) break;
    const double gap = gap_at(t);
    if (changed(gap)) {
      after = t;
      gap_after = gap;
      gap_before *= 0.5;
    } else {
      before = t;
      gap_before = gap;
      gap_after *= 0.5;
    }
  }
  return after;
}

}  // namespace cuelab::smooth
