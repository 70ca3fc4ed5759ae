#pragma once

#include "cuelab/law_info.hpp"

namespace cuelab {

/// How a coefficient of restitution falls with the approach speed v along the normal:
///   e(v) = e_0 (1 - loss + loss / (1 + (v / speed)^4)).
/// It is e_0 for slow impacts, has lost half of `loss` at v = speed, and levels off at
/// e_0 (1 - loss). Always between 0 and e_0; with loss = 0 it is exactly e_0.
struct RestitutionFall {
  double loss = 0.0;   ///< part of e_0 that fast impacts lose, 0..1
  double speed = 3.0;  ///< approach speed at which half of it is lost [m/s]
  friend bool operator==(const RestitutionFall&, const RestitutionFall&) = default;
};

/// Ranges of the two. Some laws divide by the restitution, so part of it must remain.
inline constexpr Range loss_range{.min = 0.0, .max = 0.9};
inline constexpr Range loss_speed_range{.min = 0.01, .max = 1e3};  // [m/s]

/// e(v) for the restitution e_0 of slow impacts.
constexpr double restitution_at(double e_0, const RestitutionFall& fall, double v) {
  const double square = (v / fall.speed) * (v / fall.speed);
  return e_0 * (1.0 - fall.loss + fall.loss / (1.0 + square * square));
}

}  // namespace cuelab
