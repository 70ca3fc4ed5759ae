// Impacts of two balls as the balls grow stiffer: in the limit all engines are the same.
#include <gtest/gtest.h>

#include <array>
#include <cmath>

#include "support/touching_balls.hpp"

namespace cuelab::testing {
namespace {

/// A ball that hits another at a cut; `stiffer` multiplies the modulus.
TouchingBalls impact(double cut, double speed, double stiffer) {
  const double offset = 2.0 * TouchingBalls::R * sin_cos(cut).sin;
  TouchingBalls balls = TouchingBalls{}.row(1, 0.0).strike(speed, 0.0, offset);
  balls.scene.balls[1].start.w = {0.0, 0.0, 20.0};  // side
  balls.scene.smooth.ball.young *= stiffer;
  balls.scene.smooth.integration.rel_tol = 1e-10;
  balls.scene.smooth.held = true;  // else a ball laid on the smooth engine's cloth first sinks in
  return balls;
}

/// Time after the impact at which velocities are compared [s]: that of the longest contact passes
/// several times.
double end_of(double speed) { return 0.002 / speed + 0.003; }

/// Differences from the event engine, in units of the speed.
struct FromTheLimit {
  double smooth, integrated, closed_form;
};

FromTheLimit from_the_limit(double cut, double speed, double stiffer) {
  TouchingBalls balls = impact(cut, speed, stiffer);
  const double end = end_of(speed);
  const Trajectory event = balls.run(Engine::event, end);
  const Trajectory smooth = balls.run(Engine::smooth, end);
  const Trajectory closed_form = balls.run(Engine::hybrid, end);
  balls.scene.hybrid.rel_tol = 1e-10;  // no cut is small enough for the closed form
  const Trajectory integrated = balls.run(Engine::hybrid, end);
  EXPECT_EQ(closed_form.cost.clusters, 0U);
  EXPECT_EQ(integrated.cost.clusters, 1U);
  return {velocity_difference(smooth, event) / speed,
          velocity_difference(integrated, event) / speed,
          velocity_difference(closed_form, event) / speed};
}

// Contacts last K^-0.4, and what the balls do meanwhile is in proportion: the line of centres
// turns, the cloth brakes. So the engines approach each other with that order. At these cuts the
// slip does not stop; where it does, the smallest slip of the friction laws remains.
TEST(StiffLimit, EnginesConvergeWithTheDurationOfTheContact) {
  constexpr std::array<double, 3> stiffness{1.0, 32.0, 1024.0};
  for (const double cut : {0.6, 0.9, 1.2}) {
    for (const double speed : {0.5, 2.0}) {
      std::array<FromTheLimit, 3> d{};
      for (std::size_t k = 0; k < 3; ++k) d[k] = from_the_limit(cut, speed, stiffness[k]);
      for (std::size_t k = 0; k + 1 < 3; ++k) {
        const auto order = [&](double FromTheLimit::* of) {
          return std::log(d[k].*of / (d[k + 1].*of)) / std::log(32.0);
        };
        const auto where = ::testing::Message()
                           << "cut " << cut << ", " << speed << " m/s, stiffness " << stiffness[k];
        EXPECT_NEAR(order(&FromTheLimit::smooth), 0.4, 0.04) << where;
        EXPECT_NEAR(order(&FromTheLimit::integrated), 0.4, 0.04) << where;
        EXPECT_NEAR(order(&FromTheLimit::closed_form), 0.4, 0.04) << where;
      }
      EXPECT_LT(d[2].smooth, 1e-3);
      RecordProperty("smooth_" + std::to_string(cut) + "_" + std::to_string(speed),
                     std::to_string(d[0].smooth));
    }
  }
}

// At every stiffness the hybrid engine is much nearer to the smooth one than to the limit.
TEST(StiffLimit, TheHybridEngineFollowsTheForcesAtEveryStiffness) {
  for (const double stiffer : {0.1, 1.0, 32.0, 1024.0}) {
    for (const double cut : {0.2, 1.1}) {
      TouchingBalls balls = impact(cut, 2.0, stiffer);
      const double end = end_of(2.0);
      const Trajectory smooth = balls.run(Engine::smooth, end);
      for (const auto integrator : {Hybrid::Integrator::accurate, Hybrid::Integrator::fast}) {
        balls.scene.hybrid.integrator = integrator;
        const Trajectory hybrid = balls.run(Engine::hybrid, end);
        EXPECT_LT(velocity_difference(hybrid, smooth) / 2.0, 1e-3) << stiffer << " " << cut;
      }
    }
  }
}

}  // namespace
}  // namespace cuelab::testing
