// The smallest positive root of quartics whose roots are known because they were built from them
// in exact arithmetic.
#include "math/roots.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <random>

#include "support/exact_roots.hpp"

namespace cuelab {
namespace {

using testing::with_roots;

void expect_first_root(const Quartic& c) {
  EXPECT_TRUE(testing::is_first_positive_root(c, smallest_positive_root(c)))
      << smallest_positive_root(c);
}

TEST(Roots, ClosedForms) {
  EXPECT_DOUBLE_EQ(smallest_positive_root({1.0, -1.0, 0, 0, 0}), 1.0);
  EXPECT_DOUBLE_EQ(smallest_positive_root({-2.0, 0, 1.0, 0, 0}), std::sqrt(2.0));
  EXPECT_DOUBLE_EQ(smallest_positive_root({-8.0, 0, 0, 1.0, 0}), 2.0);
  EXPECT_DOUBLE_EQ(smallest_positive_root({-16.0, 0, 0, 0, 1.0}), 2.0);
  EXPECT_TRUE(std::isinf(smallest_positive_root({1.0, 0, 1.0, 0, 1.0})));
  EXPECT_TRUE(std::isinf(smallest_positive_root({1.0, 0, 0, 0, 0})));
}

TEST(Roots, RandomQuartics) {
  std::mt19937_64 random(5);
  std::uniform_real_distribution<double> unit(-10.0, 10.0);
  for (int k = 0; k < 500; ++k) {
    SCOPED_TRACE(k);
    expect_first_root({unit(random), unit(random), unit(random), unit(random), unit(random)});
  }
}

TEST(Roots, ClusteredRoots) {
  std::mt19937_64 random(6);
  std::uniform_real_distribution<double> unit(0.0, 1.0);
  for (int k = 0; k < 300; ++k) {
    SCOPED_TRACE(k);
    const double r = std::pow(10.0, 8.0 * unit(random) - 4.0);
    const double spread = std::pow(10.0, -7.0 * unit(random));
    expect_first_root(with_roots(r, r * (1.0 + spread * unit(random)),
                                 r * (1.0 + spread * unit(random)), r * (2.0 + unit(random))));
  }
}

TEST(Roots, RootsOfVeryDifferentSize) {
  std::mt19937_64 random(7);
  std::uniform_real_distribution<double> exponent(-8.0, 8.0);
  std::uniform_real_distribution<double> sign(-1.0, 1.0);
  const auto draw = [&] { return std::copysign(std::pow(10.0, exponent(random)), sign(random)); };
  for (int k = 0; k < 300; ++k) {
    SCOPED_TRACE(k);
    expect_first_root(with_roots(draw(), draw(), draw(), draw()));
  }
}

TEST(Roots, ACertainResultInDoubleIsCorrect) {
  // a dip that just misses or just crosses: (x - 1/2)^2 + shift
  for (const double shift : {1e-3, 1e-9, 1e-14, -1e-14, -1e-9, -1e-3}) {
    const Quartic p = {0.25 + shift, -1.0, 1.0, 0.0, 0.0};
    const Quartic size = {0.25 + std::abs(shift), 1.0, 1.0, 0.0, 0.0};
    const Descent descent = first_descent(p, size);
    if (std::abs(shift) > 1e-12) {
      EXPECT_EQ(descent.kind, shift < 0.0 ? Descent::Kind::found : Descent::Kind::none) << shift;
    }
    if (descent.kind == Descent::Kind::found) {
      EXPECT_NEAR(descent.x, 0.5 - std::sqrt(-shift), 1e-9);
    }
  }
}

}  // namespace
}  // namespace cuelab
