// The shaping problems of one ball on the patch cloth, as in docs/shaping.md: the start of a ball
// that passes gates and stops at a target.
#include <gtest/gtest.h>

#include <cmath>
#include <random>

#include "cuelab/cuelab.hpp"
#include "cuelab/shaping.hpp"
#include "support/patch_ball.hpp"

namespace cuelab::testing {
namespace {

constexpr double degrees = 180.0 / 3.14159265358979323846;
constexpr double R = BallSpec{}.radius;

ShapingProblem lone_ball(const BallStart& start) {
  ShapingProblem problem;
  problem.scene = *make_scene("open");
  problem.scene.physics.cloth = pool_patch();
  problem.scene.run.t_max = 100.0;
  problem.scene.balls = {{"cue", {}, {.r = {0.0, 0.0, R}}}};
  problem.start = start;
  return problem;
}

Goal gate(Vec2 at) { return {.kind = Goal::Kind::gate, .at = at, .tolerance = 1e-5}; }
Goal stop(Vec2 at) { return {.kind = Goal::Kind::stop, .at = at, .tolerance = 1e-5}; }

const Unknown speed{.quantity = Quantity::ball_speed, .min = 0.05, .max = 4.0};
const Unknown direction{.quantity = Quantity::direction, .min = -90.0, .max = 90.0};
const Unknown along{.quantity = Quantity::spin_along, .min = -150.0, .max = 150.0};
const Unknown across{.quantity = Quantity::spin_across, .min = -150.0, .max = 150.0};

ShapingProblem problem_a() {
  ShapingProblem problem = lone_ball({.spin_up = 60.0, .rolling = true});
  problem.unknowns = {speed, direction};
  problem.goals = {stop({1.2, 0.3})};
  return problem;
}

ShapingProblem problem_b(Vec2 through, Vec2 target) {
  ShapingProblem problem = lone_ball({.spin_up = 80.0});
  problem.unknowns = {speed, direction, along};
  problem.goals = {gate(through), stop(target)};
  return problem;
}

/// Point of the path after a share of its length.
Vec2 along_path(const Trajectory& run, double share) {
  const Replay replay(run);
  constexpr int steps = 200000;
  std::vector<Vec2> points;
  std::vector<double> lengths{0.0};
  for (int i = 0; i <= steps; ++i) {
    points.push_back(flat(replay.state(0, run.t_end * i / steps).r));
    if (i > 0) lengths.push_back(lengths.back() + norm(points[i] - points[i - 1]));
  }
  std::size_t i = 0;
  while (lengths[i] < share * lengths.back()) ++i;
  return points[i];
}

ShapingProblem problem_c() {
  ShapingProblem problem = lone_ball({.spin_up = 90.0});
  problem.unknowns = {speed, direction, along, across};
  const std::vector<double> hidden{1.1, 0.5 * degrees, 55.0, -20.0};
  const Trajectory run = simulate_event(scene_of(problem, hidden));
  problem.goals = {gate(along_path(run, 0.3)), gate(along_path(run, 0.6)),
                   stop(flat(run.final[0].r))};
  return problem;
}

TEST(Shaping, StopsARollingBallWithSideAtATarget) {
  const std::vector<double> start{0.8, 0.1 * degrees};
  const Refined found = refine(problem_a(), start);
  EXPECT_LT(found.best.miss, 1e-5);
  EXPECT_LE(found.simulations, 25U);
  RecordProperty("simulations", int(found.simulations));
}

TEST(Shaping, BendsABallThroughAGateToATarget) {
  const std::vector<double> start{1.2, 0.2 * degrees, 20.0};
  const Refined found = refine(problem_b({0.3, 0.05}, {2.5, 0.0}), start);
  EXPECT_LT(found.best.miss, 1e-5);
  EXPECT_LE(found.simulations, 25U);
  EXPECT_NEAR(found.best.x[0], 0.804314, 1e-3);
  EXPECT_NEAR(found.best.x[1], 0.599776 * degrees, 1e-3 * degrees);
  EXPECT_NEAR(found.best.x[2], 48.50495, 0.05);
  RecordProperty("simulations", int(found.simulations));
}

TEST(Shaping, FindsAHiddenShotByTwoGatesAndATarget) {
  const std::vector<double> start{1.0, 0.3 * degrees, 30.0, 0.0};
  const Refined found = refine(problem_c(), start);
  EXPECT_LT(found.best.miss, 1e-5);
  EXPECT_LE(found.simulations, 25U);
  RecordProperty("simulations", int(found.simulations));
}

TEST(Shaping, FindsAHiddenShotFromTwentyRandomStarts) {
  const ShapingProblem problem = problem_c();
  std::mt19937 dice(7);
  const auto draw = [&](double low, double high) {
    return low + (high - low) * (static_cast<double>(dice()) / 4294967296.0);
  };
  int solved = 0;
  for (int i = 0; i < 20; ++i) {
    const std::vector<double> start{draw(0.5, 2.0), draw(0.0, 1.0) * degrees, draw(0.0, 100.0),
                                    draw(-50.0, 50.0)};
    const Refined found = refine(problem, start, {.most_simulations = 130});
    solved += found.best.miss < 1e-5 ? 1 : 0;
  }
  EXPECT_EQ(solved, 20);
}

TEST(Shaping, SaysThatAProblemIsInfeasible) {
  const std::vector<double> start{1.2, 0.2 * degrees, 20.0};
  const Refined found =
      refine(problem_b({0.25, 0.06}, {0.9, 0.0}), start, {.most_simulations = 150});
  EXPECT_NEAR(found.best.miss, 0.03941, 1e-5);
  EXPECT_TRUE(found.is_stationary);
  RecordProperty("simulations", int(found.simulations));
}

}  // namespace
}  // namespace cuelab::testing
