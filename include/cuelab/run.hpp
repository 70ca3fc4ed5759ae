#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <vector>

#include "cuelab/event_engine.hpp"
#include "cuelab/multibody.hpp"
#include "cuelab/result.hpp"
#include "cuelab/scene.hpp"
#include "cuelab/trajectory.hpp"

namespace cuelab {

/// Conditions that end a run early, with StopReason::early_stop; the first one met counts.
struct StopConditions {
  bool first_hit = false;                    ///< two balls touch
  bool first_pocketed = false;               ///< a ball falls into a pocket
  std::optional<std::uint32_t> at_rest{};    ///< this ball has stopped or left play after moving
  std::optional<std::size_t> event_count{};  ///< at least this many events have happened
};

struct RunOptions {
  std::optional<double> t_max{};            ///< overrides the scene's [s]
  std::optional<std::size_t> max_events{};  ///< overrides the scene's; reaching it is an error
  std::vector<double> at{};                 ///< times to sample, in any order [s]
  Record record = Record::everything;
  StopConditions stop{};
  /// Called periodically with the simulated time [s]; return false to stop.
  std::function<bool(double)> progress{};
};

struct RunResult {
  Trajectory trajectory{};
  std::vector<Snapshot> samples{};  ///< one per time of `at`, in that order
};

/// Executes the scene's shot, if any, and simulates it with the engine that the scene names. The
/// error says what is wrong with the scene or the options, or why the engine failed; a run that
/// reaches run.max_events has no result, either.
Result<RunResult> simulate(const Scene& scene, const RunOptions& options = {});

/// The engines that can run a scene.
std::span<const Engine> available_engines();

/// Why a valid scene cannot be simulated, if it cannot: one of its laws is not built yet.
std::optional<Error> unsupported_reason(const Scene& scene);

/// All balls at the given times, in that order: from `exact` if it has the time, from the final
/// states at and after the end of the run, otherwise from the pieces.
std::vector<Snapshot> samples_at(const Trajectory& trajectory, std::span<const double> at,
                                 std::span<const Snapshot> exact = {});

}  // namespace cuelab
