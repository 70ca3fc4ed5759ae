#include "study/shot_runner.hpp"

#include <cmath>
#include <utility>

#include "cuelab/laws/slate/bounce.hpp"
#include "run/stop_check.hpp"

namespace cuelab::study {
namespace {

ShotStatus status_of(const Shot& shot, const Scene& scene) {
  if (shot.ball >= scene.balls.size()) return ShotStatus::bad_shot;
  // the ranges of scene files; headings may exceed a turn by noise
  constexpr double fastest = 100.0, quarter_turn = 1.57079632679489662, most_turning = 1e3;
  const bool in_range = shot.speed >= 0.0 && shot.speed <= fastest && std::isfinite(shot.side) &&
                        std::isfinite(shot.height) && shot.elevation >= 0.0 &&
                        shot.elevation <= quarter_turn && std::abs(shot.heading) <= most_turning;
  if (!in_range) return ShotStatus::bad_shot;
  const double offset = std::sqrt(shot.side * shot.side + shot.height * shot.height);
  return offset > scene.cue.miscue ? ShotStatus::miscue : ShotStatus::done;
}

}  // namespace

ShotRunner::ShotRunner(const Scene& scene, const BatchOptions& options)
    : options_(options), scene_(scene) {
  scene_.run.t_max = options.t_max.value_or(scene.run.t_max);
  scene_.run.max_events = options.max_events.value_or(scene.run.max_events);
  if (!options.at.empty() || !options.derivatives.empty()) record_ = Record::everything;
  if (scene.run.engine == Engine::event) event_.emplace(scene_);
  if (scene.run.engine == Engine::hybrid) hybrid_.emplace(scene_);
  if (!event_ && !hybrid_) return;
  for (const Ball& ball : scene.balls) {
    lies_.push_back(lie_of(scene, ball.spec, ball.start));
    resting_.push_back(released(ball.spec, ball.start));
  }
}

ShotStatus ShotRunner::run(const std::optional<Shot>& shot) {
  scene_.shot = shot;
  if (shot) {
    if (const ShotStatus status = status_of(*shot, scene_); status != ShotStatus::done) {
      return status;
    }
  }
  if (!event_ && !hybrid_) return run_other();
  start_ = resting_;
  if (shot) start_[shot->ball] = stroke(lies_[shot->ball], scene_.cue, *shot);
  if (event_) run_by_events(*event_);
  if (hybrid_) run_by_events(*hybrid_);
  return trajectory_.stop == StopReason::event_limit ? ShotStatus::event_limit : ShotStatus::done;
}

template <class EventOrHybridEngine>
void ShotRunner::run_by_events(EventOrHybridEngine& engine) {
  engine.begin(start_, trajectory_, {record_});
  if (is_any(options_.stop)) {
    StopCheck check(options_.stop);
    const auto motion_of = [&](std::uint32_t ball) { return engine.state(ball).motion; };
    while (engine.step()) {
      if (!check.is_met(trajectory_.events, motion_of)) continue;
      trajectory_.stop = StopReason::early_stop;
      break;
    }
  } else {
    while (engine.step()) {
    }
  }
  engine.finish();
}

ShotStatus ShotRunner::run_other() {
  auto run = simulate(scene_, {.record = record_, .stop = options_.stop});
  if (!run) {
    return run.error().key == "run.max_events" ? ShotStatus::event_limit : ShotStatus::failed;
  }
  trajectory_ = std::move(run->trajectory);
  return ShotStatus::done;
}

}  // namespace cuelab::study
