#pragma once

#include <vector>

#include "cuelab/trajectory.hpp"

namespace cuelab::reproduction {

/// One contact of a smooth run, from its contact record and its two events.
struct Impact {
  double t = 0.0;               ///< when it begins [s]
  double duration = 0.0;        ///< [s]; 0 if it has not ended
  std::uint32_t ball = 0;       ///< index of the (first) ball
  Agent other{};                ///< what it touched
  double approach_speed = 0.0;  ///< [m/s]
  double depth = 0.0;           ///< [m]
  BallState before, after;      ///< of `ball`; `after` is unset if the contact has not ended
};

/// All contacts of a run; its trajectory must have recorded its pieces.
std::vector<Impact> impacts_of(const Trajectory& trajectory);

/// Those of one ball with one other agent.
std::vector<Impact> impacts_of(const Trajectory& trajectory, std::uint32_t ball, Agent other);
std::vector<Impact> impacts_of(const Trajectory& trajectory, std::uint32_t ball,
                               std::uint32_t other_ball);

/// n + 1 equally spaced times, both ends included [s].
std::vector<double> sample_times(double from, double to, std::size_t n);

}  // namespace cuelab::reproduction
