#pragma once

#include <optional>

#include "cuelab/trajectory.hpp"
#include "math/elementary.hpp"

namespace cuelab::shaping {

inline constexpr double degree = pi / 180.0;

/// Where a path comes closest to a point.
struct Approach {
  double distance = 0.0;  ///< signed: + when the point lies to the left of the path [m]
  double t = 0.0;
  Vec2 along{};     ///< derivative of the distance with respect to the position
  Vec2 velocity{};  ///< at that time
};

/// Closest approach of a ball's centre to a point between two times, seen from above. Only while
/// the ball is in play.
std::optional<Approach> closest_approach(const Trajectory& trajectory, std::uint32_t ball, Vec2 to,
                                         double from = 0.0, double until = 1e300);

/// The last direction in which a ball moved at or before t.
Vec2 heading_at(const Trajectory& trajectory, std::uint32_t ball, double t);

}  // namespace cuelab::shaping
