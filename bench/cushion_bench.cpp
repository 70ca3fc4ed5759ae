// One impact on a cushion: usual hits of pool, snooker and carom balls.
#include <benchmark/benchmark.h>

#include <cmath>
#include <random>
#include <vector>

#include "cuelab/cuelab.hpp"

namespace {

using namespace cuelab;

struct Hit {
  CushionImpact at;
  BallState s;
};

/// 0.3 to 8 m/s, up to 80 degrees from the normal, rolling with and without side, sliding, and with
/// any spin about a level axis.
std::vector<Hit> usual_hits() {
  constexpr std::size_t count = 1200;
  constexpr double radius[] = {0.028575, 0.02625, 0.03075};
  constexpr double mass[] = {0.17, 0.1406, 0.21};
  constexpr double nose[] = {0.03629, 0.03675, 0.037};
  std::mt19937_64 random(1);
  const auto between = [&](double low, double high) {
    return low + (high - low) * static_cast<double>(random() >> 11) * 0x1p-53;
  };
  std::vector<Hit> hits;
  for (std::size_t i = 0; i < count; ++i) {
    const double R = radius[i % 3];
    const double m = mass[i % 3];
    const double sin = nose[i % 3] / R - 1.0;
    Hit hit{.at = {.ball = {.radius = R, .mass = m, .inertia = 0.4 * m * R * R},
                   .n = {-std::sqrt(1.0 - sin * sin), 0.0, -sin},
                   .cloth_friction = 0.2},
            .s = {}};
    const double speed = 0.3 * std::pow(8.0 / 0.3, between(0.0, 1.0));
    const double angle = between(-1.4, 1.4);
    const double rolls[] = {1.0, 1.0, 0.0, between(-1.2, 1.2)};
    const double roll = rolls[i / 3 % 4] * speed / R;
    const double side = i / 3 % 4 == 0 ? 0.0 : between(-1.0, 1.0) * speed / R;
    hit.s = {.r = {},
             .v = {speed * std::cos(angle), speed * std::sin(angle), 0.0},
             .w = {-roll * std::sin(angle), roll * std::cos(angle), side},
             .motion = Motion::sliding};
    hits.push_back(hit);
  }
  return hits;
}

template <class Law>
void cushion_hit(benchmark::State& state, Law law) {
  const std::vector<Hit> hits = usual_hits();
  std::size_t i = 0;
  for (auto _ : state) {
    const Hit& hit = hits[i];
    i = i + 1 < hits.size() ? i + 1 : 0;
    benchmark::DoNotOptimize(resolve(law, hit.at, hit.s));
  }
}
BENCHMARK_CAPTURE(cushion_hit, rubber, RubberCushion{});
BENCHMARK_CAPTURE(cushion_hit, mathavan_2010, Mathavan2010{});
BENCHMARK_CAPTURE(cushion_hit, stronge, Stronge{});
BENCHMARK_CAPTURE(cushion_hit, han_2005, Han2005{});

}  // namespace
