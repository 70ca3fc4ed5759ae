// Hops and landings: however often a ball leaves the cloth, friction acts for its weight only.
#include <gtest/gtest.h>

#include "cuelab/event_engine.hpp"
#include "cuelab/laws.hpp"
#include "cuelab/trajectory.hpp"

namespace cuelab {
namespace {

constexpr double mu = 0.2;
constexpr double gravity = 9.81;

/// A ball that slides without spin on a cloth without edge, pushed up or down at the start.
Scene pushed(double v_z, double min_bounce) {
  Scene scene;
  scene.physics.gravity = gravity;
  scene.physics.cloth = CoulombCloth{.sliding = mu};
  scene.physics.slate = {.restitution = 0.5, .friction = mu, .min_bounce = min_bounce};
  const BallSpec ball;
  scene.balls = {{"ball", ball, {.r = {0.0, 0.0, ball.radius}, .v = {9.0, 0.0, v_z}, .w = {}}}};
  return scene;
}

/// The slate's impulse on a ball that ends on the cloth is m (g t - v_z), so a ball that slides
/// throughout has lost mu (g t - v_z), whatever its hops.
TEST(Slate, HopsKeepTheBalanceOfFriction) {
  for (const double min_bounce : {1e-5, 1e-3, 5e-3, 0.1}) {
    for (const double v_z : {-2.0, -0.5, -0.1, -0.01, 0.01, 0.1, 0.3, 0.5, 1.0}) {
      const Scene scene = pushed(v_z, min_bounce);
      const Trajectory shot = simulate_event(scene);
      const Replay replay(shot);
      // all hops are over by then, and the ball still slides
      const double t = 0.9;
      ASSERT_EQ(replay.state(0, t).motion, Motion::sliding) << v_z << " " << min_bounce;
      EXPECT_NEAR(replay.state(0, t).v.x, 9.0 - mu * (gravity * t - v_z), 1e-12)
          << v_z << " " << min_bounce;
    }
  }
}

/// A rebound lower than `min_bounce` is left out, a higher one is not.
TEST(Slate, LowReboundsAreLeftOut) {
  const BallSpec ball;
  const Slate slate{.restitution = 0.5, .friction = mu, .min_bounce = 0.005};
  const double limit = std::sqrt(2.0 * gravity * slate.min_bounce) / slate.restitution;
  const auto landing_at = [&](double speed) {
    const BallState falling{
        .r = {0.0, 0.0, ball.radius}, .v = {1.0, 0.0, -speed}, .w = {}, .motion = Motion::airborne};
    return bounce(slate, ball, gravity, falling);
  };
  const BallState low = landing_at(0.999 * limit);
  EXPECT_EQ(low.motion, Motion::sliding);
  EXPECT_EQ(low.v.z, 0.0);
  EXPECT_NEAR(low.v.x, 1.0 - mu * 0.999 * limit, 1e-15);
  const BallState high = landing_at(1.001 * limit);
  EXPECT_EQ(high.motion, Motion::airborne);
  EXPECT_NEAR(high.v.z, 0.5 * 1.001 * limit, 1e-15);
  EXPECT_NEAR(high.v.x, 1.0 - mu * 1.5 * 1.001 * limit, 1e-15);
}

}  // namespace
}  // namespace cuelab
