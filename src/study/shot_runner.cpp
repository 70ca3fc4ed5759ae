#include "study/shot_runner.hpp"

#include <algorithm>
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

bool is_out_of_play(const Ball& ball) { return ball.start.motion == Motion::pocketed; }

}  // namespace

ShotRunner::ShotRunner(const Scene& scene, const BatchOptions& options)
    : options_(options), scene_(scene) {
  scene_.run.t_max = options.t_max.value_or(scene.run.t_max);
  scene_.run.max_events = options.max_events.value_or(scene.run.max_events);
  if (!options.at.empty() || !options.derivatives.empty()) record_ = Record::everything;
  make_engine();
  lie_down();
}

void ShotRunner::make_engine() {
  if (scene_.run.engine == Engine::event) event_.emplace(scene_);
  if (scene_.run.engine == Engine::hybrid) hybrid_.emplace(scene_);
}

void ShotRunner::lie_down() {
  if (!event_ && !hybrid_) return;
  lies_.clear();
  resting_.clear();
  for (const Ball& ball : scene_.balls) {
    lies_.push_back(lie_of(scene_, ball.spec, ball.start));
    resting_.push_back(is_out_of_play(ball) ? ball.start : released(ball.spec, ball.start));
  }
}

bool ShotRunner::change_to(std::size_t stroke) {
  const Variations& vary = options_.vary;
  if ((vary.positions.empty() && vary.numbers.empty()) || current_ == stroke) return is_valid_;
  current_ = stroke;
  is_valid_ = vary_scene(stroke);
  if (!is_valid_) return false;
  if (!vary.numbers.empty()) make_engine();
  lie_down();
  return true;
}

bool ShotRunner::vary_scene(std::size_t stroke) {
  const Variations& vary = options_.vary;
  scene_.shot.reset();
  if (!vary.positions.empty()) {
    const auto positions = vary.positions.subspan(stroke * scene_.balls.size());
    for (std::size_t i = 0; i < scene_.balls.size(); ++i) {
      scene_.balls[i].start = {.r = positions[i]};
      if (positions[i].z < 0.0) scene_.balls[i].start.motion = Motion::pocketed;
    }
  }
  for (std::size_t k = 0; k < vary.numbers.size(); ++k) {
    const double value = vary.values[stroke * vary.numbers.size() + k];
    if (vary.numbers[k].set(scene_, value)) return false;
  }
  if (std::ranges::none_of(scene_.balls, is_out_of_play)) return !find_fault(scene_);
  if (!event_ && !hybrid_) return false;
  in_play_ = scene_;
  std::erase_if(in_play_.balls, is_out_of_play);
  return !find_fault(in_play_);
}

ShotStatus ShotRunner::run(const std::optional<Shot>& shot) {
  scene_.shot = shot;
  if (shot) {
    if (const ShotStatus status = status_of(*shot, scene_); status != ShotStatus::done) {
      return status;
    }
    if (is_out_of_play(scene_.balls[shot->ball])) return ShotStatus::bad_shot;
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
