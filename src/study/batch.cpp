// Many runs on all cores. Every run writes only its own places, so that the results depend neither
// on the number of threads nor on their order.
#include "cuelab/batch.hpp"

#include <tbb/enumerable_thread_specific.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <exception>

#include "study/parallel.hpp"
#include "study/shot_runner.hpp"

namespace cuelab {
namespace {

using study::in_parallel;
using study::ShotRunner;

std::optional<Error> find_fault(const BatchOptions& options) {
  if (options.samples == 0) return Error{"", "samples", "must be at least 1"};
  if (options.t_max && !(*options.t_max >= 0.0)) return Error{"", "t_max", "must be at least 0"};
  const auto usable = [](double x) { return std::isfinite(x) && x >= 0.0; };
  if (!std::ranges::all_of(options.at, usable)) {
    return Error{"", "at", "times must be finite and at least 0"};
  }
  const Noise& noise = options.noise;
  if (!std::ranges::all_of(
          std::array{noise.side, noise.height, noise.elevation, noise.heading, noise.speed},
          usable)) {
    return Error{"", "noise", "standard deviations must be finite and at least 0"};
  }
  return {};
}

std::optional<Error> find_fault(const Scene& scene, const BatchOptions& options) {
  if (auto reason = unsupported_reason(scene)) return reason;
  if (auto fault = find_fault(scene)) return fault;
  const auto& ball = options.stop.at_rest;
  if (ball && *ball >= scene.balls.size()) {
    return Error{"", "stop.at_rest", "names a ball that the scene does not have"};
  }
  return {};
}

/// The variations must have one set of values per stroke.
std::optional<Error> find_fault(const Variations& vary, std::size_t balls, std::size_t strokes) {
  if (!vary.positions.empty() && vary.positions.size() != balls * strokes) {
    return Error{"", "vary.positions", "must have one position per ball and stroke"};
  }
  if (vary.values.size() != vary.numbers.size() * strokes) {
    return Error{"", "vary.values", "must have one value per number and stroke"};
  }
  for (const SceneNumber& number : vary.numbers) {
    if (!number.key().starts_with("shot.")) continue;
    return Error{"", number.key(), "belongs to the stroke, not to the scene"};
  }
  return {};
}

bool is_cancelled(const BatchOptions& options) {
  return options.cancel != nullptr && options.cancel->load(std::memory_order_relaxed);
}

/// One run, whatever happens.
ShotStatus run_safely(ShotRunner& runner, const std::optional<Shot>& shot) noexcept {
  try {
    return runner.run(shot);
  } catch (const std::exception&) {
    return ShotStatus::failed;  // out of memory, or a law of the calling program
  }
}

Draw draw_of(const BatchOptions& options, std::size_t run) {
  const std::size_t stroke = run / options.samples;
  return {.seed = options.seed,
          .shot = options.common_random_numbers ? 0 : options.first_shot + stroke,
          .sample = options.first_sample + run % options.samples};
}

const Trajectory& no_trajectory() {
  static const Trajectory empty;
  return empty;
}

void play(ShotRunner& runner, std::optional<Shot> shot, std::size_t run,
          const BatchOptions& options, const ShotVisitor& visit) {
  const Scene& scene = runner.scene();
  if (shot && shot->ball < scene.balls.size()) {
    shot =
        executed(*shot, options.noise, draw_of(options, run), scene.balls[shot->ball].spec.radius);
  }
  const ShotStatus status = is_cancelled(options) ? ShotStatus::skipped : run_safely(runner, shot);
  const bool done = status == ShotStatus::done;
  visit({run, status, scene, done ? runner.trajectory() : no_trajectory()});
}

constexpr std::size_t runs_per_task = 16;

}  // namespace

std::string_view name_of(ShotStatus status) {
  constexpr std::array<std::string_view, 7> names = {
      "done", "bad-scene", "bad-shot", "miscue", "event-limit", "failed", "skipped"};
  return names[static_cast<std::size_t>(status)];
}

std::optional<Error> visit_strikes(const Scene& scene, std::span<const Shot> shots,
                                   const BatchOptions& options, const ShotVisitor& visit) {
  if (auto fault = find_fault(options)) return fault;
  Scene table = scene;
  table.shot.reset();
  if (auto fault = find_fault(table, options)) return fault;
  if (auto fault = find_fault(options.vary, table.balls.size(), shots.size())) return fault;
  tbb::enumerable_thread_specific<std::optional<ShotRunner>> runners;
  in_parallel(shots.size() * options.samples, options.threads, runs_per_task,
              [&](std::size_t first, std::size_t last) {
                auto& runner = runners.local();
                if (!runner) runner.emplace(table, options);
                for (std::size_t run = first; run < last; ++run) {
                  const std::size_t stroke = run / options.samples;
                  if (runner->change_to(stroke)) {
                    play(*runner, shots[stroke], run, options, visit);
                  } else {
                    visit({run, ShotStatus::bad_scene, runner->scene(), no_trajectory()});
                  }
                }
              });
  return {};
}

std::optional<Error> visit_scenes(std::span<const Scene> scenes, const BatchOptions& options,
                                  const ShotVisitor& visit) {
  if (auto fault = find_fault(options)) return fault;
  in_parallel(scenes.size(), options.threads, 1, [&](std::size_t first, std::size_t last) {
    for (std::size_t k = first; k < last; ++k) {
      const Scene& scene = scenes[k];
      const std::size_t begin = k * options.samples;
      if (find_fault(scene, options)) {
        for (std::size_t i = 0; i < options.samples; ++i) {
          visit({begin + i, ShotStatus::bad_scene, scene, no_trajectory()});
        }
        continue;
      }
      ShotRunner runner(scene, options);
      for (std::size_t i = 0; i < options.samples; ++i) {
        play(runner, scene.shot, begin + i, options, visit);
      }
    }
  });
  return {};
}

void on_all_cores(std::size_t count, const std::function<void(std::size_t)>& work) {
  in_parallel(count, 0, 1, [&](std::size_t first, std::size_t last) {
    for (std::size_t i = first; i < last; ++i) work(i);
  });
}

}  // namespace cuelab
