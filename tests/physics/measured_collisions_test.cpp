// Five measured collisions of snooker balls (tests/data/mathavan_2009_collisions.json): a rolling
// ball hits a resting one; speeds when both roll again.
#include <gtest/gtest.h>

#include <cmath>
#include <fstream>

#include <nlohmann/json.hpp>

#include "cuelab/laws.hpp"
#include "math/elementary.hpp"

namespace cuelab {
namespace {

constexpr double degree = pi / 180.0;

/// Velocity when the slip has gone, whatever the friction: v - 2/7 of the slip.
Vec2 rolling_velocity(const BallSpec& ball, const BallState& s) { return flat(gripped(ball, s).v); }

struct Rolling {
  Vec2 cue, object;  ///< [m/s]
};

/// Both balls after the default law's impact at this cut.
Rolling collide(double v, double cut) {
  const double R = 0.02625;
  const BallSpec ball{.radius = R, .mass = 0.1406, .inertia = 0.4 * 0.1406 * R * R};
  const SinCos angle = sin_cos(cut);
  const Vec3 n{angle.cos, angle.sin, 0.0};
  const Pair before{{.r = {0, 0, R}, .v = {v, 0, 0}, .w = {0, v / R, 0}, .motion = Motion::rolling},
                    {.r = Vec3{0, 0, R} + 2.0 * R * n}};
  const Pair after = resolve(Physics{}.ball_ball, {ball, ball, 0.212}, before, n);
  return {rolling_velocity(ball, after.a), rolling_velocity(ball, after.b)};
}

double angle_of(Vec2 v) { return atan2(v.y, v.x); }

/// The cut at which the object ball leaves along this angle, throw included.
double cut_for(double v, double exit) {
  double low = 0.0;
  double high = 80.0 * degree;
  for (int k = 0; k < 60; ++k) {
    const double middle = 0.5 * (low + high);
    (angle_of(collide(v, middle).object) < exit ? low : high) = middle;
  }
  return 0.5 * (low + high);
}

/// The printed speeds of the first row add up to 88 % of the momentum along the path, those of the
/// others to 92 to 97 %: its cue ball is printed too slow, and the authors' own model misses it by
/// 11 %, too.
TEST(MeasuredCollisions, SpeedsAndAnglesOfFiveShots) {
  std::ifstream file(CUELAB_SOURCE_DIR "/tests/data/mathavan_2009_collisions.json");
  const auto rows = nlohmann::json::parse(file).at("rows");
  ASSERT_EQ(rows.size(), 5U);
  for (std::size_t k = 0; k < rows.size(); ++k) {
    SCOPED_TRACE(k);
    const std::vector<double> row = rows[k];
    const Rolling after = collide(row[0], cut_for(row[0], row[1] * degree));
    EXPECT_NEAR(norm(after.cue) / row[2], 1.0, k == 0 ? 0.15 : 0.045);
    EXPECT_NEAR(norm(after.object) / row[3], 1.0, 0.04);
    EXPECT_NEAR(-angle_of(after.cue) / degree, row[4], k == 0 ? 3.5 : 2.5);
  }
}

}  // namespace
}  // namespace cuelab
