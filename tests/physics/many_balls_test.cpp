// Scenes with more balls than any game has: which balls can meet is then looked up in strips, and
// big groups of balls that press on each other are solved more roughly.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <random>
#include <string>
#include <vector>

#include "event/strips.hpp"
#include "support/audit.hpp"

namespace cuelab {
namespace {

const BallSpec spec;
const double R = spec.radius;

double draw(std::mt19937_64& random, double low, double high) {
  return std::uniform_real_distribution<double>(low, high)(random);
}

/// Balls in a square lattice on a cloth without an edge, all moving and spinning.
Scene moving_lattice(int side, std::mt19937_64& random) {
  Scene scene;
  for (int k = 0; k < side * side; ++k) {
    Ball ball;
    ball.id = std::to_string(k);
    ball.start = {.r = {5.0 * R * (k % side), 5.0 * R * (k / side), R},
                  .v = {draw(random, -1.0, 1.0), draw(random, -1.0, 1.0), 0.0},
                  .w = {0.0, 0.0, draw(random, -50.0, 50.0)}};
    scene.balls.push_back(ball);
  }
  return scene;
}

TEST(ManyBalls, OthersFarAwayChangeNothing) {
  std::mt19937_64 random(3);
  const Scene few = moving_lattice(8, random);  // the most without strips
  Scene more = few;
  for (int k = 0; k < 40; ++k) {
    Ball ball;
    ball.id = "far " + std::to_string(k);
    ball.start.r = {60.0 + 5.0 * R * k, -80.0 + 3.0 * k, R};
    more.balls.push_back(ball);
  }
  const Trajectory a = simulate_event(few);
  const Trajectory b = simulate_event(more);
  ASSERT_EQ(a.events.size(), b.events.size());
  EXPECT_GT(a.events.size(), 300U);
  for (std::size_t k = 0; k < a.events.size(); ++k) {
    EXPECT_EQ(a.events[k].t, b.events[k].t) << k;
    EXPECT_EQ(a.events[k].type, b.events[k].type) << k;
    EXPECT_EQ(a.events[k].ball, b.events[k].ball) << k;
  }
  for (std::size_t i = 0; i < a.final.size(); ++i) {
    EXPECT_EQ(a.final[i].r, b.final[i].r) << i;
  }
}

TEST(ManyBalls, NoHitIsMissed) {
  std::mt19937_64 random(4);
  const Scene scene = moving_lattice(16, random);
  const Trajectory shot = simulate_event(scene);
  EXPECT_EQ(shot.stop, StopReason::at_rest);
  EXPECT_TRUE(testing::is_sound(shot));
  EXPECT_GT(testing::least_gap(scene, shot), -1e-9);
  EXPECT_LT(testing::energy_rise(scene, shot), 1e-8);
}

/// Stresses left in a big group must not set balls at rest in motion again.
TEST(ManyBalls, BigTrianglesOfTouchingBallsComeToRest) {
  for (const int rows : {9, 13, 16}) {
    Scene scene;
    Ball ball;
    ball.id = "cue";
    ball.start = {.r = {-0.5, 0.003, R}, .v = {8.0, 0.0, 0.0}, .w = {}};
    scene.balls.push_back(ball);
    ball.start.v = {};
    for (int i = 0; i < rows; ++i) {
      for (int j = 0; j <= i; ++j) {
        ball.id = std::to_string(scene.balls.size());
        ball.start.r = {i * 2.0 * R * std::sqrt(0.75), (2.0 * j - i) * R, R};
        scene.balls.push_back(ball);
      }
    }
    const Trajectory shot = simulate_event(scene);
    EXPECT_EQ(shot.stop, StopReason::at_rest) << rows;
    EXPECT_TRUE(testing::is_sound(shot)) << rows;
    EXPECT_GT(testing::least_gap(scene, shot), -1e-9) << rows;
    EXPECT_LT(testing::energy_rise(scene, shot), 1e-8) << rows;
  }
}

TEST(Strips, LeaveOutNoBallThatMayMeet) {
  std::mt19937_64 random(5);
  constexpr std::uint32_t count = 201;
  std::vector<BallState> start(count);
  for (BallState& s : start) s.r = {draw(random, -1.0, 1.0), draw(random, -0.5, 0.5), R};
  event::Strips strips;
  strips.begin(start);
  ASSERT_TRUE(strips.are_used());

  std::vector<Box> boxes;
  for (int round = 0; round < 3; ++round) {
    boxes.clear();
    for (std::uint32_t i = 0; i < count; ++i) {  // some reach beyond where the balls were
      const Vec2 low{draw(random, -1.5, 1.5), draw(random, -1.0, 1.0)};
      boxes.push_back({low, low + Vec2{draw(random, 0.0, 0.3), draw(random, 0.0, 0.3)}});
      strips.place(i, boxes.back(), R);
    }
    std::size_t visited = 0;
    for (std::uint32_t i = 0; i < count; ++i) {
      const auto found = strips.blocks_near(i);
      const std::vector<std::uint32_t> blocks(found.begin(), found.end());
      EXPECT_TRUE(std::ranges::is_sorted(blocks));
      visited += blocks.size();
      for (std::uint32_t j = 0; j < count; ++j) {
        const Vec2 reach{2.0 * R, 2.0 * R};
        if (!overlap(boxes[i], boxes[j].low - reach, boxes[j].high + reach)) continue;
        EXPECT_TRUE(std::ranges::binary_search(blocks, j / 4 * 4)) << i << ' ' << j;
      }
    }
    EXPECT_LT(visited, count * count / 4 / 2) << "most are left out";
  }
  strips.remove(7);
  EXPECT_TRUE(strips.blocks_near(7).empty());
}

}  // namespace
}  // namespace cuelab
