// Invariants of the smooth engine: momentum, symmetry, the closed forms of a ball on the cloth,
// continuity in the gap, reproducible bits.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "support/smooth_scenes.hpp"

namespace cuelab::testing {
namespace {

constexpr double g = 9.81;

double share(const BallSpec& ball) {
  return ball.inertia / (ball.mass * ball.radius * ball.radius);
}

void expect_near(const Vec3& a, const Vec3& b, double tolerance) {
  EXPECT_NEAR(a.x, b.x, tolerance);
  EXPECT_NEAR(a.y, b.y, tolerance);
  EXPECT_NEAR(a.z, b.z, tolerance);
}

// --- momentum ------------------------------------------------------------------------------------

Vec3 momentum(const System& system, const Snapshot& at) {
  Vec3 sum;
  for (std::size_t i = 0; i < system.bodies.size(); ++i) {
    sum += system.bodies[i].mass * at.bodies[i].state.v;
  }
  return sum;
}

Vec3 angular_momentum(const System& system, const Snapshot& at) {
  Vec3 sum;
  for (std::size_t i = 0; i < system.bodies.size(); ++i) {
    const BallState& s = at.bodies[i].state;
    sum += system.bodies[i].mass * cross(s.r, s.v) + system.bodies[i].inertia.x * s.w;
  }
  return sum;
}

/// Surface speed of the first against the second, across the line of centres.
double slip(const System& system, const Snapshot& at) {
  const BallState& a = at.bodies[0].state;
  const BallState& b = at.bodies[1].state;
  const Vec3 n = (1.0 / norm(b.r - a.r)) * (b.r - a.r);
  const Vec3 v =
      a.v + cross(a.w, system.bodies[0].radius * n) - b.v + cross(b.w, system.bodies[1].radius * n);
  return norm(v - dot(v, n) * n);
}

TEST(SmoothConservation, MomentumOfTwoUnequalBallsWithFriction) {
  const ContactLaw law{.normal = NormalLaw::exact, .restitution = 0.8, .friction = Alciatore{}};
  System system = pair_in_space(law, 3.0);
  Body& big = system.bodies[1];
  big.mass = 0.41;
  big.radius = 0.04;
  big.inertia = {3e-4, 3e-4, 3e-4};
  big.position = {0.04, 0.03, -0.02};
  big.velocity = {-1.0, 0.3, 0.2};
  big.spin = {20.0, -70.0, 10.0};
  system.bodies[0].spin = {-40.0, 30.0, 90.0};
  std::vector<double> at;
  for (int k = 0; k <= 400; ++k) at.push_back(5e-5 * k);
  const SmoothRun run = run_of(system, {}, at.back(), at);
  ASSERT_EQ(impacts_of(run.trajectory, 0, 1).size(), 1U);
  ASSERT_EQ(run.snapshots.size(), at.size());
  for (const Snapshot& shot : run.snapshots) {
    expect_near(momentum(system, shot), momentum(system, run.snapshots[0]), 1e-10);
    expect_near(angular_momentum(system, shot), angular_momentum(system, run.snapshots[0]), 1e-10);
  }
  const EnergyLedger& ledger = run.trajectory.ledger;
  EXPECT_LE(ledger.error / ledger.initial, 1e-8);
  EXPECT_GT(ledger.sinks[0].work, 0.1 * ledger.initial);
  EXPECT_GT(ledger.sinks[1].work, 0.001 * ledger.initial);
  EXPECT_LT(ledger.kinetic, 0.9 * ledger.initial);

  // friction works against the slip of the surfaces
  const Impact impact = impacts_of(run.trajectory, 0, 1)[0];
  const auto before = static_cast<std::size_t>(impact.t / 5e-5);
  const auto after = static_cast<std::size_t>((impact.t + impact.duration) / 5e-5) + 1;
  EXPECT_LT(slip(system, run.snapshots[after]), slip(system, run.snapshots[before]) - 0.1);
}

// --- symmetry and repetition ---------------------------------------------------------------------

Vec3 mirrored(const Vec3& a) { return {a.x, -a.y, a.z}; }
/// An angular velocity is an axial vector.
Vec3 mirrored_spin(const Vec3& w) { return {-w.x, w.y, -w.z}; }

Scene busy_scene() {
  Scene scene = published_scene();
  add_walls(scene);
  scene.smooth.cushion.friction = Ambrosio{.coefficient = 0.14, .v0 = 1e-4, .v1 = 1e-3};
  scene.smooth.rolling = 0.01;
  scene.smooth.spinning = 0.0127;
  scene.run.t_max = 0.6;
  const double R = published_ball().radius;
  add_ball(scene, "cue", {-0.5, 0.1, cue_height}, {4.0, 0.3, 0.0}, {30.0, 20.0, 40.0});
  add_ball(scene, "a", {0.0, 0.15, R});
  add_ball(scene, "b", {0.0, 0.15 + 2.0 * R + 1e-5, R});
  add_ball(scene, "c", {0.6, -0.2, 0.1}, {-2.0, 3.0, 0.5}, {0.0, -50.0, 10.0});
  add_ball(scene, "d", {1.1, 0.5, R}, {0.5, 1.5, 0.0});
  return scene;
}

TEST(SmoothConservation, AMirroredShotIsTheMirrorImage) {
  for (const bool held : {false, true}) {
    Scene scene = busy_scene();
    scene.smooth.held = held;
    Scene image = scene;
    for (Ball& ball : image.balls) {
      ball.start.r = mirrored(ball.start.r);
      ball.start.v = mirrored(ball.start.v);
      ball.start.w = mirrored_spin(ball.start.w);
    }
    const Trajectory a = run_of(scene).trajectory;
    const Trajectory b = run_of(image).trajectory;
    EXPECT_GT(a.contacts.size(), 5U);
    ASSERT_EQ(a.events.size(), b.events.size());
    for (std::size_t k = 0; k < a.events.size(); ++k) {
      ASSERT_NEAR(a.events[k].t, b.events[k].t, 1e-9) << k;
      ASSERT_EQ(a.events[k].ball, b.events[k].ball) << k;
    }
    for (std::size_t i = 0; i < a.final.size(); ++i) {
      expect_near(b.final[i].r, mirrored(a.final[i].r), 1e-9);
      expect_near(b.final[i].v, mirrored(a.final[i].v), 1e-8);
      expect_near(b.final[i].w, mirrored_spin(a.final[i].w), 1e-6);
    }
  }
}

TEST(SmoothConservation, TheSameShotGivesTheSameBits) {
  const Scene scene = busy_scene();
  const Trajectory first = run_of(scene).trajectory;
  const Trajectory second = run_of(scene).trajectory;
  EXPECT_EQ(hash_of(first), hash_of(second));
  EXPECT_EQ(first.final, second.final);
  EXPECT_EQ(first.cost.steps, second.cost.steps);
  Scene other = scene;
  other.balls[0].start.v.x += 1e-12;
  EXPECT_NE(hash_of(first), hash_of(run_of(other).trajectory));
}

// --- one ball on the cloth -----------------------------------------------------------------------

Scene one_ball(bool held, const Vec3& v, const Vec3& w) {
  Scene scene = published_scene();
  scene.smooth.held = held;
  scene.smooth.equilibrium = true;
  scene.run.t_max = 10.0;
  add_ball(scene, "ball", {0.0, 0.0, published_ball().radius}, v, w);
  return scene;
}

/// Slips until v = v0 - mu g t meets the growing rolling speed, then keeps its speed.
TEST(SmoothConservation, FromSlidingToRolling) {
  const BallSpec ball = published_ball();
  const double v0 = 2.0;
  const double w0 = -30.0;  // draw
  for (const bool held : {false, true}) {
    Scene scene = one_ball(held, {v0, 0.0, 0.0}, {0.0, w0, 0.0});
    const double rolling = (v0 + share(ball) * w0 * ball.radius) / (1.0 + share(ball));
    const double change = (v0 - rolling) / (0.2 * g);
    scene.run.t_max = 2.0;
    const std::vector<double> at = {0.5 * change, 0.99 * change, 1.01 * change, 2.0};
    const SmoothRun run = run_of(scene, at);
    ASSERT_EQ(run.snapshots.size(), 4U);
    const auto speed = [&](std::size_t k) { return run.snapshots[k].bodies[0].state.v.x; };
    EXPECT_NEAR(speed(0), v0 - 0.1 * g * change, 1e-5);
    EXPECT_NEAR(speed(1), v0 - 0.198 * g * change, 1e-5);
    EXPECT_NEAR(speed(2), rolling, 2e-4);
    EXPECT_NEAR(speed(3), rolling, 2e-4);
    const BallState& end = run.trajectory.final[0];
    EXPECT_EQ(end.motion, Motion::rolling);
    EXPECT_NEAR(end.w.y * ball.radius, end.v.x, 2e-4);
    EXPECT_EQ(end.r.y, 0.0);
  }
  // without spin: v0 / (1 + J / m R^2)
  Scene scene = one_ball(true, {0.0, v0, 0.0}, {});
  scene.run.t_max = 1.0;
  const BallState end = run_of(scene).trajectory.final[0];
  EXPECT_NEAR(end.v.y, v0 / (1.0 + share(ball)), 1e-4);
  EXPECT_NEAR(-end.w.x * ball.radius, end.v.y, 2e-4);
}

TEST(SmoothConservation, ARollingBallComesToRest) {
  const double v0 = 0.3;
  for (const bool held : {false, true}) {
    Scene scene = one_ball(held, {v0, 0.0, 0.0}, {0.0, v0 / published_ball().radius, 0.0});
    scene.smooth.rolling = 0.01;
    const double stop = v0 / (0.01 * g);
    const SmoothRun run = run_of(scene, {0.25 * stop, 0.5 * stop, 0.75 * stop});
    ASSERT_EQ(run.snapshots.size(), 3U);
    for (std::size_t k = 0; k < 3; ++k) {
      const BallState& s = run.snapshots[k].bodies[0].state;
      EXPECT_NEAR(s.v.x, v0 - 0.01 * g * run.snapshots[k].t, 2e-4);
      EXPECT_EQ(s.motion, Motion::rolling);
    }
    const Trajectory& shot = run.trajectory;
    EXPECT_EQ(shot.stop, StopReason::at_rest);
    // below 1 mm/s the resistance falls with the speed: the last part takes longer
    EXPECT_NEAR(shot.t_end, stop, 0.05);
    EXPECT_NEAR(shot.final[0].r.x, 0.5 * v0 * v0 / (0.01 * g), 2e-4);
  }
}

TEST(SmoothConservation, SpinAboutTheVerticalDecays) {
  const BallSpec ball = published_ball();
  const double rate = ball.mass * g * ball.radius * 0.0127 / ball.inertia;
  for (const double w0 : {30.0, -30.0}) {
    Scene scene = one_ball(false, {}, {0.0, 0.0, w0});
    scene.smooth.spinning = 0.0127;
    const SmoothRun run = run_of(scene, {0.5, 1.0, 2.0});
    ASSERT_EQ(run.snapshots.size(), 3U);
    for (const Snapshot& shot : run.snapshots) {
      const BallState& s = shot.bodies[0].state;
      EXPECT_NEAR(s.w.z, std::copysign(30.0 - rate * shot.t, w0), 1e-5);
      EXPECT_EQ(s.motion, Motion::spinning);
      EXPECT_EQ(s.v.x, 0.0);
    }
    EXPECT_EQ(run.trajectory.stop, StopReason::at_rest);
    EXPECT_NEAR(run.trajectory.t_end, 30.0 / rate, 0.05);
  }
}

// --- gaps, held balls ----------------------------------------------------------------------------

/// With the greatest approach speed so far as reference, balls that touch behave like balls that
/// almost touch.
TEST(SmoothConservation, TheRunningReferenceIsContinuousInTheGap) {
  for (const NormalLaw law : {NormalLaw::lankarani_nikravesh, NormalLaw::exact}) {
    for (const bool held : {false, true}) {
      const auto after_break = [&](double gap) {
        Scene scene = four_ball_break(gap, held);
        scene.smooth.ball_ball.normal = law;
        scene.smooth.integration.reference_velocity.kind = ReferenceVelocity::Kind::running_max;
        scene.run.t_max = 0.118;
        return run_of(scene).trajectory.final;
      };
      const std::vector<BallState> touching = after_break(0.0);
      for (const double gap : {1e-9, 1e-7}) {
        const std::vector<BallState> apart = after_break(gap);
        for (std::size_t i = 0; i < touching.size(); ++i) {
          SCOPED_TRACE(::testing::Message() << name_of(law) << " " << gap << " ball " << i);
          expect_near(apart[i].v, touching[i].v, 2e-3);
        }
      }
    }
  }
}

void expect_held(const Scene& scene) {
  std::vector<double> at;
  for (int k = 0; k <= 60; ++k) at.push_back(0.01 * k);
  const SmoothRun run = run_of(scene, at);
  EXPECT_FALSE(run.trajectory.contacts.empty());
  for (const Snapshot& shot : run.snapshots) {
    for (std::size_t i = 0; i < scene.balls.size(); ++i) {
      ASSERT_EQ(shot.bodies[i].state.r.z, scene.balls[i].spec.radius) << shot.t;
      ASSERT_EQ(shot.bodies[i].state.v.z, 0.0) << shot.t;
    }
  }
  const EnergyLedger& ledger = run.trajectory.ledger;
  EXPECT_LE(ledger.error / ledger.initial, 1e-6);
}

TEST(SmoothHeld, BallsStayOnTheCloth) {
  Scene scene = busy_scene();
  scene.smooth.held = true;
  expect_held(scene);
}

TEST(SmoothHeld, BallsStayOnTheClothAtANoseAboveTheirCentre) {
  Scene scene = busy_scene();
  scene.smooth.held = true;
  scene.table.contact = CushionContact::line;
  expect_held(scene);
}

TEST(SmoothHeld, BallsStayOnTheClothNextToASmallerBall) {
  Scene scene = busy_scene();
  scene.smooth.held = true;
  for (const std::size_t small : {1, 2}) {
    Ball& ball = scene.balls[small];
    ball.spec.radius = 0.026;
    ball.spec.inertia = 0.4 * ball.spec.mass * 0.026 * 0.026;
    ball.start.r.z = 0.026;
  }
  expect_held(scene);
}

}  // namespace
}  // namespace cuelab::testing
