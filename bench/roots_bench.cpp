// The first contact of two balls and the roots behind it.
#include <benchmark/benchmark.h>

#include <random>
#include <vector>

#include "event/contact_time.hpp"
#include "math/roots.hpp"

namespace {

using namespace cuelab;

/// Quartics with random coefficients.
void smallest_root(benchmark::State& state) {
  std::mt19937_64 random(1);
  std::uniform_real_distribution<double> unit(-10.0, 10.0);
  std::vector<Quartic> quartics(1000);
  for (Quartic& p : quartics) {
    for (double& c : p) c = unit(random);
  }
  std::size_t k = 0;
  for (auto _ : state) {
    benchmark::DoNotOptimize(smallest_positive_root(quartics[k]));
    k = (k + 1) % quartics.size();
  }
}
BENCHMARK(smallest_root);

/// Pairs of balls aimed at each other, all of which meet.
void ball_contact(benchmark::State& state) {
  std::mt19937_64 random(2);
  std::uniform_real_distribution<double> unit(-1.0, 1.0);
  std::vector<Approach> approaches(1000);
  for (Approach& m : approaches) {
    const Vec3 aim{1.0, 0.05 * unit(random), 0.0};
    m = {aim, -3.0 * aim, {0.3 * unit(random), 0.05 * unit(random), 0.0}};
  }
  std::size_t k = 0;
  std::uint64_t roots = 0;
  for (auto _ : state) {
    benchmark::DoNotOptimize(first_contact(approaches[k], 0.05715, 1.0, roots));
    k = (k + 1) % approaches.size();
  }
}
BENCHMARK(ball_contact);

}  // namespace
