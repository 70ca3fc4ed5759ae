#pragma once

#include <span>
#include <string>
#include <vector>

#include "cuelab/multibody.hpp"
#include "cuelab/scene.hpp"
#include "cuelab/trajectory.hpp"

namespace cuelab::cli {

/// A finished run, to be printed by `cuelab simulate`.
struct RunSummary {
  const Scene& scene;
  const Trajectory& trajectory;
  std::string file;
  double wall_seconds = 0.0;
  bool verbose = false;                    ///< speeds and energies in the events table
  bool states = false;                     ///< the involved balls' states after every event
  std::span<const Snapshot> samples = {};  ///< states of all balls at chosen times
};

/// "stop at-rest at t = 6.19 s after 61 events, hash 0123456789abcdef" and a newline.
std::string stop_line(const Trajectory& trajectory);

/// Header, events, states, energy, cost and stop line.
std::string summary_text(const RunSummary& summary);

}  // namespace cuelab::cli
