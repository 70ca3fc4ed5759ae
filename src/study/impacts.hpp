#pragma once

#include <vector>

#include "cuelab/trajectory.hpp"

namespace cuelab::study {

/// One contact of a smooth run with what its two events know.
struct Impact {
  double t = 0.0;               ///< of its begin [s]
  double duration = 0.0;        ///< [s]; 0 while it lasts
  std::uint32_t ball = 0;       ///< index of the (first) ball
  std::uint32_t other = none;   ///< the second, or number of balls + part of the table
  double approach_speed = 0.0;  ///< [m/s]
  double depth = 0.0;           ///< [m]
  BallState before, after;      ///< of `ball`; `after` of a contact that lasts is not set
};

/// All contacts of a run that kept its pieces.
std::vector<Impact> impacts_of(const Trajectory& trajectory);

/// Those of one pair.
std::vector<Impact> impacts_of(const Trajectory& trajectory, std::uint32_t ball,
                               std::uint32_t other);

/// n + 1 instants from 0 to the end [s].
std::vector<double> instants(double end, std::size_t n);

}  // namespace cuelab::study
