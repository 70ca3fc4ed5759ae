#include "comparison.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <utility>

namespace cuelab::cli {
namespace {

/// Short runs are repeated for their processor time, which is the least of all.
constexpr double long_enough = 0.02;  // [s]
constexpr int most_repetitions = 5;

Result<ComparedRun> run_one(Scene scene, const std::string& file, bool quiet) {
  auto run = run_engine(scene, file, {}, quiet);
  if (!run) return run.error();
  for (int k = 1; k < most_repetitions && run->cpu_seconds < long_enough; ++k) {
    const auto again = run_engine(scene, file, {}, true);
    if (!again) return again.error();
    run->cpu_seconds = std::min(run->cpu_seconds, again->cpu_seconds);
  }
  Replay replay(run->trajectory);
  auto impacts = impacts_of(scene, run->trajectory);
  auto transitions = transitions_of(run->trajectory);
  return ComparedRun{std::move(scene), *std::move(run), std::move(replay), std::move(impacts),
                     std::move(transitions)};
}

ComparedPair pair_of(const Comparison& comparison, std::size_t a, std::size_t b) {
  const ComparedRun& first = comparison.runs[a];
  const ComparedRun& second = comparison.runs[b];
  ComparedPair pair{.a = a, .b = b};
  pair.impacts = match_events(first.impacts, second.impacts);
  if (!first.transitions.empty() && !second.transitions.empty()) {
    pair.transitions = match_events(first.transitions, second.transitions);
  }
  pair.times = comparison_times(first.run.trajectory, second.run.trajectory);
  const RunPair runs{first.scene, first.replay, second.replay};
  pair.deviation = path_deviation(runs, pair.times);
  pair.crossings = {Crossing{"1 mm", 1e-3}, Crossing{"1 cm", 1e-2},
                    Crossing{"one radius", comparison.radius}};
  for (Crossing& crossing : pair.crossings) {
    crossing.t = first_exceeds(pair.deviation, runs, crossing.length);
  }
  pair.energy_a = energy_at(first.scene, first.replay, pair.times);
  pair.energy_b = energy_at(second.scene, second.replay, pair.times);
  return pair;
}

double largest_radius(const Scene& scene) {
  double radius = 0.0;
  for (const Ball& ball : scene.balls) radius = std::max(radius, ball.spec.radius);
  return radius;
}

Result<SampledRun> sampled(const Scene& scene, const std::string& file,
                           const std::vector<double>& times, bool quiet) {
  const auto run = run_engine(scene, file, {.at = times}, quiet);
  if (!run) return run.error();
  SampledRun result{.impacts = impacts_of(scene, run->trajectory)};
  for (const Snapshot& snapshot : run->samples) {
    std::vector<BallState>& states = result.states.emplace_back();
    for (const Sample& body : snapshot.bodies) states.push_back(body.state);
  }
  return result;
}

constexpr double one_degree = 3.14159265358979323846 / 180.0;  // [rad]

std::array<StrokeSensitivity, 2> stroke_parameters() {
  return {{{.parameter = "heading",
            .unit = "m/rad",
            .errors = {0.1 * one_degree, 0.01 * one_degree},
            .error_names = {"0.1\u00b0", "0.01\u00b0"}},
           {.parameter = "speed",
            .unit = "m per relative change",
            .errors = {1e-2, 1e-3},
            .error_names = {"1 %", "0.1 %"}}}};
}

/// Tolerance of the hybrid engine for neighbouring runs: its error must be small compared with
/// their difference.
constexpr double neighbour_tolerance = 1e-11;

Scene neighbour_of(Scene scene, const std::string& parameter, double step) {
  if (parameter == "heading") {
    scene.shot->heading += step;
  } else {
    scene.shot->speed *= 1.0 + step;
  }
  return scene;
}

/// From the run's derivatives, if its engine has them.
std::optional<Amplification> exact_amplification(const ComparedRun& run, const std::string& name,
                                                 const std::vector<double>& times) {
  if (run.scene.run.engine != Engine::event) return {};
  const auto number = SceneNumber::find(run.scene, "shot." + name);
  if (!number) return {};
  const auto derivatives = differentiate(run.scene, run.run.trajectory, {&*number, 1});
  if (!derivatives) return {};
  // the keys are in degrees and m/s
  const double per_unit = name == "heading" ? 1.0 / one_degree : run.scene.shot->speed;
  return amplification({run.scene, run.run.trajectory, *derivatives, 0, per_unit}, times);
}

Result<RunSensitivity> sensitivity_of(const ComparedRun& run, double radius,
                                      const std::string& file, bool quiet) {
  constexpr std::size_t steps = 400;
  RunSensitivity result{.parameters = stroke_parameters()};
  for (std::size_t k = 0; k <= steps; ++k) {
    const double share = static_cast<double>(k) / static_cast<double>(steps);
    result.times.push_back(share * run.run.trajectory.t_end);
  }
  Scene scene = run.scene;
  scene.hybrid.rel_tol = std::min(scene.hybrid.rel_tol, neighbour_tolerance);
  const auto base = sampled(scene, file, result.times, quiet);
  if (!base) return base.error();
  for (StrokeSensitivity& entry : result.parameters) {
    const auto neighbour = [&](double step) {
      return sampled(neighbour_of(scene, entry.parameter, step), file, result.times, quiet);
    };
    for (const double step : neighbour_steps) {
      const auto plus = neighbour(step);
      if (!plus) return plus.error();
      const auto minus = neighbour(-step);
      if (!minus) return minus.error();
      const Neighbours neighbours{scene, *plus, *base, *minus, step, radius};
      entry.neighbours = joined(entry.neighbours, amplification(neighbours, result.times));
    }
    entry.exact = exact_amplification(run, entry.parameter, result.times);
  }
  return result;
}

}  // namespace

Result<Comparison> compare_engines(std::vector<Scene> scenes, const std::string& file, bool quiet) {
  Comparison comparison;
  comparison.radius = largest_radius(scenes.front());
  for (Scene& scene : scenes) {
    auto run = run_one(std::move(scene), file, quiet);
    if (!run) return run.error();
    comparison.runs.push_back(*std::move(run));
  }
  for (std::size_t a = 0; a < comparison.runs.size(); ++a) {
    for (std::size_t b = a + 1; b < comparison.runs.size(); ++b) {
      comparison.pairs.push_back(pair_of(comparison, a, b));
    }
  }
  return comparison;
}

std::optional<Error> add_sensitivities(Comparison& comparison, const std::string& file,
                                       bool quiet) {
  for (const ComparedRun& run : comparison.runs) {
    auto sensitivity = sensitivity_of(run, comparison.radius, file, quiet);
    if (!sensitivity) return sensitivity.error();
    comparison.sensitivities.push_back(*std::move(sensitivity));
  }
  return {};
}

}  // namespace cuelab::cli
