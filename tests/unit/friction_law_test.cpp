// Friction against slip speed: values computed by hand, continuity of the pieces, and rest.
#include "laws/friction/over_slip.hpp"

#include <gtest/gtest.h>

#include <array>
#include <cmath>

namespace cuelab {
namespace {

const std::array<FrictionLaw, 4>& laws() {
  static const std::array<FrictionLaw, 4> all = {RegularisedCoulomb{}, Threlfall{}, Ambrosio{},
                                                 Alciatore{}};
  return all;
}

TEST(FrictionLaw, RegularisedCoulombByHand) {
  const FrictionLaw law = RegularisedCoulomb{.coefficient = 0.2, .v0 = 1e-3};
  EXPECT_EQ(friction_coefficient(law, 0.0), 0.0);
  EXPECT_DOUBLE_EQ(friction_coefficient(law, 2.5e-4), 0.05);
  EXPECT_EQ(friction_coefficient(law, 1e-3), 0.2);
  EXPECT_EQ(friction_coefficient(law, 3.0), 0.2);
  EXPECT_DOUBLE_EQ(friction_over_slip(law, 0.0), 200.0);
  EXPECT_DOUBLE_EQ(friction_over_slip(law, 4.0), 0.05);
}

TEST(FrictionLaw, ThrelfallByHand) {
  const FrictionLaw law = Threlfall{.coefficient = 0.06, .v0 = 0.01};
  EXPECT_EQ(friction_coefficient(law, 0.0), 0.0);
  EXPECT_NEAR(friction_coefficient(law, 0.005), 0.06 * 0.7768698398515702, 1e-16);  // 1 - e^-1.5
  EXPECT_NEAR(friction_coefficient(law, 0.01), 0.06 * 0.9502129316321360, 1e-16);   // 1 - e^-3
  EXPECT_EQ(friction_coefficient(law, 5.0), friction_coefficient(law, 0.01));
  EXPECT_DOUBLE_EQ(friction_over_slip(law, 0.0), 18.0);  // 3 mu / v0
}

TEST(FrictionLaw, ThrelfallKeepsItsDigitsAtSmallSlip) {
  const FrictionLaw law = Threlfall{.coefficient = 0.06, .v0 = 0.01};
  for (double s = 1e-300; s < 0.01; s *= 1.7) {
    const double truth = -0.06 * std::expm1(-3.0 * s / 0.01);
    ASSERT_NEAR(friction_coefficient(law, s) / truth, 1.0, 4e-14) << s;
    ASSERT_NEAR(friction_over_slip(law, s) * s / truth, 1.0, 4e-14) << s;
  }
}

TEST(FrictionLaw, AmbrosioByHand) {
  const FrictionLaw law = Ambrosio{.coefficient = 0.2, .v0 = 1e-4, .v1 = 1e-3};
  EXPECT_EQ(friction_coefficient(law, 0.0), 0.0);
  EXPECT_EQ(friction_coefficient(law, 1e-4), 0.0);
  EXPECT_DOUBLE_EQ(friction_coefficient(law, 4e-4), 0.2 / 3.0);
  EXPECT_EQ(friction_coefficient(law, 1e-3), 0.2);
  EXPECT_EQ(friction_coefficient(law, 7.0), 0.2);
  EXPECT_EQ(friction_over_slip(law, 0.0), 0.0);
  EXPECT_EQ(friction_over_slip(law, 0.9e-4), 0.0);
  EXPECT_DOUBLE_EQ(friction_over_slip(law, 4e-4), 0.2 / 3.0 / 4e-4);
}

TEST(FrictionLaw, AmbrosioWithoutARampIsAStep) {
  for (const double v1 : {1e-3, 5e-4, 0.0}) {
    const FrictionLaw law = Ambrosio{.coefficient = 0.3, .v0 = 1e-3, .v1 = v1};
    EXPECT_EQ(friction_coefficient(law, 1e-3), 0.0) << v1;
    EXPECT_EQ(friction_over_slip(law, 1e-3), 0.0) << v1;
    EXPECT_EQ(friction_coefficient(law, 1.001e-3), 0.3) << v1;
    EXPECT_DOUBLE_EQ(friction_over_slip(law, 2e-3), 150.0) << v1;
  }
}

TEST(FrictionLaw, AlciatoreByHand) {
  const FrictionLaw law = Alciatore{};
  EXPECT_EQ(friction_coefficient(law, 0.0), 0.0);
  // 9.951e-3 + 0.108 e^-1.088 and e^-0.00544
  EXPECT_NEAR(friction_coefficient(law, 1.0), 9.951e-3 + 0.108 * 0.3368896, 1e-8);
  EXPECT_NEAR(friction_coefficient(law, 0.005), 0.5 * (9.951e-3 + 0.108 * 0.99457477), 1e-9);
  EXPECT_NEAR(friction_over_slip(law, 0.0), 11.7951, 1e-12);  // (a + b) / v0
  EXPECT_LT(friction_coefficient(law, 3.0), friction_coefficient(law, 1.0));
}

TEST(FrictionLaw, NoFrictionIsZero) {
  for (const double s : {0.0, 1e-6, 2.0}) {
    EXPECT_EQ(friction_coefficient(NoFriction{}, s), 0.0);
    EXPECT_EQ(friction_over_slip(NoFriction{}, s), 0.0);
  }
}

TEST(FrictionLaw, OverSlipIsTheCoefficientDividedByTheSlip) {
  for (const FrictionLaw& law : laws()) {
    for (double s = 1e-9; s < 20.0; s *= 1.13) {
      const double mu = friction_coefficient(law, s);
      ASSERT_NEAR(friction_over_slip(law, s) * s, mu, 1e-15) << law.index() << " " << s;
      ASSERT_GE(mu, 0.0);
      ASSERT_LE(mu, 0.2);
    }
  }
}

TEST(FrictionLaw, PiecesJoinContinuously) {
  for (const FrictionLaw& law : laws()) {
    for (const double s : {1e-4, 1e-3, 0.01, 0.015625 * 0.01 / 3.0}) {
      const double h = 1e-9;
      // the steepest ramp, 0.2 in 0.9e-3 m/s, rises by 4.5e-7 over 2 h
      EXPECT_NEAR(friction_coefficient(law, s - h), friction_coefficient(law, s + h), 5e-7)
          << law.index() << " " << s;
      EXPECT_NEAR(friction_over_slip(law, s - h) * s, friction_over_slip(law, s + h) * s, 5e-6)
          << law.index() << " " << s;
    }
    EXPECT_NEAR(friction_over_slip(law, 1e-15) - friction_over_slip(law, 0.0), 0.0, 1e-9)
        << law.index();
  }
}

TEST(FrictionLaw, WithoutAThresholdRestIsStillFinite) {
  const std::array<FrictionLaw, 4> sharp = {
      RegularisedCoulomb{.coefficient = 0.2, .v0 = 0.0}, Threlfall{.coefficient = 0.2, .v0 = 0.0},
      Ambrosio{.coefficient = 0.2, .v0 = 0.0, .v1 = 0.0}, Alciatore{.v0 = 0.0}};
  constexpr std::array full = {0.2, 0.2 * 0.950212931632136, 0.2, 9.951e-3 + 0.108};
  for (std::size_t k = 0; k < sharp.size(); ++k) {
    EXPECT_EQ(friction_coefficient(sharp[k], 0.0), 0.0) << k;
    EXPECT_EQ(friction_over_slip(sharp[k], 0.0), 0.0) << k;
    EXPECT_NEAR(friction_coefficient(sharp[k], 1e-12), full[k], 1e-12) << k;
    EXPECT_NEAR(friction_over_slip(sharp[k], 1e-12) * 1e-12, full[k], 1e-12) << k;
  }
}

}  // namespace
}  // namespace cuelab
