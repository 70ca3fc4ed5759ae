// Strokes with a raised cue: the event engine's law against the integrated stroke.
#include <gtest/gtest.h>

#include <cmath>

#include "cuelab/cuelab.hpp"
#include "math/elementary.hpp"

namespace cuelab {
namespace {

constexpr double degree = pi / 180.0;

Trajectory run(Scene scene, Engine engine) {
  scene.run.engine = engine;
  Result<RunResult> result = simulate(scene, {});
  EXPECT_TRUE(result) << result.error().what;
  return std::move(result->trajectory);
}

Scene masse(double elevation, double speed) {
  Scene scene;
  scene.balls = {{"cue", {}, {.r = {0.0, 0.0, BallSpec{}.radius}, .v = {}, .w = {}}}};
  scene.shot = Shot{.speed = speed,
                    .heading = 0.5,
                    .side = -0.3,
                    .height = -0.2,
                    .elevation = elevation * degree};
  return scene;
}

/// The way to rest is that of the later rolling and grows with the square of its speed, which
/// follows from the tip's impulse: over 20 m, 2 cm is an impulse within 0.05 %.
TEST(Masse, TheEnginesEndWithinTwoCentimetres) {
  for (const double elevation : {40.0, 60.0, 80.0}) {
    for (const double speed : {0.7, 1.5, 2.5}) {
      Scene scene = masse(elevation, speed);
      scene.run.t_max = 100.0;
      const Trajectory event = run(scene, Engine::event);
      const Trajectory smooth = run(scene, Engine::smooth);
      EXPECT_EQ(event.stop, StopReason::at_rest);
      EXPECT_EQ(smooth.stop, StopReason::at_rest);
      EXPECT_GT(norm(flat(smooth.final[0].r)), 2.5 * speed * speed) << elevation << " " << speed;
      EXPECT_LT(norm(flat(event.final[0].r - smooth.final[0].r)), 0.02)
          << elevation << " " << speed;
    }
  }
}

/// Right side curves the path to the right; the ball stays low, so that the path looks like one.
TEST(Masse, ThePathsCurveAlike) {
  for (const double elevation : {40.0, 60.0, 80.0}) {
    Scene scene = masse(elevation, 2.0);
    scene.run.t_max = 1.0;
    const Replay event(run(scene, Engine::event));
    const Replay smooth(run(scene, Engine::smooth));
    for (double t = 0.0; t <= 1.0; t += 0.01) {
      EXPECT_LT(norm(event.state(0, t).r - smooth.state(0, t).r), 0.01) << elevation << " " << t;
      EXPECT_LT(event.state(0, t).r.z, BallSpec{}.radius + 0.006) << elevation << " " << t;
    }
    const Vec3 first = event.state(0, 0.0).v;
    const Vec3 last = event.state(0, 1.0).v;
    EXPECT_GT(atan2(cross(last, first).z, dot(last, first)), 10.0 * degree) << elevation;
  }
}

TEST(Jump, AJumpCueLiftsTheBallOverAnotherInBothEngines) {
  Scene scene = masse(45.0, 6.0);
  scene.shot->side = scene.shot->height = scene.shot->heading = 0.0;
  scene.cue = {.mass = 0.24, .restitution = 0.87, .stiffness = 2.5e8};
  scene.run.t_max = 0.2;
  const Replay event(run(scene, Engine::event));
  const Replay smooth(run(scene, Engine::smooth));
  for (const double t : {0.05, 0.07, 0.09}) {
    EXPECT_NEAR(event.state(0, t).r.z, smooth.state(0, t).r.z, 0.004) << t;
    EXPECT_NEAR(event.state(0, t).r.x, smooth.state(0, t).r.x, 0.01) << t;
  }
  EXPECT_GT(event.state(0, 0.07).r.z, 3.0 * BallSpec{}.radius);
  EXPECT_GT(smooth.state(0, 0.07).r.z, 3.0 * BallSpec{}.radius);
}

}  // namespace
}  // namespace cuelab
