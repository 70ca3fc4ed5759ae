// Whole shots through the event engine: recorded scenes, and random two-ball shots.
#include <benchmark/benchmark.h>

#include <fstream>
#include <nlohmann/json.hpp>
#include <random>
#include <string>

#include "cuelab/cuelab.hpp"

namespace {

using namespace cuelab;

const std::string root = CUELAB_SOURCE_DIR;

/// The scene of a recorded shot; the recorder pushes balls at walls as by noses.
Scene recorded(const std::string& path) {
  std::ifstream file(root + path);
  auto scene = nlohmann::json::parse(file).at("scene");
  scene["table"]["cushion_contact"] = "slanted-plane";
  return *parse_scene(scene.dump(), Format::json, path);
}

/// The same on a cloth that touches balls in a disc.
Scene on_patch(Scene scene) {
  const auto& plain = std::get<CoulombCloth>(scene.physics.cloth);
  scene.physics.cloth = *patch_of(plain, scene.balls[0].spec);
  return scene;
}

/// One shot again and again with everything recorded, its engine and memory reused.
void shot(benchmark::State& state, const Scene& scene) {
  EventEngine engine(scene);
  const std::vector<BallState> start = struck(scene);
  Trajectory trajectory;
  for (auto _ : state) {
    engine.run(start, trajectory);
    benchmark::DoNotOptimize(trajectory.final.data());
  }
  state.counters["events"] = static_cast<double>(trajectory.events.size());
  state.counters["roots/event"] =
      static_cast<double>(trajectory.cost.roots) / static_cast<double>(trajectory.events.size());
}
const std::string elastic = "/tests/data/event/B_elastic_han2005/";
const std::string cut = "/bench/data/cut30_stun_V2.json";
BENCHMARK_CAPTURE(shot, break_8ball, recorded(elastic + "break_8ball_V4_side.json"));
BENCHMARK_CAPTURE(shot, break_9ball, recorded(elastic + "break_9ball_V8.json"));
BENCHMARK_CAPTURE(shot, cut30, recorded(cut));
BENCHMARK_CAPTURE(shot, three_cushion, recorded(elastic + "carom_3cushion_V4p5.json"));
BENCHMARK_CAPTURE(shot, break_9ball_on_patch, on_patch(recorded(elastic + "break_9ball_V8.json")));
BENCHMARK_CAPTURE(shot, cut30_on_patch, on_patch(recorded(cut)));

/// Random two-ball shots on the same table: positions, speed, direction, spin.
void two_balls(benchmark::State& state, const Scene& scene, Record record) {
  EventEngine engine(scene);
  std::mt19937_64 random(1);
  std::uniform_real_distribution<double> unit(-1.0, 1.0);
  std::vector<std::vector<BallState>> starts;
  while (starts.size() < 1000) {
    Scene variant = scene;
    for (Ball& ball : variant.balls) {
      ball.start = {
          .r = {0.9 * unit(random), 0.42 * unit(random), ball.spec.radius}, .v = {}, .w = {}};
    }
    variant.balls[0].start.v = {3.0 * unit(random), 3.0 * unit(random), 0.0};
    variant.balls[0].start.w = {60.0 * unit(random), 60.0 * unit(random), 60.0 * unit(random)};
    if (!find_fault(variant)) starts.push_back(struck(variant));
  }
  Trajectory trajectory;
  std::size_t events = 0;
  std::size_t k = 0;
  for (auto _ : state) {
    engine.run(starts[k], trajectory, record);
    events += trajectory.events.size();
    k = (k + 1) % starts.size();
  }
  state.counters["events"] =
      benchmark::Counter(static_cast<double>(events), benchmark::Counter::kAvgIterations);
  state.counters["shots/s"] =
      benchmark::Counter(static_cast<double>(state.iterations()), benchmark::Counter::kIsRate);
}
BENCHMARK_CAPTURE(two_balls, recorded, recorded(cut), Record::everything);
BENCHMARK_CAPTURE(two_balls, outcome, recorded(cut), Record::outcome);
BENCHMARK_CAPTURE(two_balls, on_patch, on_patch(recorded(cut)), Record::everything);

/// So many balls, everywhere as dense, all moving on a cloth without an edge; only its events
/// count.
void many_balls(benchmark::State& state) {
  const auto side = static_cast<int>(state.range(0));
  std::mt19937_64 random(2);
  std::uniform_real_distribution<double> unit(-1.0, 1.0);
  Scene scene;
  for (int k = 0; k < side * side; ++k) {
    Ball ball;
    ball.id = std::to_string(k);
    const double apart = 5.0 * ball.spec.radius;
    ball.start.r = {apart * (k % side), apart * (k / side), ball.spec.radius};
    ball.start.v = {unit(random), unit(random), 0.0};
    scene.balls.push_back(ball);
  }
  EventEngine engine(scene);
  const std::vector<BallState> start = struck(scene);
  Trajectory trajectory;
  for (auto _ : state) {
    engine.run(start, trajectory);
    benchmark::DoNotOptimize(trajectory.final.data());
  }
  const auto events = static_cast<double>(trajectory.events.size());
  state.counters["balls"] = static_cast<double>(scene.balls.size());
  state.counters["events"] = events;
  state.counters["per_event"] = benchmark::Counter(
      events, benchmark::Counter::kIsIterationInvariantRate | benchmark::Counter::kInvert);
}
BENCHMARK(many_balls)->Arg(4)->Arg(8)->Arg(16)->Arg(32)->Unit(benchmark::kMicrosecond);

}  // namespace
