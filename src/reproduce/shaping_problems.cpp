// Which start sends a ball along a wanted path: the question of [Kudra2016], with derivatives.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numbers>
#include <random>

#include "cuelab/event_engine.hpp"
#include "cuelab/goal_file.hpp"
#include "cuelab/shaping.hpp"
#include "reproduce/catalogue.hpp"

namespace cuelab::reproduction {
namespace {

constexpr double degrees = 180.0 / std::numbers::pi;

/// A problem of goals/, a first guess, and its solution rounded to what the second program plays.
struct Problem {
  const char* name;
  const char* goal;  ///< name of its goal file
  const char* text;
  std::vector<double> guess{};     ///< directions in degrees, as in all unknowns
  std::vector<double> solution{};  ///< directions in radians
};

const std::vector<Problem>& problems() {
  static const std::vector<Problem> all = {
      {"A",
       "shaping_a",
       "rolls with 60 rad/s of side to (1.2, 0.3)",
       {0.8, 0.1 * degrees},
       {0.491419, 0.254344}},
      {"B2",
       "shaping_b2",
       "80 rad/s of side; by (0.3, 0.05) to (2.5, 0)",
       {1.2, 0.2 * degrees, 20.0},
       {0.804308, 0.599784, 48.50572}},
      {"C",
       "shaping_c",
       "90 rad/s of side; by two gates to a target, all three from a hidden shot",
       {1.0, 0.3 * degrees, 30.0, 0.0},
       {1.1, 0.5, 55.0, -20.0}},
      {"B",
       "shaping_b",
       "as B2, but by (0.25, 0.06) to (0.9, 0): no start does it",
       {1.2, 0.2 * degrees, 20.0},
       {0.361207, 0.928009, 40.6776}}};
  return all;
}

ShapingProblem problem_named(std::string_view name) {
  for (const NamedScene& goal : named_goals()) {
    if (goal.name != name) continue;
    auto file = parse_goal(goal.text, Format::toml, std::string(name));
    if (file) return std::move(file->problem);
  }
  throw std::logic_error(fmt::format("no goal file {}", name));
}

/// Directions from radians to degrees.
std::vector<double> in_degrees(const ShapingProblem& problem, std::vector<double> x) {
  for (std::size_t i = 0; i < x.size(); ++i) {
    if (problem.unknowns[i].quantity == Quantity::direction) x[i] *= degrees;
  }
  return x;
}

/// Directions in radians, spins times R.
std::vector<double> in_si(const ShapingProblem& problem, std::vector<double> x) {
  for (std::size_t i = 0; i < x.size(); ++i) {
    const Quantity q = problem.unknowns[i].quantity;
    if (q == Quantity::direction) x[i] /= degrees;
    if (q > Quantity::direction) x[i] *= R;
  }
  return x;
}

/// Distances from the gates, + to the left of the path, and the position at rest; in order.
std::vector<double> figures_of(const ShapingProblem& problem, const Trajectory& run) {
  std::vector<double> figures;
  for (const Goal& goal : problem.goals) {
    if (goal.kind != Goal::Kind::gate) continue;
    figures.push_back(evaluate(goal, problem.scene, run).residuals.front().value);
  }
  figures.push_back(run.final[0].r.x);
  figures.push_back(run.final[0].r.y);
  return figures;
}

std::string millimetres(double metres) { return fmt::format("{:.2g}", 1e3 * metres); }

draw::Series path_of(const Trajectory& run, std::string name) {
  draw::Series series{.name = std::move(name)};
  const Replay replay(run);
  for (int k = 0; k <= 300; ++k) {
    const Vec3 r = replay.state(0, run.t_end * k / 300.0).r;
    series.points.push_back({r.x, r.y});
  }
  return series;
}

draw::Series points_of(const ShapingProblem& problem, std::string name) {
  draw::Series series{.name = std::move(name), .shown = draw::Shown::points};
  for (const Goal& goal : problem.goals) series.points.push_back(goal.at);
  return series;
}

/// Both solvers from the same guess.
void solve(Lab& lab) {
  lab.section("From a guess to the solution");
  Grid grid{
      "Levenberg-Marquardt, stopped below 0.002 mm or where no step helps",
      {"problem", "unknowns", "simulations", "miss [mm]", "with differences of runs", "miss [mm]"},
      {}};
  draw::Plot plot{"Shaped paths", {"x", "m"}, {"y", "m"}, {}};
  for (std::size_t k = 0; k < problems().size(); ++k) {
    const Problem& p = problems()[k];
    const ShapingProblem problem = problem_named(p.goal);
    const Refined found = refine(problem, p.guess, {.most_simulations = 200});
    const Refined slow = refine(problem, p.guess, {.most_simulations = 400, .derivatives = false});
    const Trajectory run = lab.shoot(scene_of(problem, found.best.x)).trajectory;
    grid.rows.push_back({p.name, std::to_string(problem.unknowns.size()),
                         std::to_string(found.simulations), millimetres(found.best.miss),
                         std::to_string(slow.simulations), millimetres(slow.best.miss)});
    if (p.name == std::string("B")) {
      lab.compare("least_miss", 0, p.name, {found.best.miss});
    } else if (p.name != std::string("C")) {
      lab.compare("solutions", k, p.name, in_si(problem, found.best.x));
    }
    plot.series.push_back(path_of(run, p.name));
    plot.series.push_back(points_of(problem, fmt::format("wanted in {}", p.name)));
  }
  lab.grid(std::move(grid));
  lab.figure(
      "shaping-paths",
      "Paths of the solutions, and the gates and targets they were to meet. B passes as near "
      "to both points as it can.",
      std::move(plot));
  lab.text(
      "C is nearly degenerate. Its gates lie where the ball already rolls, and a rolling path has "
      "little more than three numbers: where it begins, its direction and its length. Four "
      "unknowns "
      "leave a curve of starts that meet gates and target to some micrometres; from other guesses "
      "the solver ends elsewhere on it, and at the hidden shot only if it may go on far below the "
      "tolerance.");
}

/// The second program plays the solutions.
void compare_paths(Lab& lab) {
  lab.section("The solutions in the second program");
  for (std::size_t k = 0; k < problems().size(); ++k) {
    const Problem& p = problems()[k];
    const ShapingProblem problem = problem_named(p.goal);
    const Scene scene = scene_of(problem, in_degrees(problem, p.solution));
    lab.compare("paths", k, p.name, figures_of(problem, lab.shoot(scene).trajectory));
  }
  lab.text(
      "Both programs play the same start, rounded to the digits of the solution above: distance "
      "from each gate, positive if it lies to the left of the path, and the position at rest.");
}

/// C from guesses all over the ranges.
void solve_from_anywhere(Lab& lab) {
  lab.section("Problem C from random guesses");
  const ShapingProblem problem = problem_named("shaping_c");
  std::mt19937 dice(7);
  const auto draw = [&](double low, double high) {
    return low + (high - low) * (static_cast<double>(dice()) / 4294967296.0);
  };
  const int starts = lab.brief() ? 5 : 20;
  int solved = 0;
  std::vector<std::size_t> counts;
  for (int i = 0; i < starts; ++i) {
    const std::vector<double> start{draw(0.5, 2.0), draw(0.0, 1.0) * degrees, draw(0.0, 100.0),
                                    draw(-50.0, 50.0)};
    const Refined found = refine(problem, start, {.most_simulations = 130});
    solved += found.best.miss < 1e-5 ? 1 : 0;
    counts.push_back(found.simulations);
  }
  std::ranges::sort(counts);
  lab.compare("random_starts", 0, "C", {static_cast<double>(solved) / starts});
  lab.text(
      fmt::format("{} of {} guesses end below 0.01 mm, after {} to {} simulations, {} in the "
                  "median.",
                  solved, starts, counts.front(), counts.back(), counts[counts.size() / 2]));
}

}  // namespace

void shaping_problems(Lab& lab) {
  lab.text(
      "Which start sends one ball by given points to a given place? The paper asks it for "
      "approximations of the friction in the contact patch; its problems were not among the pages "
      "that were available. These four are our own, on the exact patch: the ball starts at the "
      "origin with the speed V in the direction phi, with spins along that direction, across it "
      "and "
      "about the vertical. The solver is given the exact derivatives of every run "
      "(docs/derivatives.md). `cuelab shape` solves the same files without a guess "
      "(docs/shaping.md).");
  solve(lab);
  compare_paths(lab);
  solve_from_anywhere(lab);
}

}  // namespace cuelab::reproduction
