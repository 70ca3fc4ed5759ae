// The goal files of goals/: each is solved without a first guess, and what is found is played again
// and judged by the events alone.
#include <gtest/gtest.h>

#include <cmath>

#include "cuelab/batch.hpp"
#include "cuelab/cuelab.hpp"
#include "cuelab/goal_file.hpp"
#include "cuelab/outcome.hpp"

namespace cuelab::testing {
namespace {

GoalFile goal_named(std::string_view name) {
  for (const NamedScene& goal : named_goals()) {
    if (goal.name == name) return *parse_goal(goal.text, Format::toml, std::string(goal.name));
  }
  ADD_FAILURE() << "no goal file " << name;
  return {};
}

ShapeResult solved(const GoalFile& goal) {
  ShapeOptions options = goal.search;
  options.parallel = on_all_cores;
  return shape(goal.problem, options);
}

/// A solution played again.
struct Replayed {
  Scene scene;
  Trajectory run;
  Outcome outcome;
};

Replayed replayed(const GoalFile& goal, const Solution& solution) {
  Scene scene = scene_of(goal.problem, solution.attempt.x);
  Trajectory run = simulate(scene)->trajectory;
  Outcome outcome = outcome_of(scene, run);
  return {std::move(scene), std::move(run), std::move(outcome)};
}

std::uint32_t ball_named(const Scene& scene, std::string_view id) {
  for (std::uint32_t i = 0; i < scene.balls.size(); ++i) {
    if (scene.balls[i].id == id) return i;
  }
  return none;
}

double best_chance(const ShapeResult& found) {
  return found.solutions.empty() ? 0.0 : found.solutions.front().chance;
}

TEST(GoalFiles, NoneHasAFirstGuess) {
  ASSERT_GE(named_goals().size(), 9U);
  for (const NamedScene& named : named_goals()) {
    const auto goal = parse_goal(named.text, Format::toml, std::string(named.name));
    ASSERT_TRUE(goal) << goal.error().message();
    for (const Unknown& unknown : goal->problem.unknowns) EXPECT_FALSE(unknown.start);
  }
}

TEST(GoalFiles, ABankPotGoesByACushionIntoAPocket) {
  const GoalFile goal = goal_named("bank_pot");
  const ShapeResult found = solved(goal);
  ASSERT_GE(found.solutions.size(), 3U);
  EXPECT_GT(best_chance(found), 0.9);
  for (const Solution& solution : found.solutions) {
    const Replayed shot = replayed(goal, solution);
    const std::uint32_t one = ball_named(shot.scene, "1");
    EXPECT_TRUE(shot.outcome.is_pocketed(one)) << solution.path;
    EXPECT_EQ(shot.outcome.first_hit, one);
    bool by_cushion = false;
    for (const Event& e : shot.run.events) {
      by_cushion = by_cushion || (e.type == EventType::ball_cushion && e.ball == one);
    }
    EXPECT_TRUE(by_cushion) << solution.path;
  }
}

TEST(GoalFiles, AJumpShotFliesOverTheBlockerAndPots) {
  const GoalFile goal = goal_named("jump_pot");
  const ShapeResult found = solved(goal);
  ASSERT_GE(found.solutions.size(), 2U);
  EXPECT_GT(best_chance(found), 0.3);
  for (const Solution& solution : found.solutions) {
    const Replayed shot = replayed(goal, solution);
    const std::uint32_t target = ball_named(shot.scene, "target");
    EXPECT_EQ(shot.outcome.first_hit, target);
    EXPECT_TRUE(shot.outcome.is_pocketed(target)) << solution.path;
  }
}

TEST(GoalFiles, AKickComesByTwoCushions) {
  const GoalFile goal = goal_named("two_cushion_kick");
  const ShapeResult found = solved(goal);
  ASSERT_GE(found.solutions.size(), 2U);
  EXPECT_GT(best_chance(found), 0.8);
  for (const Solution& solution : found.solutions) {
    const Replayed shot = replayed(goal, solution);
    EXPECT_EQ(shot.outcome.first_hit, ball_named(shot.scene, "1"));
    EXPECT_GE(shot.outcome.cushions_before, 2U) << solution.path;
    EXPECT_TRUE(solution.path.starts_with("cue-nose_head, cue-nose_long_head_left"))
        << solution.path;
  }
}

TEST(GoalFiles, AThreeCushionPointIsFoundInManyWays) {
  const GoalFile goal = goal_named("three_cushion");
  const ShapeResult found = solved(goal);
  EXPECT_EQ(found.solutions.size(), goal.search.solutions);
  EXPECT_GT(best_chance(found), 0.5);
  for (const Solution& solution : found.solutions) {
    EXPECT_TRUE(replayed(goal, solution).outcome.three_cushion_point) << solution.path;
  }
}

TEST(GoalFiles, AMasseGoesAroundTheBallIntoTheZone) {
  const GoalFile goal = goal_named("masse_around");
  const ShapeResult found = solved(goal);
  ASSERT_GE(found.solutions.size(), 1U);
  EXPECT_GT(best_chance(found), 0.5);
  const Goal& zone = goal.problem.goals.back();
  ASSERT_EQ(zone.kind, Goal::Kind::gate);
  for (const Solution& solution : found.solutions) {
    const Replayed shot = replayed(goal, solution);
    const Vec2 red = flat(shot.scene.balls[1].start.r);
    const double touch = shot.scene.balls[0].spec.radius + shot.scene.balls[1].spec.radius;
    const double first_cushion = [&] {
      for (const Event& e : shot.run.events) {
        if (e.type == EventType::ball_cushion) return e.t;
      }
      return shot.run.t_end;
    }();
    double to_zone = 1e300, to_red = 1e300, beyond = 0.0;
    const Replay replay(shot.run);
    for (double t = 0.0; t < first_cushion; t += 1e-4) {
      const Vec2 at = flat(replay.state(0, t).r);
      if (norm(at - zone.at) > to_zone) continue;
      to_zone = norm(at - zone.at);
      to_red = std::min(to_red, norm(at - red));
      beyond = std::max(beyond, std::abs(at.y - red.y));
    }
    EXPECT_LE(to_zone, zone.tolerance + 1e-4) << solution.path;
    EXPECT_GT(to_red, touch) << solution.path;
    EXPECT_GT(beyond, touch) << "it must go around";
  }
}

/// The solution that is nearest to a start, in one unknown.
double nearest(const ShapeResult& found, std::size_t unknown, double to) {
  double best = 1e300;
  for (const Solution& s : found.solutions) {
    if (std::abs(s.attempt.x[unknown] - to) < std::abs(best - to)) best = s.attempt.x[unknown];
  }
  return best;
}

TEST(GoalFiles, TheProblemsOfTheLoneBallAreSolved) {
  for (const char* name : {"shaping_a", "shaping_b2", "shaping_c"}) {
    const GoalFile goal = goal_named(name);
    const ShapeResult found = solved(goal);
    ASSERT_FALSE(found.solutions.empty()) << name;
    for (const Solution& solution : found.solutions) {
      const Attempt again = attempt(goal.problem, solution.attempt.x);
      EXPECT_TRUE(again.satisfied);
      EXPECT_LT(again.miss, 1e-5) << name;
    }
    if (name == std::string("shaping_b2")) {
      EXPECT_NEAR(nearest(found, 0, 0.804314), 0.804314, 1e-4);
    }
  }
}

TEST(GoalFiles, AnInfeasibleProblemHasABestMiss) {
  const ShapeResult found = solved(goal_named("shaping_b"));
  EXPECT_TRUE(found.solutions.empty());
  EXPECT_TRUE(found.is_infeasible);
  EXPECT_NEAR(found.closest.miss, 0.03941, 1e-5);
}

TEST(Shaping, GivesTheSameResultOnAnyNumberOfThreads) {
  const GoalFile goal = goal_named("two_cushion_kick");
  const ShapeResult many = solved(goal);
  const ShapeResult one = shape(goal.problem, goal.search);
  ASSERT_EQ(many.solutions.size(), one.solutions.size());
  EXPECT_EQ(many.simulations, one.simulations);
  for (std::size_t i = 0; i < one.solutions.size(); ++i) {
    EXPECT_EQ(many.solutions[i].attempt.x, one.solutions[i].attempt.x);
    EXPECT_EQ(many.solutions[i].chance, one.solutions[i].chance);
    EXPECT_EQ(many.solutions[i].usual_miss, one.solutions[i].usual_miss);
  }
}

}  // namespace
}  // namespace cuelab::testing
