// Lasting contacts: breaks of racks whose balls touch or nearly do, and big triangles of touching
// balls on a cloth without an edge.
#include <benchmark/benchmark.h>

#include <cmath>
#include <nlohmann/json.hpp>
#include <random>
#include <string>

#include "cuelab/cuelab.hpp"

namespace {

using namespace cuelab;

double draw(std::mt19937_64& random, double low, double high) {
  return std::uniform_real_distribution<double>(low, high)(random);
}

/// Eight-ball break on a nine-foot table: place of the cue ball, speed, heading and spin at random.
Scene random_break(std::mt19937_64& random, double gap, unsigned seed) {
  nlohmann::json scene = {
      {"schema", 1},
      {"table", {{"preset", "pool-9ft"}}},
      {"balls", {{{"id", "cue"}, {"position", {-0.635, draw(random, -0.1, 0.1)}}}}},
      {"rack", {{"game", "eight-ball"}, {"gap", gap}, {"seed", seed}}},
      {"shot",
       {{"ball", "cue"},
        {"speed", draw(random, 4.0, 10.0)},
        {"heading", draw(random, -0.2, 0.2)},
        {"side", draw(random, -0.2, 0.2)},
        {"height", draw(random, -0.2, 0.2)}}}};
  return *parse_scene(scene.dump(), Format::json, "random break");
}

struct Break {
  EventEngine engine;
  std::vector<BallState> start;
};

/// 200 random breaks in turn; the argument is the gap between the balls in nanometres.
void random_breaks(benchmark::State& state) {
  std::mt19937_64 random(7);
  std::vector<Break> breaks;
  for (unsigned k = 0; k < 200; ++k) {
    const Scene scene = random_break(random, 1e-9 * static_cast<double>(state.range(0)), k);
    breaks.push_back({EventEngine(scene), struck(scene)});
  }
  Trajectory trajectory;
  std::size_t k = 0;
  double events = 0.0;
  double steps = 0.0;
  for (auto _ : state) {
    breaks[k].engine.run(breaks[k].start, trajectory);
    events += static_cast<double>(trajectory.events.size());
    steps += static_cast<double>(trajectory.cost.steps);
    k = (k + 1) % breaks.size();
  }
  state.counters["events"] = benchmark::Counter(events, benchmark::Counter::kAvgIterations);
  state.counters["steps"] = benchmark::Counter(steps, benchmark::Counter::kAvgIterations);
}
BENCHMARK(random_breaks)->Arg(0)->Arg(1000);

/// A triangle of balls with this gap between them [m], and a ball that runs into it at 8 m/s.
Scene triangle(int rows, double gap) {
  Scene scene;
  Ball ball;
  const double R = ball.spec.radius;
  const double apart = 2.0 * R + gap;
  ball.id = "cue";
  ball.start.r = {-0.5, 0.003, R};
  ball.start.v = {8.0, 0.0, 0.0};
  scene.balls = {ball};
  ball.start.v = {};
  for (int i = 0; i < rows; ++i) {
    for (int j = 0; j <= i; ++j) {
      ball.id = std::to_string(scene.balls.size());
      ball.start.r = {i * apart * std::sqrt(0.75), (j - 0.5 * i) * apart, R};
      scene.balls.push_back(ball);
    }
  }
  return scene;
}

/// The break of a triangle with so many rows; the second argument is the gap in nanometres.
void dense_rack(benchmark::State& state) {
  const Scene scene =
      triangle(static_cast<int>(state.range(0)), 1e-9 * static_cast<double>(state.range(1)));
  EventEngine engine(scene);
  const std::vector<BallState> start = struck(scene);
  Trajectory trajectory;
  for (auto _ : state) {
    engine.run(start, trajectory);
    benchmark::DoNotOptimize(trajectory.final.data());
  }
  state.counters["balls"] = static_cast<double>(scene.balls.size());
  state.counters["events"] = static_cast<double>(trajectory.events.size());
  state.counters["steps"] = static_cast<double>(trajectory.cost.steps);
}
BENCHMARK(dense_rack)
    ->Args({5, 0})
    ->Args({15, 0})
    ->Args({15, 1000})
    ->Args({28, 0})
    ->Args({28, 1000})
    ->Unit(benchmark::kMillisecond);

}  // namespace
