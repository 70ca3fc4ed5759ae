// Derivatives of whole shots with respect to five columns, next to the shots themselves.
#include <benchmark/benchmark.h>

#include <string>
#include <vector>

#include "cuelab/cuelab.hpp"

namespace {

using namespace cuelab;

/// A hard shot into six balls that lie apart.
Scene seven_balls() {
  Scene scene = *make_scene("pool-9ft");
  const Vec2 places[] = {{-0.9, -0.1}, {0.1, 0.05}, {0.35, -0.2}, {0.5, 0.3},
                         {0.8, -0.35}, {0.9, 0.1},  {-0.3, 0.4}};
  for (const Vec2 at : places) {
    Ball ball;
    ball.id = std::to_string(scene.balls.size());
    ball.start.r = {at.x, at.y, ball.spec.radius};
    scene.balls.push_back(ball);
  }
  scene.shot =
      Shot{.speed = 4.0, .heading = *aim_at(scene.balls[0], scene.balls[1], 0.3), .side = 0.2};
  return scene;
}

Scene level_shot(const std::string& name) {
  if (name == "seven_balls") return seven_balls();
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
BENCHMARK_CAPTURE(plain_run, seven_balls, "seven_balls");
BENCHMARK_CAPTURE(five_columns, seven_balls, "seven_balls");
BENCHMARK_CAPTURE(plain_run, break_9ball, "break_9ball");
BENCHMARK_CAPTURE(five_columns, break_9ball, "break_9ball");
BENCHMARK_CAPTURE(plain_run, masse, "masse");
BENCHMARK_CAPTURE(five_columns, masse, "masse");

}  // namespace
