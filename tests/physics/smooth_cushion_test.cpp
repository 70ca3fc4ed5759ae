// A ball against a vertical cushion: experiment 3 of [Gismeros2022].
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "support/smooth_scenes.hpp"

namespace cuelab::testing {
namespace {

/// A ball 85 mm from the cushion y = 0.635 m, straight at it.
Scene at_cushion(double speed, bool rolling, bool held) {
  Scene scene = published_scene();
  add_walls(scene);
  scene.smooth.held = held;
  const Vec3 spin = rolling ? Vec3{-speed / published_ball().radius, 0.0, 0.0} : Vec3{};
  add_ball(scene, "cue", {0.0, 0.55, cue_height}, {0.0, speed, 0.0}, spin);
  scene.run.t_max = 0.1 / speed + 0.35;
  return scene;
}

/// With the restitution and friction of [Mathavan2010].
Scene at_rough_cushion(double speed, bool rolling) {
  Scene scene = at_cushion(speed, rolling, false);
  scene.smooth.cushion.restitution = 0.98;
  scene.smooth.cushion.friction = Ambrosio{.coefficient = 0.14, .v0 = 1e-4, .v1 = 1e-3};
  return scene;
}

struct Rebound {
  Impact impact;
  double hop = 0.0;  // greatest height above the cloth afterwards [m]
  SmoothRun run;
};

Rebound rebound_of(const Scene& scene) {
  std::vector<double> at;
  for (int k = 0; k <= 1000; ++k) at.push_back(1e-3 * scene.run.t_max * k);
  Rebound result;
  result.run = run_of(scene, at);
  constexpr Agent left{AgentKind::cushion, 0};
  const std::vector<Impact> impacts = impacts_of(result.run.trajectory, 0, left);
  EXPECT_FALSE(impacts.empty());
  if (impacts.empty()) return result;
  result.impact = impacts[0];
  for (const Snapshot& shot : result.run.snapshots) {
    result.hop = std::max(result.hop, shot.bodies[0].state.r.z - published_ball().radius);
  }
  return result;
}

TEST(SmoothCushion, ASlidingBall) {
  const Rebound full = rebound_of(at_cushion(2.724, false, false));
  EXPECT_NEAR(full.impact.approach_speed, 2.6844, 2e-3);
  EXPECT_NEAR(full.impact.after.v.y, -2.3486, 4e-3);
  EXPECT_NEAR(full.impact.duration, 3.9052e-3, 5e-6);
  EXPECT_NEAR(full.impact.depth, 3.3295e-3, 5e-6);
  EXPECT_LT(full.hop, 2e-6);
  EXPECT_EQ(full.impact.after.v.x, 0.0);

  const Rebound held = rebound_of(at_cushion(2.724, false, true));
  EXPECT_NEAR(held.impact.approach_speed, 2.6831, 1e-3);
  EXPECT_NEAR(held.impact.after.v.y, -2.3510, 1e-3);
  EXPECT_NEAR(held.impact.duration, 3.9054e-3, 2e-6);
  EXPECT_NEAR(held.impact.depth, 3.3302e-3, 2e-6);
  EXPECT_EQ(held.hop, 0.0);
}

TEST(SmoothCushion, ARollingBall) {
  const Rebound full = rebound_of(at_cushion(2.724, true, false));
  EXPECT_NEAR(full.impact.approach_speed, 2.7240, 2e-3);
  EXPECT_NEAR(full.impact.after.v.y, -2.3909, 4e-3);
  EXPECT_NEAR(full.impact.duration, 3.8935e-3, 5e-6);
  EXPECT_NEAR(full.impact.depth, 3.3775e-3, 5e-6);
  EXPECT_LT(full.hop, 2e-6);
}

TEST(SmoothCushion, ARoughCushionLiftsARollingBall) {
  const Rebound sliding = rebound_of(at_rough_cushion(2.724, false));
  EXPECT_NEAR(sliding.impact.approach_speed, 2.6844, 2e-3);
  EXPECT_NEAR(sliding.impact.after.v.y, -2.6306, 4e-3);
  EXPECT_NEAR(sliding.impact.duration, 3.8555e-3, 5e-6);
  EXPECT_NEAR(sliding.impact.depth, 3.4800e-3, 5e-6);
  EXPECT_NEAR(sliding.hop, 0.05e-3, 0.01e-3);

  const Rebound rolling = rebound_of(at_rough_cushion(2.724, true));
  EXPECT_NEAR(rolling.impact.approach_speed, 2.7240, 2e-3);
  EXPECT_NEAR(rolling.impact.after.v.y, -2.6721, 4e-3);
  EXPECT_NEAR(rolling.impact.duration, 3.8438e-3, 5e-6);
  EXPECT_NEAR(rolling.impact.depth, 3.5239e-3, 5e-6);
  EXPECT_NEAR(rolling.hop, 27.6e-3, 0.1e-3);
  const EnergyLedger& ledger = rolling.run.trajectory.ledger;
  EXPECT_LE(ledger.error / ledger.initial, 1e-6);
}

TEST(SmoothCushion, ReboundSpeedOfARoughCushion) {
  constexpr double incident[] = {0.5, 1.0, 1.5, 2.0, 2.5, 3.0, 3.5, 4.0, 5.0};
  constexpr double rolling[] = {0.492, 0.981, 1.472, 1.961, 2.451, 2.943, 3.432, 3.922, 4.903};
  constexpr double sliding[] = {0.354, 0.865, 1.394, 1.906, 2.407, 2.903, 3.399, 3.895, 4.881};
  constexpr double slid[] = {0.358, 0.882, 1.424, 1.944, 2.455, 2.962, 3.467, 3.972, 4.978};
  for (std::size_t k = 0; k < std::size(incident); ++k) {
    SCOPED_TRACE(incident[k]);
    const Rebound from_rolling = rebound_of(at_rough_cushion(incident[k], true));
    EXPECT_NEAR(from_rolling.impact.after.v.y, -rolling[k], 2e-3);
    const Rebound from_sliding = rebound_of(at_rough_cushion(incident[k], false));
    EXPECT_NEAR(from_sliding.impact.approach_speed, slid[k], 1e-3);
    EXPECT_NEAR(from_sliding.impact.after.v.y, -sliding[k], 2e-3);
  }
}

TEST(SmoothCushion, HeightOfTheHop) {
  struct Row {
    double speed, hop;  // [m/s], [m]
  };
  constexpr Row table[] = {
      {0.5, 0.81e-3}, {1.0, 3.5e-3}, {2.0, 14.8e-3}, {3.0, 34.6e-3}, {5.0, 95.8e-3}};
  for (const auto& [speed, hop] : table) {
    EXPECT_NEAR(rebound_of(at_rough_cushion(speed, true)).hop / hop, 1.0, 0.02) << speed;
  }
}

/// Side spin against a cushion with friction: the ball leaves toward the side it spins to, and
/// the same with everything mirrored.
TEST(SmoothCushion, SideSpinTurnsTheReboundAndItsMirrorImage) {
  Scene scene = at_rough_cushion(2.0, false);
  scene.balls[0].start.w = {0.0, 0.0, 50.0};
  const Impact left = rebound_of(scene).impact;
  // counter-clockwise spin moves the far side of the ball to -x; friction pushes it to +x
  EXPECT_GT(left.after.v.x, 0.1);
  EXPECT_LT(left.after.w.z, left.before.w.z);
  scene.balls[0].start.w.z = -50.0;
  const Impact right = rebound_of(scene).impact;
  EXPECT_DOUBLE_EQ(right.after.v.x, -left.after.v.x);
  EXPECT_DOUBLE_EQ(right.after.v.y, left.after.v.y);
  EXPECT_DOUBLE_EQ(right.after.w.z, -left.after.w.z);
  EXPECT_DOUBLE_EQ(right.duration, left.duration);
}

}  // namespace
}  // namespace cuelab::testing
