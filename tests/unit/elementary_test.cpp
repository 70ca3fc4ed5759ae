// The portable elementary functions against the platform's in extended precision.
#include "math/elementary.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <random>

namespace cuelab {
namespace {

constexpr double ulp = std::numeric_limits<double>::epsilon();

TEST(Elementary, ExpIsWithinTwoUlp) {
  std::mt19937_64 random(1);
  std::uniform_real_distribution<double> x(-700.0, 700.0);
  for (int k = 0; k < 100000; ++k) {
    const double at = k % 2 == 0 ? x(random) : 1e-3 * x(random);
    const long double truth = std::exp(static_cast<long double>(at));
    ASSERT_NEAR(static_cast<double>(cuelab::exp(at) / truth), 1.0, 2.0 * ulp) << at;
  }
}

TEST(Elementary, ExpAtItsEnds) {
  EXPECT_EQ(cuelab::exp(0.0), 1.0);
  EXPECT_EQ(cuelab::exp(-800.0), 0.0);
  EXPECT_TRUE(std::isinf(cuelab::exp(710.0)));
  EXPECT_NEAR(cuelab::exp(-740.0) / 4.2e-322, 1.0, 0.02);  // subnormal
}

TEST(Elementary, LogIsWithinTwoUlp) {
  std::mt19937_64 random(4);
  std::uniform_real_distribution<double> exponent(-300.0, 300.0);
  for (int k = 0; k < 100000; ++k) {
    const double at = k % 2 == 0 ? std::pow(10.0, exponent(random))
                                 : 1.0 + 1e-3 * exponent(random);  // near the zero as well
    const long double truth = std::log(static_cast<long double>(at));
    ASSERT_NEAR(static_cast<double>(cuelab::log(at) / truth), 1.0, 2.0 * ulp) << at;
  }
  EXPECT_EQ(cuelab::log(1.0), 0.0);
}

TEST(Elementary, SineAndCosineAreWithinTwoUlp) {
  std::mt19937_64 random(2);
  std::uniform_real_distribution<double> x(-1.0, 1.0);
  for (int k = 0; k < 100000; ++k) {
    const double at = x(random) * std::pow(10.0, k % 7);
    const SinCos ours = sin_cos(at);
    const long double wide = at;
    ASSERT_NEAR(ours.sin, static_cast<double>(std::sin(wide)), ulp) << at;
    ASSERT_NEAR(ours.cos, static_cast<double>(std::cos(wide)), ulp) << at;
  }
}

TEST(Elementary, SineOfSmallAnglesKeepsItsDigits) {
  for (double x = 1e-300; x < 0.1; x *= 7.3) {
    ASSERT_NEAR(sin_cos(x).sin / std::sin(x), 1.0, 2.0 * ulp) << x;
  }
}

TEST(Elementary, Atan2IsWithinTwoUlpInEveryQuadrant) {
  std::mt19937_64 random(3);
  std::uniform_real_distribution<double> x(-1.0, 1.0);
  for (int k = 0; k < 100000; ++k) {
    const double a = x(random) * std::pow(10.0, k % 5 - 2);
    const double b = x(random);
    const double truth = std::atan2(a, b);
    ASSERT_NEAR(cuelab::atan2(a, b) / truth, 1.0, 2.0 * ulp) << a << " " << b;
  }
  EXPECT_EQ(cuelab::atan2(0.0, 0.0), 0.0);
  EXPECT_EQ(cuelab::atan2(0.0, -1.0), pi);
  EXPECT_DOUBLE_EQ(cuelab::atan2(-1.0, 0.0), -pi / 2.0);
}

TEST(Elementary, CubeRootIsWithinTwoUlp) {
  for (double x = 1e-300; x < 1e300; x *= 3.7) {
    ASSERT_NEAR(cube_root(x) / std::cbrt(x), 1.0, 2.0 * ulp) << x;
    ASSERT_NEAR(about_cube_root(x) / std::cbrt(x), 1.0, 2e-3) << x;
  }
  EXPECT_EQ(cube_root(0.0), 0.0);
}

TEST(Elementary, PowHasTheStatedError) {
  for (double y = -5.0; y < 5.0; y += 0.377) {
    for (double x = 1e-6; x < 1e6; x *= 1.9) {
      const long double wide = x;
      const auto truth = static_cast<double>(std::pow(wide, static_cast<long double>(y)));
      const double allowed = (2.0 + std::abs(y * std::log(x))) * ulp;
      ASSERT_NEAR(cuelab::pow(x, y) / truth, 1.0, allowed) << x << ' ' << y;
    }
  }
  EXPECT_EQ(cuelab::pow(0.0, 2.5), 0.0);
}

TEST(Elementary, TanhIsWithinTwoUlp) {
  for (double x = 1e-300; x < 30.0; x = x < 1e-3 ? x * 7.1 : x * 1.0013) {
    const auto truth = static_cast<double>(std::tanh(static_cast<long double>(x)));
    ASSERT_NEAR(cuelab::tanh(x) / truth, 1.0, 2.0 * ulp) << x;
    ASSERT_EQ(cuelab::tanh(-x), -cuelab::tanh(x));
  }
  EXPECT_EQ(cuelab::tanh(0.0), 0.0);
  EXPECT_EQ(cuelab::tanh(1e9), 1.0);
}

}  // namespace
}  // namespace cuelab
