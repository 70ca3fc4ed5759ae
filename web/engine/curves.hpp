#pragma once

#include <cstdint>
#include <vector>

#include "cuelab/scene.hpp"
#include "cuelab/trajectory.hpp"

namespace cuelab::web {

/// Numbers per ball in a sample: position, velocity, spin, orientation w x y z, motion.
inline constexpr std::size_t sample_stride = 14;

/// All balls at t; at the end of the run and after it, the final states.
void sample_into(std::vector<double>& out, const Replay& replay, const Trajectory& trajectory,
                 double t);

/// A ball's path as points joined by straight lines.
struct PathPoints {
  std::vector<float> points;          ///< x, y, z, x, y, z, ... [m]
  std::vector<float> times;           ///< [s]
  std::vector<std::uint8_t> motions;  ///< of the segment that begins at each point
};

/// Points so close that the lines between them are within 1e-4 m of the path.
PathPoints path_of(const Replay& replay, std::size_t ball);

/// Total energy of the balls as t, E, t, E, ...: at the ends, on both sides of every event and
/// often enough in between for a curve [s, J].
std::vector<double> energy_curve(const Scene& scene, const Trajectory& trajectory,
                                 const Replay& replay);

}  // namespace cuelab::web
