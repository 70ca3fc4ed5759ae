// The breaks and the statistics behind the experiment break-statistics.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "cuelab/event_engine.hpp"
#include "reproduce/break_fit.hpp"

namespace cuelab::reproduction {
namespace {

Scene break_scene() { return Lab::scene_at("experiments/break-statistics/scene.toml"); }

/// Index of the ball that the cue ball hits first.
std::uint32_t first_hit(const Scene& scene, const Break& each) {
  Trajectory run;
  EventEngine(scene).run(start_of(scene, each), run, Record::outcome);
  const auto hit = std::ranges::find(run.events, EventType::ball_ball, &Event::type);
  return std::max(hit->ball, hit->other.index);
}

TEST(BreakModel, FirstBallBreaksHitTheApexAndSecondBallBreaksTheBallBehindIt) {
  const Scene scene = break_scene();
  for (std::uint64_t k = 0; k < 20; ++k) {
    EXPECT_EQ(first_hit(scene, {{.aim = 1e-3, .place = 0.4}, k}), 1U);
    EXPECT_EQ(first_hit(scene, {{.aim = 1e-3, .second = true, .clearance = 6e-3}, k}), 2U);
  }
}

TEST(BreakModel, SecondBallBreaksPassTheApexAtTheirClearance) {
  Scene scene = break_scene();
  scene.cue.end_mass = 0.0;  // without squirt the ball goes where the cue points
  const auto start = start_of(scene, {{.aim = 0.0, .second = true, .clearance = 4e-3}, 3});
  // at the second ball: 2R from its centre, along the path
  const Vec2 from = flat(start[0].r), second = flat(start[2].r), apex = flat(start[1].r);
  const Vec2 along = (1.0 / norm(start[0].v)) * flat(start[0].v);
  const double off = cross(along, second - from);
  const double reach = dot(along, second - from) - std::sqrt(4.0 * R * R - off * off);
  EXPECT_NEAR(norm(from + reach * along - apex), 2.0 * R + 4e-3, 1e-9);
  EXPECT_LT(off, 0.0);  // on the side away from the apex
}

TEST(BreakModel, StylesShareTheirRandomErrors) {
  const Scene scene = break_scene();
  const auto slow = start_of(scene, {{.speed = 5.0, .gap = 1e-4}, 7});
  const auto fast = start_of(scene, {{.speed = 10.0, .gap = 1e-4}, 7});
  EXPECT_NEAR(norm(fast[0].v), 2.0 * norm(slow[0].v), 1e-12);
  for (std::size_t b = 1; b < slow.size(); ++b) EXPECT_EQ(slow[b].r, fast[b].r);
  const auto other = start_of(scene, {{.speed = 10.0, .gap = 1e-4}, 8});
  EXPECT_NE(norm(fast[0].v), norm(other[0].v));
  EXPECT_NE(fast[1].r, other[1].r);
}

// the bounds are the rates at which the count is 1.96 standard deviations off
TEST(BreakFit, WilsonsBoundsSolveTheirEquation) {
  constexpr double z = 1.959964;
  for (const auto& [count, trials] : {std::pair{95U, 118U}, std::pair{1U, 51U}}) {
    const double rate = static_cast<double>(count) / trials;
    const Bounds bounds = wilson(count, trials);
    EXPECT_LT(bounds.low, rate);
    EXPECT_GT(bounds.high, rate);
    for (const double p : {bounds.low, bounds.high}) {
      EXPECT_NEAR(std::abs(rate - p), z * std::sqrt(p * (1.0 - p) / trials), 1e-12);
    }
  }
}

TEST(BreakFit, ThePredictiveDistributionIsABetaBinomial) {
  // sum 1, mean n a / (a + b)
  double sum = 0.0, mean = 0.0;
  for (std::size_t k = 0; k <= 51; ++k) {
    const double p = predictive({k, 51}, {8, 100});
    sum += p;
    mean += static_cast<double>(k) * p;
  }
  EXPECT_NEAR(sum, 1.0, 1e-12);
  EXPECT_NEAR(mean, 51.0 * 8.5 / 101.0, 1e-10);

  // a long simulation gives the binomial distribution: 10 of 20 at one half
  EXPECT_NEAR(predictive({10, 20}, {5'000'000, 10'000'000}), 184756.0 / 1048576.0, 1e-6);
}

TEST(BreakFit, WeightsFavourTheStyleThatGivesThePublishedNumbers) {
  const BreakCounts published{.breaks = 100, .had = {80, 8, 1}};
  std::vector<FitPoint> points{
      {{.speed = 7.0}, {.breaks = 1000, .had = {500, 80, 10}}, 0.0, 0.0},
      {{.speed = 9.0}, {.breaks = 1000, .had = {800, 80, 10}}, 0.0, 0.0},
      {{.speed = 11.0}, {.breaks = 1000, .had = {800, 200, 10}}, 0.0, 0.0}};
  weigh(points, published);
  EXPECT_EQ(best_of(points).style.speed, 9.0);
  EXPECT_NEAR(points[0].weight + points[1].weight + points[2].weight, 1.0, 1e-12);
  EXPECT_GT(points[1].weight, 0.99);
  const Bounds made = predicted_count(points, BreakResult::made, 100);
  EXPECT_TRUE(made.contain(80.0));
  EXPECT_FALSE(made.contain(60.0));
  EXPECT_NEAR(at_most(points, BreakResult::made, {100, 100}), 1.0, 1e-12);
  EXPECT_LT(at_most(points, BreakResult::made, {static_cast<std::size_t>(made.low) - 1, 100}),
            0.025);
}

TEST(BreakFit, DrawnStylesHaveTheFrequenciesOfTheirWeights) {
  const std::vector<FitPoint> points{{{.speed = 7.0}, {}, 0.0, 0.2},
                                     {{.speed = 9.0}, {}, 0.0, 0.7},
                                     {{.speed = 11.0}, {}, 0.0, 0.1}};
  const std::vector<Break> breaks = drawn_breaks(points, 10'000);
  for (const FitPoint& point : points) {
    const auto drawn =
        std::ranges::count_if(breaks, [&](const Break& each) { return each.style == point.style; });
    EXPECT_NEAR(static_cast<double>(drawn) / 10'000.0, point.weight, 0.02);  // four deviations
  }
  EXPECT_EQ(breaks[17].number, 17U);
}

}  // namespace
}  // namespace cuelab::reproduction
