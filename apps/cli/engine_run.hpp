#pragma once

#include <string>
#include <vector>

#include "cuelab/run.hpp"

namespace cuelab::cli {

/// A finished run with the time it took.
struct EngineRun {
  Trajectory trajectory;
  std::vector<Snapshot> samples;
  double wall_seconds = 0.0;
  double cpu_seconds = 0.0;  ///< processor time of the program
};

/// Runs the scene, with a progress bar unless `quiet` or the options have a progress callback.
/// Errors name `file`.
Result<EngineRun> run_engine(const Scene& scene, const std::string& file, RunOptions options,
                             bool quiet);

/// The value of `--t-max`; nothing if the option is omitted.
Result<std::optional<double>> parse_t_max(const std::string& text);

/// Exit code for an error of `run_engine`: bad input when it names a key that can be changed.
int exit_code_of(const Error& error);

}  // namespace cuelab::cli
