// Single impacts on a cushion with default settings: the event engine's law against the contact
// forces of the smooth engine.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "cuelab/laws.hpp"
#include "support/smooth_scenes.hpp"

namespace cuelab::testing {
namespace {

constexpr double degree = 0.017453292519943295;  ///< [rad]
constexpr double gravity = 9.81;
constexpr double nose_height = 0.03629;  ///< of the pool tables [m]
constexpr double half_width = 0.635;     ///< the cushion's nose lies at y = half_width [m]

/// How a ball meets the cushion.
struct Arrival {
  double angle = 0.0;  ///< from the normal [degrees]
  double speed = 0.0;  ///< [m/s]
  double roll = 0.0;   ///< 1 rolls, 0 slides
  double side = 0.0;   ///< R w_z / speed
};

/// 225 impacts: 10 to 80 degrees, 0.5 to 4 m/s, sliding to rolling, with and without side.
std::vector<Arrival> arrivals() {
  std::vector<Arrival> grid;
  for (const double angle : {10.0, 27.5, 45.0, 62.5, 80.0}) {
    for (const double speed : {0.5, 1.0, 2.0, 3.0, 4.0}) {
      for (const double roll : {0.0, 0.5, 1.0}) {
        for (const double side : {-0.8, 0.0, 0.8}) grid.push_back({angle, speed, roll, side});
      }
    }
  }
  return grid;
}

/// The ball 2 mm from the nose, all laws and settings the defaults.
Scene scene_of(const Arrival& a) {
  Scene scene;
  Table& table = scene.table;
  table.length = 2.0;
  table.width = 2.0 * half_width;
  table.cushion_height = nose_height;
  table.cushions = {{"left", {-1.0, half_width}, {1.0, half_width}}};
  const BallSpec ball;
  const double R = ball.radius;
  const double reach = std::sqrt(R * R - (nose_height - R) * (nose_height - R));
  const Vec3 v{a.speed * std::sin(a.angle * degree), a.speed * std::cos(a.angle * degree), 0.0};
  const Vec3 w{-a.roll * v.y / R, a.roll * v.x / R, a.side * a.speed / R};
  scene.balls.push_back(
      {"cue",
       ball,
       {.r = {0.0, half_width - reach - 2e-3, R}, .v = v, .w = w, .motion = Motion::sliding}});
  scene.run.t_max = 2e-3 / v.y + 0.03;
  return scene;
}

/// A ball on the cloth after this time of ordinary sliding, or rolling once that begins.
BallState after_sliding(const BallSpec& ball, double mu, BallState s, double time) {
  const double R = ball.radius;
  const Vec2 slip{s.v.x - R * s.w.y, s.v.y + R * s.w.x};
  const double speed = norm(slip);
  if (speed == 0.0) return s;
  const double lasts = std::min(time, 2.0 * speed / (7.0 * mu * gravity));
  const Vec2 change = (-mu * gravity * lasts / speed) * slip;
  s.v += Vec3{change.x, change.y, 0.0};
  s.w += (2.5 / R) * Vec3{change.y, -change.x, 0.0};
  return s;
}

struct Difference {
  double angle = 0.0;  ///< of the rebound [degrees]
  double speed = 0.0;  ///< relative
  double hop = 0.0;    ///< upward speed of the smooth engine's ball, of its speed before
};

/// The contact takes the smooth engine some milliseconds, in which the cloth brakes the ball as
/// usual, by mu m g; the event engine's ball slides for as long after its impact.
Difference difference_of(const Arrival& a) {
  const Scene scene = scene_of(a);
  const BallSpec& ball = scene.balls[0].spec;
  const std::vector<Impact> impacts =
      impacts_of(run_of(scene).trajectory, 0, Agent{AgentKind::cushion, 0});
  EXPECT_EQ(impacts.size(), 1U) << a.angle << " " << a.speed << " " << a.roll << " " << a.side;
  if (impacts.empty() || impacts[0].duration == 0.0) return {90.0, 1.0, 1.0};
  const Impact& smooth = impacts[0];

  const double sin = nose_height / ball.radius - 1.0;
  const double mu = sliding_coefficient(scene.physics.cloth, ball, smooth.before);
  BallState before = smooth.before;
  before.v.z = 0.0;
  before.motion = Motion::sliding;
  const CushionImpact at{ball, {0.0, -std::sqrt(1.0 - sin * sin), -sin}, mu};
  const BallState after =
      after_sliding(ball, mu, resolve(scene.physics.cushion, at, before), smooth.duration);

  const auto angle = [](const Vec3& v) { return std::atan2(v.x, -v.y) / degree; };
  const double speed = norm(flat(smooth.after.v));
  return {.angle = angle(after.v) - angle(smooth.after.v),
          .speed = norm(flat(after.v)) / speed - 1.0,
          .hop = smooth.after.v.z / a.speed};
}

TEST(CushionImpacts, EventLawAndSmoothEngineAgree) {
  double angle_squares = 0.0;
  double speed_squares = 0.0;
  double worst = 0.0;
  const std::vector<Arrival> grid = arrivals();
  ASSERT_EQ(grid.size(), 225U);
  for (const Arrival& a : grid) {
    const Difference d = difference_of(a);
    angle_squares += d.angle * d.angle;
    speed_squares += d.speed * d.speed;
    worst = std::max(worst, std::abs(d.angle));
    EXPECT_LE(std::abs(d.angle), 2.5)
        << a.angle << " degrees, " << a.speed << " m/s, roll " << a.roll << ", side " << a.side;
  }
  const auto count = static_cast<double>(grid.size());
  const double angle_rms = std::sqrt(angle_squares / count);
  const double speed_rms = std::sqrt(speed_squares / count);
  RecordProperty("angle_rms", std::to_string(angle_rms));
  RecordProperty("angle_max", std::to_string(worst));
  RecordProperty("speed_rms", std::to_string(speed_rms));
  EXPECT_LE(angle_rms, 1.0);
  EXPECT_LE(speed_rms, 0.01);
}

}  // namespace
}  // namespace cuelab::testing
