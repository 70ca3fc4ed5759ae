// Friction of the contact patch: one evaluation of each form.
#include <benchmark/benchmark.h>

#include <cmath>
#include <random>
#include <vector>

#include "cuelab/laws/cloth/patch.hpp"

namespace {

using namespace cuelab;

struct At {
  PatchSlip slip;
  Vec2 d;
};

/// Slip against spin in all proportions, every direction.
std::vector<At> usual_slips() {
  std::mt19937_64 random(1);
  std::uniform_real_distribution<double> unit(0.0, 1.0);
  std::vector<At> all;
  for (int i = 0; i < 1000; ++i) {
    const double k = std::tan(1.5 * unit(random));
    const double phi = 6.28 * unit(random);
    const double gamma = 6.28 * unit(random);
    all.push_back({{{80.0 * k * std::cos(phi), 80.0 * k * std::sin(phi)}, 80.0},
                   {0.6 * std::cos(gamma), 0.6 * std::sin(gamma)}});
  }
  return all;
}

void patch_friction(benchmark::State& state, PatchForm form) {
  const std::vector<At> slips = usual_slips();
  std::size_t i = 0;
  for (auto _ : state) {
    const At& at = slips[i++ % slips.size()];
    PatchFriction f = friction_of(form, at.slip, at.d);
    benchmark::DoNotOptimize(f);
  }
}

BENCHMARK_CAPTURE(patch_friction, exact, PatchForm::exact);
BENCHMARK_CAPTURE(patch_friction, pade_1, PatchForm::pade_1);
BENCHMARK_CAPTURE(patch_friction, pade_3, PatchForm::pade_3);
BENCHMARK_CAPTURE(patch_friction, ellipsoid, PatchForm::ellipsoid);
BENCHMARK_CAPTURE(patch_friction, generalised, PatchForm::generalised);
BENCHMARK_CAPTURE(patch_friction, rolling, PatchForm::rolling);
BENCHMARK_CAPTURE(patch_friction, fitted, PatchForm::fitted);

}  // namespace
