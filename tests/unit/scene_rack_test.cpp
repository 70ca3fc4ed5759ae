#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <cmath>
#include <map>
#include <set>

#include "cuelab/scene.hpp"
#include "scene/random.hpp"

namespace cuelab {
namespace {

constexpr double R = 0.028575;
constexpr double gap = 1e-5;

std::vector<RackedBall> racked(const std::string& game, std::uint64_t seed, double jitter = 0.0,
                               const char* preset = "pool-9ft") {
  const auto table = make_table(preset);
  const auto balls = rack_balls(
      {.game = game, .at = {0.635, 0.0}, .gap = gap, .jitter = jitter, .seed = seed}, *table, R);
  EXPECT_TRUE(balls) << (balls ? "" : balls.error().message());
  return balls ? *balls : std::vector<RackedBall>{};
}

bool is_stripe(const std::string& id) { return std::stoi(id) > 8; }

RC_GTEST_PROP(SceneRack, RacksFollowTheRulesForEverySeed, ()) {
  const auto seed = *rc::gen::arbitrary<std::uint64_t>();
  const auto eight = racked("eight-ball", seed);
  RC_ASSERT(eight.size() == 15U);
  RC_ASSERT(eight[0].id == "1");
  RC_ASSERT(eight[4].id == "8");
  RC_ASSERT(is_stripe(eight[10].id) != is_stripe(eight[14].id));
  RC_ASSERT(eight[10].id != "8" && eight[14].id != "8");

  const auto nine = racked("nine-ball", seed);
  RC_ASSERT(nine.size() == 9U);
  RC_ASSERT(nine[0].id == "1" && nine[4].id == "9");

  const auto ten = racked("ten-ball", seed);
  RC_ASSERT(ten.size() == 10U);
  RC_ASSERT(ten[0].id == "1" && ten[4].id == "10");

  for (const auto& balls : {eight, nine, ten}) {
    std::set<std::string> ids;
    for (const RackedBall& ball : balls) ids.insert(ball.id);
    RC_ASSERT(ids.size() == balls.size());
  }
}

RC_GTEST_PROP(SceneRack, JitterNeverMakesBallsTouch, ()) {
  const auto seed = *rc::gen::arbitrary<std::uint64_t>();
  for (const char* game : {"eight-ball", "nine-ball", "ten-ball", "triangle-3"}) {
    const auto exact = racked(game, seed);
    const auto loose = racked(game, seed, 0.5 * gap);
    for (std::size_t i = 0; i < loose.size(); ++i) {
      RC_ASSERT(norm(loose[i].at - exact[i].at) <= 0.5 * gap * (1.0 + 1e-9));
      for (std::size_t j = 0; j < i; ++j) {
        RC_ASSERT(norm(loose[i].at - loose[j].at) > 2.0 * R - 1e-15);
      }
    }
  }
}

TEST(SceneRack, NeighboursAreOneGapApartAndTheApexIsWhereItIsPut) {
  const auto balls = racked("eight-ball", 3);
  EXPECT_EQ(balls[0].at, (Vec2{0.635, 0.0}));
  EXPECT_NEAR(norm(balls[1].at - balls[0].at), 2.0 * R + gap, 1e-15);
  EXPECT_NEAR(norm(balls[2].at - balls[1].at), 2.0 * R + gap, 1e-15);
  EXPECT_GT(balls[1].at.y, balls[2].at.y) << "rows go from left (+y) to right";
}

TEST(SceneRack, TriangleOfThreeHasTwoOnTheRight) {
  const auto balls = racked("triangle-3", 0);
  ASSERT_EQ(balls.size(), 3U);
  EXPECT_EQ(balls[1].id, "2");
  EXPECT_LT(balls[1].at.y, 0.0);
  EXPECT_EQ(balls[2].id, "3");
  EXPECT_GT(balls[2].at.y, 0.0);
}

TEST(SceneRack, SnookerPutsColoursOnTheirSpots) {
  const auto table = make_table("snooker-12ft");
  const auto balls =
      rack_balls({.game = "snooker", .at = find_spot(*table, "red_apex")->at}, *table, 0.02625);
  ASSERT_TRUE(balls);
  ASSERT_EQ(balls->size(), 21U);
  for (std::size_t i = 15; i < 21; ++i) {
    EXPECT_EQ((*balls)[i].at, find_spot(*table, (*balls)[i].id)->at);
  }
}

TEST(SceneRack, CaromNeedsACaromTable) {
  EXPECT_EQ(racked("carom", 0, 0.0, "carom-10ft").size(), 3U);
  const auto table = make_table("pool-9ft");
  const auto balls = rack_balls({.game = "carom", .at = {}}, *table, R);
  ASSERT_FALSE(balls);
  EXPECT_EQ(balls.error().key, "rack.game");
}

TEST(SceneRack, JitterAboveHalfTheGapIsRefused) {
  const auto table = make_table("pool-9ft");
  const auto balls = rack_balls(
      {.game = "nine-ball", .at = {}, .gap = 1e-6, .jitter = 6e-7, .seed = 0}, *table, R);
  ASSERT_FALSE(balls);
  EXPECT_EQ(balls.error().message(),
            "rack.jitter: is 6e-07, must be between 0 and half the gap, 5e-07");
}

TEST(SceneRack, SeedsGiveDifferentRacksAndTheSameSeedTheSame) {
  std::map<std::string, int> orders;
  for (std::uint64_t seed = 0; seed < 50; ++seed) {
    std::string order;
    for (const RackedBall& ball : racked("nine-ball", seed)) order += ball.id;
    ++orders[order];
  }
  EXPECT_GT(orders.size(), 45U);
  EXPECT_EQ(racked("eight-ball", 9, 4e-6)[7].at, racked("eight-ball", 9, 4e-6)[7].at);
}

TEST(SceneRandom, DrawsNeverChange) {
  // splitmix64 computed in Python: mix(mix(mix(seed + g) + stream g) + n g)
  Random random(1, 0);
  EXPECT_EQ(random.bits(), 0x6ec85f1f8547bc0cULL);
  EXPECT_EQ(random.bits(), 0x6cf63afcc21a470aULL);
  EXPECT_EQ(Random(7, 3).bits(), 0x6bfc273dbace04e7ULL);
}

TEST(SceneRandom, DiscIsSampledUniformly) {
  Random random(5, 0);
  constexpr int draws = 20000;
  int inner = 0;
  Vec2 sum;
  for (int i = 0; i < draws; ++i) {
    const Vec2 p = random.in_disc(2.0);
    ASSERT_LE(norm(p), 2.0);
    if (norm(p) < std::sqrt(2.0)) ++inner;  // half of the area
    sum = sum + p;
  }
  // five standard deviations of a fair coin, and of a mean whose deviation is 1 per component
  EXPECT_NEAR(inner, draws / 2, 5.0 * 0.5 * std::sqrt(draws));
  EXPECT_LT(norm((1.0 / draws) * sum), 5.0 * std::sqrt(2.0 / draws));
}

}  // namespace
}  // namespace cuelab
