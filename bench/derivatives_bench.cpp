// Derivatives of whole shots with respect to five columns, next to the shots themselves.
#include <benchmark/benchmark.h>

#include <string>
#include <vector>

#include "cuelab/cuelab.hpp"

namespace {

using namespace cuelab;

Scene level_shot(const std::string& name) {
  Scene scene = *load_named_scene(name);
  scene.run.engine = Engine::event;
  return scene;
}

void plain_run(benchmark::State& state, const std::string& name) {
  const Scene scene = level_shot(name);
  EventEngine engine(scene);
  Trajectory trajectory;
  for (auto _ : state) {
    engine.run(*scene.shot, trajectory);
    benchmark::DoNotOptimize(trajectory.final.data());
  }
}

/// The fifth column is the elevation, which a level stroke marks as undefined; the pass computes
/// it nevertheless.
void five_columns(benchmark::State& state, const std::string& name) {
  const Scene scene = level_shot(name);
  const Trajectory trajectory = simulate_event(scene);
  std::vector<SceneNumber> numbers;
  for (const char* key :
       {"shot.speed", "shot.heading", "shot.side", "shot.height", "shot.elevation"}) {
    numbers.push_back(*SceneNumber::find(scene, key));
  }
  for (auto _ : state) {
    const auto derivatives = differentiate(scene, trajectory, numbers);
    benchmark::DoNotOptimize(derivatives->final.data());
  }
}

BENCHMARK_CAPTURE(plain_run, cut_left_side, "cut_left_side");
BENCHMARK_CAPTURE(five_columns, cut_left_side, "cut_left_side");
BENCHMARK_CAPTURE(plain_run, three_cushion, "three_cushion");
BENCHMARK_CAPTURE(five_columns, three_cushion, "three_cushion");
BENCHMARK_CAPTURE(plain_run, break_9ball, "break_9ball");
BENCHMARK_CAPTURE(five_columns, break_9ball, "break_9ball");

}  // namespace
