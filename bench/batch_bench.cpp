// Batches on all cores: noisy shots per second (wall clock).
#include <benchmark/benchmark.h>

#include <string>

#include "cuelab/cuelab.hpp"

namespace cuelab {
namespace {

Scene named(const char* name) {
  return *load_scene(std::string(CUELAB_SOURCE_DIR "/scenes/") + name + ".toml");
}

/// Seven balls spread over the table, a cut into a corner.
Scene seven_balls() {
  Scene scene = *make_scene("pool-9ft");
  constexpr Vec2 places[] = {{-0.6, 0.1}, {0.3, 0.25},  {0.8, -0.3}, {-0.2, -0.4},
                             {0.1, 0.45}, {-0.9, 0.35}, {0.55, 0.05}};
  for (const Vec2& at : places) {
    scene.balls.push_back({.id = std::to_string(scene.balls.size()), .spec = {}, .start = {}});
    scene.balls.back().start.r = {at.x, at.y, scene.balls.back().spec.radius};
  }
  scene.balls.front().id = "cue";
  scene.shot = Shot{.speed = 2.0, .heading = *aim_at(scene.balls[0], scene.balls[1], 0.3)};
  return scene;
}

void run(benchmark::State& state, const Scene& scene, std::size_t strokes, std::size_t samples) {
  std::vector<Shot> shots(strokes, *scene.shot);
  for (std::size_t k = 0; k < strokes; ++k) {
    shots[k].heading += 1e-5 * static_cast<double>(k);
  }
  BatchOptions options{.noise = find_noise_level("computational-pool")->noise, .samples = samples};
  for (auto _ : state) {
    const auto result = simulate_strikes(scene, shots, options);
    benchmark::DoNotOptimize(result->final.data());
    ++options.seed;
  }
  state.SetItemsProcessed(static_cast<std::int64_t>(strokes * samples) *
                          static_cast<std::int64_t>(state.iterations()));
}

void batch_two_balls(benchmark::State& state) { run(state, named("cut_left_side"), 2000, 20); }
void batch_seven_balls(benchmark::State& state) { run(state, seven_balls(), 400, 64); }
void batch_break(benchmark::State& state) {
  Scene scene = named("break_8ball");
  scene.run.engine = Engine::event;
  run(state, scene, 200, 10);
}

BENCHMARK(batch_two_balls)->UseRealTime()->Unit(benchmark::kMillisecond);
BENCHMARK(batch_seven_balls)->UseRealTime()->Unit(benchmark::kMillisecond);
BENCHMARK(batch_break)->UseRealTime()->Unit(benchmark::kMillisecond);

}  // namespace
}  // namespace cuelab
