#pragma once

#include <functional>
#include <string>
#include <vector>

#include "cuelab/multibody.hpp"
#include "cuelab/scene.hpp"

namespace cuelab::cli {

/// A finished run of any engine.
struct EngineRun {
  Trajectory trajectory;
  std::vector<Snapshot> snapshots;  ///< of the smooth engine, at the instants asked for
  double wall_seconds = 0.0;
};

struct EngineWishes {
  std::vector<double> at{};                ///< instants to be sampled, in any order [s]
  bool quiet = false;                      ///< no progress bar
  std::function<bool(double)> progress{};  ///< of slow engines, in place of the bar: told the
                                           ///< time now and then; false stops the run
};

/// Runs the engine the scene names. An error carries `file`.
Result<EngineRun> run_engine(const Scene& scene, const std::string& file,
                             const EngineWishes& wishes);

/// Exit code for an error of `run_engine`: bad input when it names a key that can be changed.
int exit_code_of(const Error& error);

}  // namespace cuelab::cli
