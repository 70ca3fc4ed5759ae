#include "cuelab/laws/cushion/stronge.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace cuelab {
namespace {

/// Regression: a slip that ends just before compression does sticks for a short time. Rounding
/// decided whether that was found.
TEST(Stronge, AShortStickIsAlwaysFound) {
  constexpr double slip = 0.9900415;
  constexpr double e = 0.42220304221952853;
  constexpr double rho = 1.5135814074316027;
  constexpr double rounding = 1e-14;
  const double after = slip_after_stronge(slip, e, rho);
  EXPECT_GT(after, slip - (1.0 + e) + 1e-6);  // slipping throughout
  double near = slip;
  for (int i = 0; i < 1000; ++i) {
    near = std::nextafter(near, 1.0);
    ASSERT_NEAR(slip_after_stronge(near, e, rho), after, rounding + (near - slip)) << i;
  }
}

/// Regression: with a restitution near zero the end of such a stick was missed, and friction
/// exceeded its limit.
TEST(Stronge, FrictionKeepsItsLimitInAShortRestitution) {
  constexpr double rounding = 1e-14;
  for (const double e : {0.0, 1e-12, 1.5570766105374805e-06, 1e-3, 0.1, 0.5, 1.0}) {
    for (const double rho : {1.0, 1.2, 1.8783297075719243, 10.0}) {
      for (double slip = 1e-3; slip < 1.2 + e; slip += 1.3e-5) {
        const double change = slip - slip_after_stronge(slip, e, rho);
        ASSERT_LE(std::abs(change), 1.0 + e + rounding) << e << " " << rho << " " << slip;
      }
    }
  }
}

}  // namespace
}  // namespace cuelab
