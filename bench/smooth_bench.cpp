// Whole runs of the smooth engine, and one evaluation of its equations of motion.
#include <benchmark/benchmark.h>

#include "cuelab/cuelab.hpp"
#include "smooth/equations.hpp"

namespace {

using namespace cuelab;

const std::string root = CUELAB_SOURCE_DIR;

Scene four_ball_break(const std::vector<std::string>& overrides) {
  return *load_scene(root + "/scenes/four_ball_break.toml", overrides);
}

/// The four-ball break of [Gismeros2022] for 3 s, everything recorded.
void smooth_break(benchmark::State& state, const std::vector<std::string>& overrides) {
  const Scene scene = four_ball_break(overrides);
  Trajectory last;
  for (auto _ : state) last = std::move(simulate(scene)->trajectory);
  state.counters["steps"] = static_cast<double>(last.cost.steps);
  state.counters["rhs"] = static_cast<double>(last.cost.rhs_evaluations);
}
BENCHMARK_CAPTURE(smooth_break, four_balls_gap_1e_9, {"rack.gap=1e-9"})
    ->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(smooth_break, four_balls_gap_2e_4, {"rack.gap=2.1325735e-4"})
    ->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(smooth_break, four_balls_held_gap_1e_9,
                  {"rack.gap=1e-9", "smooth.vertical=\"held\""})
    ->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(smooth_break, four_balls_held_gap_2e_4,
                  {"rack.gap=2.1325735e-4", "smooth.vertical=\"held\""})
    ->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(smooth_break, fifteen_balls_gap_1e_9,
                  {"rack.game=\"eight-ball\"", "rack.gap=1e-9"})
    ->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(smooth_break, fifteen_balls_gap_1e_4,
                  {"rack.game=\"eight-ball\"", "rack.gap=1e-4"})
    ->Unit(benchmark::kMillisecond);

/// A row of touching balls out of 16, the first running into the others, until all have parted.
void smooth_cluster(benchmark::State& state) {
  const Scene scene = four_ball_break({"rack.game=\"eight-ball\""});
  SmoothEngine engine = *SmoothEngine::make(pool_system(scene), scene.smooth.integration);
  const double R = scene.balls[0].spec.radius;
  std::vector<std::uint32_t> bodies;
  std::vector<BallState> states;
  for (std::uint32_t i = 0; i < state.range(0); ++i) {
    bodies.push_back(i);
    states.push_back({.r = {2.0 * R * i, 0.0, R}, .v = {i == 0 ? 2.0 : 0.0, 0.0, 0.0}});
  }
  const SmoothOptions apart{.t_max = 1.0, .keep_pieces = false, .until_apart = true};
  SmoothRun out;
  for (auto _ : state) {
    engine.run({.t = 0.0, .bodies = bodies, .states = states}, apart, out);
    benchmark::DoNotOptimize(out.trajectory.final.data());
  }
  state.counters["steps"] = static_cast<double>(out.trajectory.cost.steps);
  state.counters["rhs"] = static_cast<double>(out.trajectory.cost.rhs_evaluations);
}
BENCHMARK(smooth_cluster)->Arg(2)->Arg(4)->Arg(8)->Unit(benchmark::kMicrosecond);

/// The right-hand side of 16 balls on the cloth, sliding.
void smooth_rhs(benchmark::State& state) {
  const Scene scene = four_ball_break({"rack.game=\"eight-ball\"", "rack.gap=1e-4"});
  System system = pool_system(scene);
  for (std::size_t i = 0; i < system.bodies.size(); ++i) {
    system.bodies[i].velocity = {1.0, 0.01 * static_cast<double>(i), 0.0};
    system.bodies[i].position.z = system.bodies[i].radius - 2.4e-6;
  }
  smooth::Equations equations(system, scene.smooth.integration);
  smooth::State y;
  equations.write_start(y);
  smooth::State rate(y.size());
  for (auto _ : state) {
    equations.derivative(0.0, y.data(), rate.data());
    benchmark::DoNotOptimize(rate.data());
    benchmark::ClobberMemory();
  }
}
BENCHMARK(smooth_rhs);

}  // namespace
