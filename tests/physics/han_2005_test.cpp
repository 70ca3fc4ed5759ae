#include "cuelab/laws/cushion/han_2005.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

namespace cuelab {
namespace {

constexpr double rounding = 1e-14;  ///< [m/s]

/// A nose above the ball's centre by sin R, met along -x.
CushionImpact nose(double sin) {
  return {.ball = {}, .n = {std::sqrt(1.0 - sin * sin), 0.0, -sin}, .cloth_friction = 0.2};
}

/// Without friction v_x turns to ((1 + e) cos^2 - 1) |v_x|. Regression: where that is negative an
/// approach was left.
TEST(Han2005, ABallOnTheClothDoesNotApproachAfterwards) {
  for (const double e : {0.0, 0.2, 0.85, 1.0}) {
    for (const double sin : {-0.9, -0.2, 0.0, 0.28, 0.6, 0.95}) {
      const BallState s{
          .r = {}, .v = {-2.0, 0.5, 0.0}, .w = {3.0, -50.0, 20.0}, .motion = Motion::sliding};
      const BallState after = resolve(Han2005{e, 0.0}, nose(sin), s);
      const double rebound = (1.0 + e) * (1.0 - sin * sin) - 1.0;
      EXPECT_NEAR(after.v.x, 2.0 * std::max(rebound, 0.0), rounding) << e << " " << sin;
      EXPECT_EQ(after.v.y, s.v.y);
      EXPECT_EQ(after.v.z, 0.0);
      EXPECT_LT(norm(after.w - s.w), 1e-13 * norm(s.w));
    }
  }
}

TEST(Han2005, FrictionLeavesNoApproachAndNoEnergyIsGained) {
  for (const double mu : {0.0, 0.2, 1.0, 10.0}) {
    for (const double sin : {-0.9, -0.2, 0.28, 0.6, 0.95}) {
      for (const double w : {-100.0, 0.0, 100.0}) {
        const CushionImpact at = nose(sin);
        const BallState s{
            .r = {}, .v = {-2.0, 0.5, 0.0}, .w = {w, -w, 0.5 * w}, .motion = Motion::sliding};
        const BallState after = resolve(Han2005{0.3, mu}, at, s);
        EXPECT_GE(dot(after.v, at.n), -rounding) << mu << " " << sin << " " << w;
        EXPECT_LE(kinetic_energy(at.ball, after), kinetic_energy(at.ball, s));
      }
    }
  }
}

}  // namespace
}  // namespace cuelab
