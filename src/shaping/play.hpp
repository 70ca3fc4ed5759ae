#pragma once

#include <span>
#include <vector>

#include "cuelab/event_engine.hpp"
#include "cuelab/shaping.hpp"
#include "strike/stroke.hpp"

namespace cuelab::shaping {

/// How a problem's scene is started.
struct Play {
  Shot shot{};
  BallStart start{};
};

/// With the unknowns set.
Play play_of(const ShapingProblem& problem, std::span<const double> x);

/// As executed. A ball that is not struck has errors of speed and direction only.
Play executed(const ShapingProblem& problem, const Play& play, const Noise& noise,
              const Draw& draw);

/// The start of a ball in its scene.
BallState state_of(const BallStart& start, const Ball& ball);

/// Plays one problem again and again, reusing engine and memory. A run does not depend on the runs
/// before it. The problem must outlive it.
class Player {
 public:
  explicit Player(const ShapingProblem& problem);

  /// Plays until events have decided all goals, if they do, and judges; `x` stays empty and the
  /// run is in `trajectory`.
  Attempt play(const Play& play);
  /// Only whether all goals are reached.
  bool succeeds(const Play& play);
  const Trajectory& trajectory() const { return trajectory_; }

 private:
  void begin(const Play& play, Record record);

  const ShapingProblem& problem_;
  EventEngine engine_;
  Lie lie_{};
  std::vector<BallState> resting_{};
  std::vector<BallState> start_{};
  Trajectory trajectory_{};
};

/// What the goals say to a run.
Attempt judged(const ShapingProblem& problem, const Trajectory& trajectory);

/// What stands for a stroke whose tip offset exceeds the limit by so much.
Attempt miscue(double excess);

}  // namespace cuelab::shaping
