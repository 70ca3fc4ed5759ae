#pragma once

#include <optional>
#include <vector>

#include "cuelab/batch.hpp"
#include "cuelab/hybrid.hpp"
#include "strike/stroke.hpp"

namespace cuelab::study {

/// Runs strokes of one scene, one after another, reusing engine and memory. A run's result does not
/// depend on the runs before it.
class ShotRunner {
 public:
  /// The scene must be valid. Without a shot of its own a scene can still run without a stroke.
  ShotRunner(const Scene& scene, const BatchOptions& options);

  /// Plays the stroke, or lets the balls go as they are. The result is in `scene` and `trajectory`.
  ShotStatus run(const std::optional<Shot>& shot);

  const Scene& scene() const { return scene_; }
  const Trajectory& trajectory() const { return trajectory_; }

 private:
  template <class EventOrHybridEngine>
  void run_by_events(EventOrHybridEngine& engine);
  ShotStatus run_other();

  const BatchOptions& options_;
  Scene scene_;
  Record record_ = Record::outcome;
  std::optional<EventEngine> event_{};
  std::optional<HybridEngine> hybrid_{};
  std::vector<Lie> lies_{};
  std::vector<BallState> resting_{};
  std::vector<BallState> start_{};
  Trajectory trajectory_{};
};

}  // namespace cuelab::study
