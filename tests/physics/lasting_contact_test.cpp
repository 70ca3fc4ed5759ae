// Lasting contacts above the cloth against closed forms: a ball at rest near the top of another,
// which is too heavy to move, slides or rolls off it.
#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "cuelab/event_engine.hpp"
#include "cuelab/io.hpp"
#include "cuelab/scene.hpp"

namespace cuelab {
namespace {

constexpr double g = 9.81;
constexpr double start_angle = 10.0 * std::numbers::pi / 180.0;  // from the vertical

Scene ball_on_ball(const BallBallLaw& law) {
  Scene scene;
  scene.physics.gravity = g;
  scene.physics.ball_ball = law;
  Ball heavy;
  heavy.id = "heavy";
  heavy.spec.mass = 1000.0;
  heavy.spec.inertia = 0.4 * heavy.spec.mass * heavy.spec.radius * heavy.spec.radius;
  heavy.start.r = {0.0, 0.0, heavy.spec.radius};
  Ball rider;
  rider.id = "rider";
  const double reach = heavy.spec.radius + rider.spec.radius;
  rider.start.r = {reach * std::sin(start_angle), 0.0,
                   heavy.spec.radius + reach * std::cos(start_angle)};
  scene.balls = {heavy, rider};
  return scene;
}

struct Leaving {
  double cosine = 0.0;  ///< of the angle from the vertical
  double speed = 0.0;   ///< [m/s]
  double spin = 0.0;    ///< w_y [rad/s]
};

/// The rider when the other ball no longer carries it: where its free fall begins.
Leaving leaving_of(const Scene& scene) {
  const Trajectory run = simulate_event(scene);
  bool carried = false;
  for (const Piece& piece : run.pieces) {
    if (piece.ball != 1) continue;
    const bool falls = std::abs(piece.a.z + 0.5 * g) < 1e-9;
    if (carried && falls) {
      const double reach = scene.balls[0].spec.radius + scene.balls[1].spec.radius;
      return {(piece.r0.z - scene.balls[0].spec.radius) / reach, norm(piece.v0), piece.w0.y};
    }
    carried = carried || !falls;
  }
  return {};
}

TEST(LastingContact, WithoutFrictionABallLeavesAtTwoThirdsOfItsHeight) {
  const Scene scene = ball_on_ball(Frictionless{});
  const Leaving leaving = leaving_of(scene);
  // energy: v^2 = 2 g d (cos a - cos b); no force left: v^2 = g d cos b
  const double expected = 2.0 / 3.0 * std::cos(start_angle);
  const double reach = 2.0 * scene.balls[0].spec.radius;
  EXPECT_NEAR(leaving.cosine, expected, 2e-3);
  EXPECT_NEAR(leaving.speed, std::sqrt(g * reach * expected), 2e-3);
  EXPECT_NEAR(leaving.spin, 0.0, 1e-12);
}

TEST(LastingContact, ARollingBallLeavesAtTenSeventeenths) {
  const Scene scene = ball_on_ball(Frictional{.friction = {.a = 10.0, .b = 0.0, .c = 0.0}});
  const Leaving leaving = leaving_of(scene);
  // energy with the spin of rolling: (7/10) v^2 = g d (cos a - cos b)
  const double expected = 10.0 / 17.0 * std::cos(start_angle);
  const double R = scene.balls[0].spec.radius;
  EXPECT_NEAR(leaving.cosine, expected, 2e-3);
  EXPECT_NEAR(leaving.speed, std::sqrt(g * 2.0 * R * expected), 2e-3);
  // just before it leaves, the force is too small to keep it from slipping
  EXPECT_NEAR(leaving.spin * R, leaving.speed, 1e-2 * leaving.speed);
}

// A ball among others, pressed by them, whose spin ends while they hold it.
TEST(LastingContact, ABallWhoseSpinEndsComesToRest) {
  const Scene scene =
      *load_scene(CUELAB_SOURCE_DIR "/tests/regression/scenes/spin_ends_in_contact.toml");
  EXPECT_EQ(simulate_event(scene).stop, StopReason::at_rest);
}

}  // namespace
}  // namespace cuelab
