#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "cuelab/noise.hpp"
#include "cuelab/result.hpp"
#include "cuelab/run.hpp"
#include "cuelab/scene.hpp"
#include "cuelab/scene_number.hpp"
#include "cuelab/sensitivity.hpp"
#include "cuelab/trajectory.hpp"

namespace cuelab {

/// What became of one run of a batch. Only `done` has results.
enum class ShotStatus : std::uint8_t {
  done,
  bad_scene,    ///< the scene is invalid or not supported
  bad_shot,     ///< the stroke names no ball of the scene, or a number is out of range
  miscue,       ///< the tip offset exceeds the cue's limit, perhaps by noise
  event_limit,  ///< run.max_events was reached
  failed,       ///< the engine gave up
  skipped       ///< the batch was cancelled before
};
std::string_view name_of(ShotStatus status);

/// What differs from stroke to stroke besides the stroke; what is empty does not differ. A stroke
/// for which the scene would be invalid has the status `bad_scene`.
struct Variations {
  /// Start positions: stroke * balls + ball [m]. A ball below z = 0 is out of play, for the event
  /// and the hybrid engine only; `final` of an earlier run can be used as it is.
  std::span<const Vec3> positions{};
  std::vector<SceneNumber> numbers{};  ///< not those of the shot
  std::span<const double> values{};    ///< stroke * numbers + number
};

struct BatchOptions {
  // what to compute; final states, pockets and times are always there
  bool events = false;
  std::vector<double> at{};                ///< times to sample the states at [s]
  std::vector<std::string> derivatives{};  ///< with respect to these numbers (event engine)
  bool margins = false;                    ///< of those numbers
  StopConditions stop{};
  Variations vary{};                        ///< only of strokes of one scene
  std::optional<double> t_max{};            ///< overrides the scenes' [s]
  std::optional<std::size_t> max_events{};  ///< overrides the scenes'

  // execution: every stroke is played `samples` times, each with its own errors
  Noise noise{};
  std::size_t samples = 1;
  std::uint64_t seed = 0;
  std::uint64_t first_shot = 0;        ///< number of the first stroke in the random numbers
  std::uint64_t first_sample = 0;      ///< number of the first sample, likewise
  bool common_random_numbers = false;  ///< sample k has the same errors for all strokes

  unsigned threads = 0;                       ///< 0: all cores; the results do not depend on it
  const std::atomic<bool>* cancel = nullptr;  ///< set it to skip what has not been started
};

/// One run of a batch while it is at hand.
struct ShotRun {
  std::size_t index = 0;  ///< stroke * samples + sample
  ShotStatus status = ShotStatus::done;
  const Scene& scene;            ///< with the shot as executed
  const Trajectory& trajectory;  ///< pieces only with times or derivatives; empty unless `done`
};
/// Called for every run, from several threads at the same time and in any order; must not throw.
using ShotVisitor = std::function<void(const ShotRun&)>;

/// An event of a batch.
struct BatchEvent {
  double t = 0.0;  ///< [s]
  EventType type = EventType::ball_ball;
  std::uint32_t ball = 0;
  Agent other{};
  friend bool operator==(const BatchEvent&, const BatchEvent&) = default;
};

/// Results in flat arrays. Run k has the balls first_ball[k] .. first_ball[k + 1] of arrays that
/// are per ball, and likewise for events. Values of runs that are not `done` are zero.
struct BatchResult {
  std::vector<ShotStatus> status{};       ///< per run
  std::vector<Shot> shots{};              ///< per run, as executed
  std::vector<double> t_end{};            ///< per run [s]
  std::vector<StopReason> stop{};         ///< per run
  std::vector<std::size_t> first_ball{};  ///< per run, and the end
  std::vector<BallState> final{};         ///< per ball
  std::vector<std::uint32_t> pocket{};    ///< per ball: index of the pocket, or `none`

  std::vector<std::size_t> first_event{};  ///< per run, and the end
  std::vector<BatchEvent> events{};

  std::size_t times = 0;             ///< number of sampled times
  std::vector<BallState> samples{};  ///< first_ball[k] * times + time * balls of the run + ball

  std::size_t columns = 0;               ///< number of derivatives
  std::vector<StateTangent> tangents{};  ///< of the final states: ball * columns + column
  std::vector<Undefined> undefined{};    ///< the same: why there is none
  std::vector<Margin> margins{};         ///< run * columns + column

  std::size_t size() const { return status.size(); }
};

/// Simulates strokes of one scene, whose own shot is ignored, from the scene's positions, on all
/// cores. Error if the scene or the options are wrong; what is wrong with single strokes is in
/// their status.
Result<BatchResult> simulate_strikes(const Scene& scene, std::span<const Shot> shots,
                                     const BatchOptions& options = {});

/// The same for scenes, each with its own shot. A wrong scene has the status `bad_scene`.
Result<BatchResult> simulate_scenes(std::span<const Scene> scenes,
                                    const BatchOptions& options = {});

/// Passes every run to `visit` instead of keeping it.
std::optional<Error> visit_strikes(const Scene& scene, std::span<const Shot> shots,
                                   const BatchOptions& options, const ShotVisitor& visit);
std::optional<Error> visit_scenes(std::span<const Scene> scenes, const BatchOptions& options,
                                  const ShotVisitor& visit);

/// Calls work(0) ... work(count - 1) on all cores, in any order; must not throw.
void on_all_cores(std::size_t count, const std::function<void(std::size_t)>& work);

}  // namespace cuelab
