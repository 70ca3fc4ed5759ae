#include "cuelab/laws/cushion/mathavan_2009.hpp"

#include <gtest/gtest.h>

namespace cuelab {
namespace {

/// Rebound speed of a stun shot that hits a vertical cushion perpendicularly.
double rebound_speed(double approach) {
  const CushionImpact wall{.ball = {}, .n = {-1.0, 0.0, 0.0}};
  return -resolve(Mathavan2009{}, wall, {.v = {approach, 0.0, 0.0}}).v.x;
}

TEST(Mathavan2009, ReboundsAsMeasured) {
  for (const double v : {0.3, 1.0, 2.0, 3.5}) {
    EXPECT_NEAR(rebound_speed(v), -0.0877 * v * v + 1.131 * v - 0.0953, 1e-14) << v;
  }
}

TEST(Mathavan2009, FastShotsLoseMoreAndNoneGains) {
  EXPECT_GT(rebound_speed(1.0) / 1.0, rebound_speed(2.0) / 2.0);
  EXPECT_GT(rebound_speed(2.0) / 2.0, rebound_speed(3.5) / 3.5);
  EXPECT_NEAR(rebound_speed(10.0) / 10.0, rebound_speed(3.5) / 3.5, 1e-14);
  EXPECT_NEAR(rebound_speed(0.01) / 0.01, rebound_speed(0.28) / 0.28, 1e-14);
  for (double v = 0.001; v < 20.0; v *= 1.01) EXPECT_LT(rebound_speed(v), v);
}

}  // namespace
}  // namespace cuelab
