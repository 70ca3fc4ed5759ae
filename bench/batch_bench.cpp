// Batches on all cores: noisy shots per second by the clock, and processor time per shot, which
// depends less on what else the machine does.
#include <benchmark/benchmark.h>

#include <atomic>
#include <ctime>
#include <string>
#include <vector>

#include "cuelab/cuelab.hpp"

namespace cuelab {
namespace {

/// Strokes, each from its own positions.
struct Mix {
  Scene scene;
  std::vector<Shot> shots{};
  std::vector<Vec3> positions{};  ///< stroke * balls + ball; empty: the scene's
};

/// Uniform in low ... high; the same numbers every time.
class Dice {
 public:
  double draw(double low, double high) {
    return low + (high - low) * uniform_pair({.seed = 17, .shot = next_++, .sample = 0}, 0)[0];
  }

 private:
  std::uint64_t next_ = 0;
};

/// A place on the table, three radii from the noses and from all balls before it.
Vec3 place(Dice& dice, const Scene& scene, const std::vector<Vec3>& balls) {
  constexpr double radius = 0.028575, room = 3.0 * radius;
  for (;;) {
    const Vec3 at{dice.draw(-0.5, 0.5) * (scene.table.length - 2.0 * room),
                  dice.draw(-0.5, 0.5) * (scene.table.width - 2.0 * room), radius};
    bool is_free = true;
    for (const Vec3& other : balls) is_free = is_free && norm(at - other) > room;
    if (is_free) return at;
  }
}

/// Layouts at random; each is played at its second ball, cut by up to 60 degrees, at 1 to 4 m/s,
/// the tip up to 0.3 R from the centre.
Mix random_layouts(std::size_t balls, std::size_t count) {
  Mix mix{.scene = *make_scene("pool-9ft")};
  for (std::size_t i = 0; i < balls; ++i) {
    mix.scene.balls.push_back({.id = i == 0 ? "cue" : std::to_string(i), .spec = {}, .start = {}});
  }
  Dice dice;
  for (std::size_t k = 0; k < count; ++k) {
    std::vector<Vec3> layout;
    for (Ball& ball : mix.scene.balls) {
      layout.push_back(place(dice, mix.scene, layout));
      ball.start.r = layout.back();
    }
    mix.positions.insert(mix.positions.end(), layout.begin(), layout.end());
    const double cut = dice.draw(-1.05, 1.05);
    mix.shots.push_back({.speed = dice.draw(1.0, 4.0),
                         .heading = *aim_at(mix.scene.balls[0], mix.scene.balls[1], cut),
                         .side = dice.draw(-0.2, 0.2),
                         .height = dice.draw(-0.2, 0.2)});
  }
  return mix;
}

/// One layout, many candidates.
Mix candidates(std::size_t count) {
  Mix one = random_layouts(7, 1), mix{.scene = one.scene};
  for (std::size_t k = 0; k < count; ++k) {
    mix.shots.push_back(one.shots.front());
    mix.shots.back().heading += 1e-3 * static_cast<double>(k % 20);
    mix.shots.back().speed = 1.0 + 0.15 * static_cast<double>(k / 20);
  }
  return mix;
}

/// Breaks at 7 to 10 m/s.
Mix breaks(std::size_t count) {
  Mix mix{.scene = *load_named_scene("break_8ball")};
  mix.scene.run.engine = Engine::event;
  Dice dice;
  for (std::size_t k = 0; k < count; ++k) {
    mix.shots.push_back(*mix.scene.shot);
    mix.shots.back().speed = dice.draw(7.0, 10.0);
  }
  return mix;
}

void run(benchmark::State& state, const Mix& mix, std::size_t samples) {
  BatchOptions options{.vary = {.positions = mix.positions},
                       .noise = find_noise_level("computational-pool")->noise,
                       .samples = samples};
  std::atomic<std::size_t> events = 0, done = 0;
  const auto count = [&](const ShotRun& shot) {
    events += shot.trajectory.events.size();
    done += shot.status == ShotStatus::done ? 1 : 0;
  };
  if (visit_strikes(mix.scene, mix.shots, options, count)) state.SkipWithError("wrong options");
  const std::clock_t start = std::clock();
  for (auto _ : state) {
    const auto result = simulate_strikes(mix.scene, mix.shots, options);
    benchmark::DoNotOptimize(result->final.data());
    ++options.seed;
  }
  const double seconds = static_cast<double>(std::clock() - start) / CLOCKS_PER_SEC;
  const auto shots = static_cast<double>(mix.shots.size() * samples);
  state.SetItemsProcessed(static_cast<std::int64_t>(shots) *
                          static_cast<std::int64_t>(state.iterations()));
  state.counters["events"] = static_cast<double>(events) / static_cast<double>(done);
  state.counters["cpu_us"] = 1e6 * seconds / shots / static_cast<double>(state.iterations());
}

void batch_two_balls(benchmark::State& state) { run(state, random_layouts(2, 2000), 20); }
void batch_seven_balls(benchmark::State& state) { run(state, random_layouts(7, 2000), 10); }
void batch_break(benchmark::State& state) { run(state, breaks(200), 10); }
void batch_decision(benchmark::State& state) { run(state, candidates(400), 64); }

BENCHMARK(batch_two_balls)->UseRealTime()->Unit(benchmark::kMillisecond);
BENCHMARK(batch_seven_balls)->UseRealTime()->Unit(benchmark::kMillisecond);
BENCHMARK(batch_break)->UseRealTime()->Unit(benchmark::kMillisecond);
BENCHMARK(batch_decision)->UseRealTime()->Unit(benchmark::kMillisecond);

}  // namespace
}  // namespace cuelab
