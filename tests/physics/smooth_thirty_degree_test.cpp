// Deflection of the cue ball by the object ball: experiment 2 of [Gismeros2022] against the closed
// form for a rolling ball.
#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "support/smooth_scenes.hpp"

namespace cuelab::testing {
namespace {

constexpr double fractions[] = {0.05, 0.125, 0.25, 0.5, 0.75, 0.875, 0.95};
constexpr double slow = 1.34112;  // 3 mph [m/s]
constexpr double fast = 3.12928;  // 7 mph [m/s]

/// A shot at a ball of which the fraction f is hit, on a cloth without cushions, so that nothing
/// else turns the cue ball.
Scene shot(double speed, double f, bool rolling, const FrictionLaw& friction) {
  Scene scene = published_scene();
  const double R = published_ball().radius;
  const double start = speed == slow ? 0.0 : -0.635;
  scene.smooth.ball_ball.friction = friction;
  scene.run.t_max = 3.0;
  const Vec3 spin = rolling ? Vec3{0.0, speed / R, 0.0} : Vec3{};
  add_ball(scene, "cue", {start, 0.0, cue_height}, {speed, 0.0, 0.0}, spin);
  add_ball(scene, "object", {start + 0.635, 2.0 * R * (1.0 - f), R});
  return scene;
}

/// The final angle of the cue ball, away from the object ball [degrees].
double deflection(const Scene& scene) {
  SmoothOptions options;
  options.t_max = scene.run.t_max;
  options.max_events = scene.run.max_events;
  options.keep_pieces = false;
  const Result<SmoothRun> run = simulate(make_system(scene), scene.smooth.integration, options);
  EXPECT_TRUE(run);
  const BallState& s = run->trajectory.final[0];
  return std::atan2(-s.v.y, s.v.x) * 180.0 / std::numbers::pi;
}

/// Of a rolling ball without losses [Gismeros2022, eq. 4.1]; sin phi = 1 - f.
double thirty_degree_rule(double f) {
  const double sine = 1.0 - f;
  return std::atan(sine * std::sqrt(1.0 - sine * sine) / (sine * sine + 0.4)) * 180.0 /
         std::numbers::pi;
}

/// The cue ball when it meets the other: its speed, and how much of rolling it has.
struct Arrival {
  double speed, rolling;
};

Arrival arrival(Scene scene) {
  scene.run.t_max = 1.0;
  const SmoothRun run = run_of(scene);
  const std::vector<Impact> impacts = impacts_of(run.trajectory, 0, 1);
  EXPECT_EQ(impacts.size(), 1U);
  const BallState& s = impacts.at(0).before;
  return {s.v.x, s.w.y * published_ball().radius / s.v.x};
}

TEST(ThirtyDegreeRule, TheClosedForm) {
  constexpr double published[] = {12.83, 19.97, 27.27, 33.67, 27.63, 16.61, 7.07};
  for (std::size_t k = 0; k < std::size(fractions); ++k) {
    EXPECT_NEAR(thirty_degree_rule(fractions[k]), published[k], 5.1e-3);
  }
}

TEST(ThirtyDegreeRule, TheSlowBallRollsWhenItArrives) {
  const BallSpec ball = published_ball();
  const double share = ball.inertia / (ball.mass * ball.radius * ball.radius);
  const Arrival slowly = arrival(shot(slow, 0.5, false, Threlfall{}));
  EXPECT_NEAR(slowly.speed, slow / (1.0 + share), 3e-4);
  EXPECT_NEAR(slowly.speed, 0.9605, 3e-4);
  EXPECT_GE(slowly.rolling, 0.999);
  EXPECT_LE(slowly.rolling, 1.0);
  EXPECT_NEAR(arrival(shot(fast, 0.5, false, Threlfall{})).rolling, 0.362, 3e-3);
}

class HitFraction : public ::testing::TestWithParam<std::size_t> {
 protected:
  double f() const { return fractions[GetParam()]; }
};

TEST_P(HitFraction, SlidingStart) {
  // of the slow ball with the two friction laws, of the fast ball with the first
  constexpr double slow_threlfall[] = {12.46, 19.62, 27.09, 34.06, 28.49, 17.28, 7.41};
  constexpr double slow_alciatore[] = {12.44, 19.58, 27.03, 33.97, 28.45, 17.22, 7.38};
  constexpr double fast_threlfall[] = {14.78, 23.73, 33.80, 46.49, 49.63, 39.22, 19.85};
  const double rule = thirty_degree_rule(f());
  const double threlfall = deflection(shot(slow, f(), false, Threlfall{}));
  EXPECT_NEAR(threlfall, rule, 1.0);
  EXPECT_NEAR(threlfall, slow_threlfall[GetParam()], 0.02);
  const double alciatore = deflection(shot(slow, f(), false, Alciatore{}));
  EXPECT_NEAR(alciatore, rule, 1.0);
  EXPECT_NEAR(alciatore, slow_alciatore[GetParam()], 0.02);
  EXPECT_NEAR(deflection(shot(fast, f(), false, Threlfall{})), fast_threlfall[GetParam()], 0.4);
}

TEST_P(HitFraction, RollingStart) {
  constexpr double fast_threlfall[] = {12.15, 19.39, 26.93, 33.98, 28.49, 17.35, 7.42};
  constexpr double fast_alciatore[] = {12.04, 19.08, 26.27, 32.51, 26.42, 15.78, 6.70};
  const double rule = thirty_degree_rule(f());
  const double threlfall = deflection(shot(fast, f(), true, Threlfall{}));
  EXPECT_NEAR(threlfall, rule, 1.3);
  EXPECT_NEAR(threlfall, fast_threlfall[GetParam()], 0.02);
  const double alciatore = deflection(shot(fast, f(), true, Alciatore{}));
  EXPECT_NEAR(alciatore, rule, 1.3);
  EXPECT_NEAR(alciatore, fast_alciatore[GetParam()], 0.02);
}

/// Elastic balls without friction, of even density and already rolling: what remains is the time
/// of the impact, during which the cloth acts. It vanishes with stiffer balls.
TEST_P(HitFraction, IdealBalls) {
  Scene scene = shot(slow, f(), true, NoFriction{});
  for (Ball& ball : scene.balls) {
    ball.spec.inertia = 0.4 * ball.spec.mass * ball.spec.radius * ball.spec.radius;
  }
  scene.smooth.ball_ball.normal = NormalLaw::hertz;
  EXPECT_NEAR(deflection(scene), thirty_degree_rule(f()), 0.25);
  scene.smooth.ball.young *= 1e4;
  EXPECT_NEAR(deflection(scene), thirty_degree_rule(f()), 0.01);
}

INSTANTIATE_TEST_SUITE_P(ThirtyDegreeRule, HitFraction,
                         ::testing::Range<std::size_t>(0, std::size(fractions)));

}  // namespace
}  // namespace cuelab::testing
