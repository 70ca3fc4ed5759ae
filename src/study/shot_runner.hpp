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

  /// Changes the scene to that of a stroke, by `vary` of the options. Returns false if it is
  /// invalid.
  bool change_to(std::size_t stroke);

  /// Plays the stroke, or lets the balls go as they are. The result is in `scene` and `trajectory`.
  ShotStatus run(const std::optional<Shot>& shot);

  const Scene& scene() const { return scene_; }
  const Trajectory& trajectory() const { return trajectory_; }

 private:
  template <class EventOrHybridEngine>
  void run_by_events(EventOrHybridEngine& engine);
  ShotStatus run_other();
  void make_engine();
  void lie_down();
  bool vary_scene(std::size_t stroke);

  const BatchOptions& options_;
  Scene scene_;
  Scene in_play_{};  ///< the same without the balls out of play, if there are any
  Record record_ = Record::outcome;
  std::optional<EventEngine> event_{};
  std::optional<HybridEngine> hybrid_{};
  std::vector<Lie> lies_{};
  std::vector<BallState> resting_{};
  std::vector<BallState> start_{};
  Trajectory trajectory_{};
  std::optional<std::size_t> current_{};  ///< the stroke to which the scene was changed
  bool is_valid_ = true;
};

}  // namespace cuelab::study
