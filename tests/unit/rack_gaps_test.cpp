// Racks with random gaps: what the gaps are, and that they have the stated distribution.
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <algorithm>
#include <cmath>
#include <map>

#include "cuelab/io.hpp"
#include "cuelab/scene.hpp"

namespace cuelab {
namespace {

constexpr double R = 0.028575;
constexpr double mean = 1e-6;  // so small that second-order terms are below 1e-4 of it [m]

using Pair = std::pair<std::size_t, std::size_t>;

std::vector<RackedBall> touching(const std::string& game) {
  return *rack_balls({.game = game, .at = {0.635, 0.0}, .gap = 0.0}, *make_table("pool-9ft"), R);
}

std::vector<RackedBall> racked(const std::string& game, std::uint64_t seed, const RackGaps& gaps) {
  const auto balls = rack_balls({.game = game, .at = {0.635, 0.0}, .seed = seed, .gaps = gaps},
                                *make_table("pool-9ft"), R);
  EXPECT_TRUE(balls) << (balls ? "" : balls.error().message());
  return balls ? *balls : std::vector<RackedBall>{};
}

/// The pairs that touch in a rack without gaps.
std::vector<Pair> neighbours(const std::string& game) {
  const auto balls = touching(game);
  std::vector<Pair> pairs;
  for (std::size_t a = 0; a < balls.size(); ++a) {
    for (std::size_t b = a + 1; b < balls.size(); ++b) {
      if (norm(balls[a].at - balls[b].at) < 2.1 * R) pairs.emplace_back(a, b);
    }
  }
  return pairs;
}

double gap_between(const std::vector<RackedBall>& balls, const Pair& pair) {
  return norm(balls[pair.first].at - balls[pair.second].at) - 2.0 * R;
}

/// Largest difference between the distribution of the values and a distribution function
/// [Kolmogorov-Smirnov].
template <class Function>
double distance_from(std::vector<double> values, Function&& cumulative) {
  std::ranges::sort(values);
  const auto n = static_cast<double>(values.size());
  double largest = 0.0;
  for (std::size_t i = 0; i < values.size(); ++i) {
    const double expected = cumulative(values[i]);
    const auto k = static_cast<double>(i);
    largest = std::max({largest, expected - k / n, (k + 1.0) / n - expected});
  }
  return largest;
}

/// Exceeded by a distance of n values with probability 1e-6.
double unlikely_distance(std::size_t n) { return 2.7 / std::sqrt(static_cast<double>(n)); }

/// The gaps of many racks, by pair.
std::map<Pair, std::vector<double>> many_gaps(const std::string& game, const RackGaps& gaps,
                                              std::uint64_t count) {
  std::map<Pair, std::vector<double>> all;
  const auto pairs = neighbours(game);
  for (std::uint64_t seed = 0; seed < count; ++seed) {
    const auto balls = racked(game, seed, gaps);
    for (const Pair& pair : pairs) all[pair].push_back(gap_between(balls, pair));
  }
  return all;
}

const RackGaps exponential{.law = RackGaps::Law::exponential, .mean = mean, .max = 50.0 * mean};

TEST(RackGaps, OfATriangleOfThreeAreExactlyTheDistribution) {
  // three gaps, three degrees of freedom
  const auto all = many_gaps("triangle-3", exponential, 3000);
  ASSERT_EQ(all.size(), 3U);
  for (const auto& [pair, gaps] : all) {
    const double distance =
        distance_from(gaps, [](double g) { return 1.0 - std::exp(-std::max(g, 0.0) / mean); });
    EXPECT_LT(distance, unlikely_distance(gaps.size()));
  }
  const RackGaps uniform{.law = RackGaps::Law::uniform, .max = 2.0 * mean};
  for (const auto& [pair, gaps] : many_gaps("triangle-3", uniform, 3000)) {
    const double distance =
        distance_from(gaps, [](double g) { return std::clamp(g / (2.0 * mean), 0.0, 1.0); });
    EXPECT_LT(distance, unlikely_distance(gaps.size()));
  }
}

TEST(RackGaps, AreIndependentInATriangleOfThree) {
  const auto all = many_gaps("triangle-3", exponential, 3000);
  const auto& a = all.begin()->second;
  for (auto other = std::next(all.begin()); other != all.end(); ++other) {
    double covariance = 0.0;
    for (std::size_t i = 0; i < a.size(); ++i) {
      covariance += (a[i] - mean) * (other->second[i] - mean) / (mean * mean);
    }
    // the standard deviation of the sum is sqrt(n)
    EXPECT_LT(std::abs(covariance), 5.0 * std::sqrt(static_cast<double>(a.size())));
  }
}

TEST(RackGaps, OfNineAndTenBallsHaveTheStatedMoments) {
  // A gap of the hexagon around the centre is D (S + T) / 2: D ~ Beta(1, 5) its share of the sum S
  // of six, T the sum of the other six. With S + T ~ Gamma(12) its mean is that of the
  // distribution and its mean square 2/(6 7) * 12 13/4 = 13/7 instead of 2. The other gaps are the
  // drawn ones.
  for (const char* game : {"nine-ball", "ten-ball"}) {
    const std::uint64_t count = 4000;
    const auto all = many_gaps(game, exponential, count);
    const auto places = touching(game);
    const Vec2 centre = places[4].at;
    for (const auto& [pair, gaps] : all) {
      const bool in_hexagon = norm(places[pair.first].at - centre) < 2.1 * R &&
                              norm(places[pair.second].at - centre) < 2.1 * R;
      double sum = 0.0;
      double squares = 0.0;
      for (const double g : gaps) {
        sum += g / mean;
        squares += g * g / (mean * mean);
      }
      const auto n = static_cast<double>(count);
      EXPECT_NEAR(sum / n, 1.0, 5.0 / std::sqrt(n));
      // the fourth moment of an exponential is 24, the variance of its square 20
      EXPECT_NEAR(squares / n, in_hexagon ? 13.0 / 7.0 : 2.0, 5.0 * std::sqrt(20.0 / n));
      if (in_hexagon) continue;
      EXPECT_LT(distance_from(gaps, [](double g) { return 1.0 - std::exp(-g / mean); }),
                unlikely_distance(gaps.size()));
    }
  }
}

TEST(RackGaps, OfFifteenBallsStayCloseToTheDistribution) {
  const auto all = many_gaps("eight-ball", exponential, 2000);
  ASSERT_EQ(all.size(), 30U);
  for (const auto& [pair, gaps] : all) {
    double sum = 0.0;
    for (const double g : gaps) sum += g / mean;
    EXPECT_NEAR(sum / static_cast<double>(gaps.size()), 1.0, 0.15) << pair.first << pair.second;
    EXPECT_LT(distance_from(gaps, [](double g) { return 1.0 - std::exp(-g / mean); }), 0.1);
  }
}

RC_GTEST_PROP(RackGaps, BallsNeverOverlapAndTheRackStaysInPlace, ()) {
  const auto seed = *rc::gen::arbitrary<std::uint64_t>();
  const RackGaps wide{.law = RackGaps::Law::uniform, .max = R / 10.0};
  const RackGaps usual{.mean = 1e-4, .max = 1e-3};
  for (const RackGaps& gaps : {wide, usual, exponential}) {
    for (const char* game : {"eight-ball", "nine-ball", "ten-ball", "triangle-3"}) {
      const auto balls = racked(game, seed, gaps);
      const auto places = touching(game);
      RC_ASSERT(balls[0].at == places[0].at);
      double turned = 0.0;
      for (std::size_t i = 0; i < balls.size(); ++i) {
        turned += cross(places[i].at - places[0].at, balls[i].at - places[i].at);
        for (std::size_t j = 0; j < i; ++j) {
          RC_ASSERT(norm(balls[i].at - balls[j].at) > 2.0 * R - 1e-15);
        }
      }
      RC_ASSERT(std::abs(turned) < 1e-15);
    }
  }
}

TEST(RackGaps, FollowTheSeedAndNothingElse) {
  const auto a = racked("eight-ball", 7, exponential);
  const auto b = racked("eight-ball", 7, exponential);
  const auto c = racked("eight-ball", 8, exponential);
  EXPECT_EQ(a[14].at, b[14].at);
  EXPECT_NE(a[14].at, c[14].at);
  const auto plain =
      *rack_balls({.game = "eight-ball", .at = {}, .seed = 7}, *make_table("pool-9ft"), R);
  for (std::size_t i = 0; i < 15; ++i) EXPECT_EQ(a[i].id, plain[i].id);
}

TEST(RackGaps, OfASceneFile) {
  const char* text = R"(
schema = 1
[rack]
game = "nine-ball"
seed = 3
gap = { distribution = "exponential", mean = 1e-4, max = 5e-4 }
)";
  const auto scene = parse_scene(text, Format::toml, "scene.toml");
  ASSERT_TRUE(scene) << scene.error().message();
  const auto expected = racked("nine-ball", 3, {.mean = 1e-4, .max = 5e-4});
  ASSERT_EQ(scene->balls.size(), 9U);
  for (std::size_t i = 0; i < 9; ++i) EXPECT_EQ(flat(scene->balls[i].start.r), expected[i].at);
  const auto plain =
      parse_scene(text, Format::toml, "scene.toml", std::vector<std::string>{"rack.gap=1e-6"});
  ASSERT_TRUE(plain) << plain.error().message();
}

}  // namespace
}  // namespace cuelab
