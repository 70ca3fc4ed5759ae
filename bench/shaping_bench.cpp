// Searches for shots: the goal files, and three-cushion points in random positions.
#include <benchmark/benchmark.h>

#include <random>
#include <string>
#include <vector>

#include "cuelab/batch.hpp"
#include "cuelab/cuelab.hpp"
#include "cuelab/goal_file.hpp"
#include "cuelab/shaping.hpp"

namespace {

using namespace cuelab;

void goal_file(benchmark::State& state, const std::string& name) {
  GoalFile goal;
  for (const NamedScene& named : named_goals()) {
    if (named.name == name) goal = *parse_goal(named.text, Format::toml, name);
  }
  goal.search.parallel = on_all_cores;
  ShapeResult found;
  for (auto _ : state) found = shape(goal.problem, goal.search);
  state.counters["solutions"] = static_cast<double>(found.solutions.size());
  state.counters["simulations"] = static_cast<double>(found.simulations);
}

/// The balls anywhere, at least a hand's breadth apart.
GoalFile random_position(unsigned number) {
  std::mt19937_64 random(number);
  const auto between = [&](double a, double b) {
    return a + (b - a) * static_cast<double>(random() >> 11) * 0x1p-53;
  };
  GoalFile goal;
  for (const NamedScene& named : named_goals()) {
    if (named.name == "three_cushion") goal = *parse_goal(named.text, Format::toml, "");
  }
  Scene& scene = goal.problem.scene;
  const double length = 0.5 * scene.table.length - 0.1;
  const double width = 0.5 * scene.table.width - 0.1;
  for (std::size_t i = 0; i < scene.balls.size();) {
    Vec3& r = scene.balls[i].start.r;
    r.x = between(-length, length);
    r.y = between(-width, width);
    bool free = true;
    for (std::size_t k = 0; k < i; ++k) free = free && norm(scene.balls[k].start.r - r) > 0.1;
    if (free) ++i;
  }
  return goal;
}

/// All solutions of twenty positions; the time is that of one position.
void three_cushion_positions(benchmark::State& state) {
  constexpr unsigned positions = 20;
  std::vector<GoalFile> goals;
  for (unsigned i = 0; i < positions; ++i) {
    goals.push_back(random_position(i + 1));
    goals.back().search.parallel = on_all_cores;
    goals.back().search.solutions = 1000;
    goals.back().search.refined = static_cast<std::size_t>(state.range(0));
    goals.back().search.samples = static_cast<std::size_t>(state.range(1));
  }
  std::vector<double> solutions(positions);
  double simulations = 0.0;
  std::size_t next = 0;
  for (auto _ : state) {
    const ShapeResult found = shape(goals[next].problem, goals[next].search);
    solutions[next] = static_cast<double>(found.solutions.size());
    simulations += static_cast<double>(found.simulations);
    next = (next + 1) % positions;
  }
  state.counters["simulations"] = simulations / static_cast<double>(state.iterations());
  double sum = 0.0;
  for (const double n : solutions) sum += n;
  state.counters["least"] = *std::ranges::min_element(solutions);
  state.counters["mean"] = sum / positions;
  state.counters["most"] = *std::ranges::max_element(solutions);
}

BENCHMARK_CAPTURE(goal_file, masse_around, "masse_around")->MeasureProcessCPUTime();
BENCHMARK_CAPTURE(goal_file, three_cushion, "three_cushion")->MeasureProcessCPUTime();
BENCHMARK_CAPTURE(goal_file, bank_pot, "bank_pot")->MeasureProcessCPUTime();
BENCHMARK_CAPTURE(goal_file, jump_pot, "jump_pot")->MeasureProcessCPUTime();
BENCHMARK_CAPTURE(goal_file, two_cushion_kick, "two_cushion_kick")->MeasureProcessCPUTime();
BENCHMARK(three_cushion_positions)
    ->Args({48, 200})
    ->Args({200, 5})
    ->Args({400, 5})
    ->Args({1000, 20})
    ->ArgNames({"refined", "samples"})
    ->Iterations(20)
    ->MeasureProcessCPUTime();

}  // namespace
