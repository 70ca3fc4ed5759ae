// One number of [physics] acts alike in the event and the smooth engine: closed forms in both.
#include <gtest/gtest.h>

#include <cmath>

#include "cuelab/cuelab.hpp"
#include "support/smooth_scenes.hpp"

namespace cuelab::testing {
namespace {

/// An open cloth without friction, balls that keep their height in the smooth engine.
Scene open_scene() {
  Scene scene = *make_scene("open");
  scene.physics.cloth = CoulombCloth{.sliding = 0.0, .rolling = 0.0, .spinning = 0.0};
  scene.smooth.held = true;
  scene.run.t_max = 1.0;
  return scene;
}

void add(Scene& scene, const char* id, const Vec3& r, const Vec3& v, const Vec3& w = {}) {
  scene.balls.push_back({.id = id, .spec = {}, .start = {.r = r, .v = v, .w = w}});
}

/// Velocity of a ball at a time, in both engines.
struct Velocities {
  Vec3 event;
  Vec3 smooth;
};

Velocities velocities_at(Scene scene, std::size_t ball, double t) {
  const Trajectory exact = simulate_event(scene);
  scene.run.t_max = t;
  return {Replay(exact).state(ball, t).v, run_of(scene, {t}).snapshots.at(0).bodies[ball].state.v};
}

constexpr double R = BallSpec{}.radius;
constexpr double g = 9.81;

TEST(OnePhysics, AClothSlowsASlidingAndARollingBallAlike) {
  for (const double mu : {0.1, 0.3}) {
    Scene scene = open_scene();
    add(scene, "cue", {0.0, 0.0, R}, {2.0, 0.0, 0.0});
    ASSERT_FALSE(apply(scene, "physics.cloth.sliding", mu));
    const Velocities v = velocities_at(scene, 0, 0.15);
    EXPECT_NEAR(v.event.x, 2.0 - mu * g * 0.15, 1e-12);
    EXPECT_NEAR(v.smooth.x, 2.0 - mu * g * 0.15, 1e-6);
  }
  for (const double mu : {0.005, 0.02}) {
    Scene scene = open_scene();
    add(scene, "cue", {0.0, 0.0, R}, {1.0, 0.0, 0.0}, {0.0, 1.0 / R, 0.0});
    ASSERT_FALSE(apply(scene, "physics.cloth.sliding", 0.2));
    ASSERT_FALSE(apply(scene, "physics.cloth.rolling", mu));
    const Velocities v = velocities_at(scene, 0, 0.5);
    EXPECT_NEAR(v.event.x, 1.0 - mu * g * 0.5, 1e-12);
    // the smooth ball creeps at a slip of a millimetre per second
    EXPECT_NEAR(v.smooth.x, 1.0 - mu * g * 0.5, 1e-3);
  }
}

TEST(OnePhysics, BallsAndCushionsReturnTheSameSpeed) {
  for (const double e : {0.6, 0.9}) {
    Scene balls = open_scene();
    balls.physics.ball_ball = Frictionless{.restitution = e};
    add(balls, "cue", {0.0, 0.0, R}, {1.0, 0.0, 0.0});
    add(balls, "1", {0.1, 0.0, R}, {});
    const Velocities object = velocities_at(balls, 1, 0.2);
    EXPECT_NEAR(object.event.x, 0.5 * (1.0 + e), 1e-12);
    EXPECT_NEAR(object.smooth.x, 0.5 * (1.0 + e), 1e-6);

    Scene wall = open_scene();
    wall.physics.cushion = Mirror{.restitution = e};
    wall.table.cushion_height = 1.27 * R;
    wall.table.contact = CushionContact::plane;
    wall.table.cushions = {{.id = "wall", .from = {0.2, -1.0}, .to = {0.2, 1.0}}};
    add(wall, "cue", {0.0, 0.0, R}, {1.0, 0.0, 0.0});
    const Velocities back = velocities_at(wall, 0, 0.3);
    EXPECT_NEAR(back.event.x, -e, 1e-12);
    EXPECT_NEAR(back.smooth.x, -e, 1e-6);
  }
}

TEST(OnePhysics, ABounceFeelsTheFrictionOfTheCloth) {
  for (const double mu : {0.05, 0.15}) {
    Scene scene = open_scene();
    scene.smooth.held = false;
    ASSERT_FALSE(apply(scene, "physics.cloth.sliding", mu));
    ASSERT_FALSE(apply(scene, "physics.slate.restitution", 0.6));
    add(scene, "cue", {0.0, 0.0, R + 0.1}, {2.0, 0.0, 0.0});
    const Velocities v = velocities_at(scene, 0, 0.17);
    const double after = 2.0 - mu * 1.6 * std::sqrt(2.0 * g * 0.1);
    EXPECT_NEAR(v.event.x, after, 1e-12);
    // the cloth also bears the weight during the contact of about 1 ms
    EXPECT_NEAR(v.smooth.x, after, mu * g * 3e-3);
    EXPECT_GT(v.smooth.z, 0.0);
  }
}

}  // namespace
}  // namespace cuelab::testing
