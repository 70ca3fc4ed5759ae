// Several contacts at once: the hybrid engine against the smooth engine, and the event engine,
// which takes one impact after the other, beside them.
#include <gtest/gtest.h>

#include "support/touching_balls.hpp"

namespace cuelab::testing {
namespace {

/// The hybrid engine is right to this part of the incoming speed.
constexpr double close = 5e-3;

/// Differences from the smooth engine in units of the incoming speed.
struct Differences {
  double accurate, fast, event;
};

Differences differences(TouchingBalls balls, double speed, double t_max) {
  const Trajectory smooth = balls.run(Engine::smooth, t_max);
  const Trajectory event = balls.run(Engine::event, t_max);
  const Trajectory accurate = balls.run(Engine::hybrid, t_max);
  balls.scene.hybrid.integrator = Hybrid::Integrator::fast;
  const Trajectory fast = balls.run(Engine::hybrid, t_max);
  return {velocity_difference(accurate, smooth) / speed, velocity_difference(fast, smooth) / speed,
          velocity_difference(event, smooth) / speed};
}

constexpr double gaps[] = {0.0, 1e-9, 1e-6, 1e-4};  // [m]

TEST(Clusters, RowsOfTouchingBalls) {
  for (int count = 2; count <= 10; ++count) {
    for (const double gap : gaps) {
      for (const double angle : {0.0, 0.35}) {
        const auto of = differences(TouchingBalls{}.strike(3.0, angle).row(count, gap), 3.0, 0.012);
        const auto scene = ::testing::Message()
                           << count << " balls, gap " << gap << ", angle " << angle;
        EXPECT_LT(of.accurate, close) << scene;
        EXPECT_LT(of.fast, close) << scene;
        if (gap < 1e-5) {
          EXPECT_GT(of.event, 0.05) << scene;
        }
      }
    }
  }
}

TEST(Clusters, ATriangleOfThree) {
  for (const double gap : {0.0, 1e-9, 1e-6, 1e-4, 1e-3}) {
    const auto of = differences(TouchingBalls{}.strike(8.0).triangle(2, gap), 8.0, 0.01);
    EXPECT_LT(of.accurate, close) << gap;
    EXPECT_LT(of.fast, close) << gap;
    EXPECT_GT(of.event, 0.2) << gap;
  }
}

TEST(Clusters, BreaksWithGaps) {
  for (const double gap : {0.0, 1e-6, 1e-4, 1e-3}) {
    const auto of =
        differences(TouchingBalls{}.strike(8.0, 0.0, 0.004).triangle(5, gap), 8.0, 0.01);
    EXPECT_LT(of.accurate, close) << gap;
    EXPECT_LT(of.fast, close) << gap;
    EXPECT_GT(of.event, 0.15) << gap;
  }
}

TEST(Clusters, CombinationsOfThree) {
  for (const double gap : {0.0, 1e-4, 2e-2}) {
    for (const double angle : {0.2, 0.5}) {
      // the second ball sends the third off at an angle
      TouchingBalls balls = TouchingBalls{}.strike(2.0, angle).row(1, 0.0);
      const SinCos on = sin_cos(-0.3);
      const double d = 2.0 * TouchingBalls::R + gap;
      balls.add({d * on.cos, d * on.sin});
      const auto of = differences(balls, 2.0, 0.03);
      EXPECT_LT(of.accurate, close) << gap << " " << angle;
      EXPECT_LT(of.fast, close) << gap << " " << angle;
    }
  }
}

/// A ball frozen to the foot cushion of a table, or nearly, and another that squeezes it.
TouchingBalls squeeze(double speed, double angle, double gap) {
  TouchingBalls balls;
  balls.scene = *make_scene("pool-9ft");
  constexpr double R = TouchingBalls::R;
  const SinCos to = sin_cos(angle);
  const double x = 0.5 * balls.scene.table.length - R - gap;
  const double back = 2.0 * R + 0.002;
  return balls.add({x - back * to.cos, 0.3 - back * to.sin}, {speed * to.cos, speed * to.sin})
      .add({x, 0.3});
}

TEST(Clusters, ABallSqueezedBetweenCushionAndBall) {
  for (const double speed : {1.0, 2.7, 6.0}) {
    for (const double gap : gaps) {
      for (const double angle : {0.0, 0.52}) {
        TouchingBalls balls = squeeze(speed, angle, gap);
        balls.scene.hybrid.compliant_cushions = true;
        const auto of = differences(balls, speed, 0.03);
        const auto scene = ::testing::Message()
                           << speed << " m/s, gap " << gap << ", angle " << angle;
        EXPECT_LT(of.accurate, close) << scene;
        EXPECT_LT(of.fast, close) << scene;
        if (angle > 0.0) {
          EXPECT_GT(of.event, 0.02) << scene;
        }
      }
    }
  }
}

TEST(Clusters, ABallFrozenToACushionIsHitAlongIt) {
  // both engines let the object ball roll along the cushion
  TouchingBalls balls = squeeze(2.0, 1.2, 0.0);
  balls.scene.hybrid.compliant_cushions = true;
  const auto of = differences(balls, 2.0, 0.05);
  EXPECT_LT(of.accurate, close);
  EXPECT_LT(of.fast, close);
}

TEST(Clusters, BothIntegratorsKnowThePatchCloth) {
  for (const double spin : {0.0, 80.0}) {
    TouchingBalls balls = TouchingBalls{}.strike(3.0, 0.35).row(3, 0.0);
    balls.scene.balls[0].start.w = {0.0, 0.4 * spin, spin};
    balls.scene.physics.cloth = PatchCloth{};
    const auto of = differences(balls, 3.0, 0.012);
    EXPECT_LT(of.accurate, close) << spin;
    EXPECT_LT(of.fast, close) << spin;
  }
}

TEST(Clusters, TwoBallsHitAtOnce) {
  // a ball runs between two that touch each other: mirror images, whatever their order
  constexpr double R = TouchingBalls::R;
  const double back = std::sqrt(3.0) * R + 0.002;
  const TouchingBalls balls =
      TouchingBalls{}.add({-back, 0.0}, {3.0, 0.0}).add({0.0, R}).add({0.0, -R});
  const auto of = differences(balls, 3.0, 0.01);
  EXPECT_LT(of.accurate, close);
  EXPECT_GT(of.event, 0.05);
  const Trajectory run = balls.run(Engine::hybrid, 0.1);
  EXPECT_NEAR(run.final[0].r.y, 0.0, 1e-9);
  EXPECT_NEAR(run.final[1].r.x, run.final[2].r.x, 1e-9);
  EXPECT_NEAR(run.final[1].r.y, -run.final[2].r.y, 1e-9);
  EXPECT_GT(run.final[1].v.y, 0.5);
}

TEST(Clusters, ABallDroppedOnTwoTouchingBalls) {
  // it parts them by the same speed to both sides, after the forces have lifted it again
  constexpr double R = TouchingBalls::R;
  TouchingBalls balls = TouchingBalls{}
                            .add({R, 0.0}, {}, R * (1.0 + std::sqrt(3.0)) + 0.02)
                            .add({0.0, 0.0})
                            .add({2.0 * R, 0.0});
  const Trajectory smooth = balls.run(Engine::smooth, 0.075);
  for (const auto integrator : {Hybrid::Integrator::accurate, Hybrid::Integrator::fast}) {
    balls.scene.hybrid.integrator = integrator;
    const Trajectory hybrid = balls.run(Engine::hybrid, 0.075);
    const bool is_accurate = integrator == Hybrid::Integrator::accurate;
    EXPECT_LT(velocity_difference(hybrid, smooth), 0.02 * 0.626);  // of the speed of the fall
    EXPECT_NEAR(hybrid.final[1].v.x, -hybrid.final[2].v.x, is_accurate ? 1e-6 : 2e-3);
    EXPECT_GT(hybrid.final[2].v.x, 0.1);
    EXPECT_NEAR(hybrid.final[0].v.z, smooth.final[0].v.z, 0.02);
  }
}

TEST(Clusters, TwoBallsSpinAgainstEachOtherInACorner) {
  // frozen to the foot cushion and to each other, spinning in opposite senses: friction drives them
  // apart or together, without end in an engine that takes one impact after the other
  constexpr double R = TouchingBalls::R;
  for (const double spin : {60.0, -60.0}) {
    TouchingBalls balls;
    balls.scene = *make_scene("carom-10ft");
    const double radius = balls.scene.balls.empty() ? R : balls.scene.balls[0].spec.radius;
    const double x = 0.5 * balls.scene.table.length - radius;
    const double y = 0.5 * balls.scene.table.width - radius;
    balls.add({x, y}).add({x, y - 2.0 * R});
    balls.scene.balls[0].start.w = {0.0, 0.0, spin};
    balls.scene.balls[1].start.w = {0.0, 0.0, -spin};
    for (Ball& ball : balls.scene.balls) ball.start.motion = Motion::spinning;
    const Trajectory smooth = balls.run(Engine::smooth, 20.0);
    for (const auto integrator : {Hybrid::Integrator::accurate, Hybrid::Integrator::fast}) {
      balls.scene.hybrid.integrator = integrator;
      const Trajectory hybrid = balls.run(Engine::hybrid, 20.0);
      EXPECT_EQ(hybrid.stop, StopReason::at_rest);
      EXPECT_LT(hybrid.events.size(), 2000U);
      EXPECT_LT(position_difference(hybrid, smooth), 0.01) << spin;
    }
  }
}

}  // namespace
}  // namespace cuelab::testing
