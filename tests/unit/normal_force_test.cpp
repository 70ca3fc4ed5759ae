// Normal-force laws: published values, and integrated impacts.
#include "laws/normal_force/normal_force.hpp"

#include <gtest/gtest.h>

#include <array>
#include <cmath>

#include "laws/normal_force/damping.hpp"

namespace cuelab {
namespace {

constexpr std::array damped_laws = {NormalLaw::lankarani_nikravesh, NormalLaw::flores,
                                    NormalLaw::hunt_crossley, NormalLaw::hu_guo, NormalLaw::exact};
constexpr double ball_mass = 0.17;
constexpr double ball_radius = 0.028575;

/// Rebound speed / approach speed of a mass under the law, by the classical Runge-Kutta method.
double integrated_restitution(const NormalForce& law, double mass, double speed) {
  const auto acceleration = [&](double d, double rate) {
    return d > 0.0 ? -force(law, d, rate, speed) / mass : 0.0;
  };
  // 3.2 times this is the duration of an elastic impact
  const double unit = std::pow(mass * mass / (law.stiffness * law.stiffness * speed), 0.2);
  const double h = unit / 4000.0;
  double d = 0.0;
  double v = speed;
  for (int step = 0; step < 100000; ++step) {
    const double d_before = d;
    const double v_before = v;
    const double a1 = acceleration(d, v);
    const double v2 = v + 0.5 * h * a1;
    const double a2 = acceleration(d + 0.5 * h * v, v2);
    const double v3 = v + 0.5 * h * a2;
    const double a3 = acceleration(d + 0.5 * h * v2, v3);
    const double v4 = v + h * a3;
    const double a4 = acceleration(d + h * v3, v4);
    d += h / 6.0 * (v + 2.0 * v2 + 2.0 * v3 + v4);
    v += h / 6.0 * (a1 + 2.0 * a2 + 2.0 * a3 + a4);
    if (d <= 0.0) return -(v_before + (v - v_before) * d_before / (d_before - d)) / speed;
  }
  return std::nan("");
}

NormalForce law_of(NormalLaw law, double restitution, double stiffness) {
  return normal_force({.normal = law, .restitution = restitution, .friction = {}}, stiffness);
}

TEST(NormalForce, StiffnessOfTheMaterialsOfThePublishedTable) {
  Smooth table;
  table.ball = {.young = 3.8e9, .poisson = 0.375};
  const double ball_ball = hertz_stiffness(table.ball, table.ball, 0.5 * ball_radius);
  const double ball_cloth = hertz_stiffness(table.ball, table.cloth, ball_radius);
  const double ball_rubber = hertz_stiffness(table.rubber, table.ball, ball_radius);
  EXPECT_NEAR(ball_ball / 3.523609e8, 1.0, 1e-6);
  EXPECT_NEAR(ball_cloth / 4.488459e8, 1.0, 1e-6);
  EXPECT_NEAR(ball_rubber / 2.099196e6, 1.0, 1e-6);
}

TEST(NormalForce, ABallAtRestHasItsStaticIndentationAndFrequency) {
  const NormalForce cloth = law_of(NormalLaw::hertz, 1.0, 4.488459e8);
  const double weight = ball_mass * 9.81;
  double low = 0.0;
  double high = 1e-3;
  for (int k = 0; k < 60; ++k) {
    const double middle = 0.5 * (low + high);
    (elastic_force(cloth, middle) < weight ? low : high) = middle;
  }
  EXPECT_NEAR(low / 2.3989e-6, 1.0, 1e-4);

  const double step = 1e-10;
  const double slope =
      (elastic_force(cloth, low + step) - elastic_force(cloth, low - step)) / 2e-10;
  EXPECT_NEAR(std::sqrt(slope / ball_mass) / (2.0 * std::acos(-1.0)), 394.2, 0.1);
}

TEST(NormalForce, ElasticForceIsTheSlopeOfTheEnergy) {
  const NormalForce law = law_of(NormalLaw::hertz, 1.0, 3.5e8);
  for (const double d : {1e-6, 1e-4, 1e-3}) {
    const double h = 1e-4 * d;
    const double slope = (elastic_energy(law, d + h) - elastic_energy(law, d - h)) / (2.0 * h);
    EXPECT_NEAR(slope / elastic_force(law, d), 1.0, 1e-7);
    EXPECT_DOUBLE_EQ(force(law, d, 3.0, 1.0), elastic_force(law, d));
  }
}

TEST(NormalForce, ByHand) {
  // K d^1.5 = 16 at K = 2, d = 4; c = 0.75 (1 - 0.25) = 0.5625; half the reference speed, closing
  const NormalForce damped = law_of(NormalLaw::lankarani_nikravesh, 0.5, 2.0);
  EXPECT_DOUBLE_EQ(force(damped, 4.0, 1.0, 2.0), 16.0 * (1.0 + 0.5625 / 2.0));
  EXPECT_DOUBLE_EQ(force(damped, 4.0, -1.0, 2.0), 16.0 * (1.0 - 0.5625 / 2.0));
  EXPECT_LT(force(damped, 4.0, -8.0, 2.0), 0.0);

  // 1.5 A K sqrt(d) = 1.5 * 0.1 * 2 * 2 = 0.6 per unit of speed, whatever the reference
  const NormalForce viscous = normal_force(
      {.normal = NormalLaw::kuwabara_kono, .restitution = 0.5, .dissipation = 0.1, .friction = {}},
      2.0);
  EXPECT_DOUBLE_EQ(force(viscous, 4.0, 5.0, 2.0), 16.0 + 3.0);
  EXPECT_DOUBLE_EQ(force(viscous, 4.0, 5.0, 7.0), 16.0 + 3.0);
}

TEST(NormalForce, OnlyKuwabaraKonoIsGivenADissipation) {
  EXPECT_EQ(law_of(NormalLaw::kuwabara_kono, 0.5, 1.0).damping, 0.0);
  EXPECT_EQ(law_of(NormalLaw::kuwabara_kono, 0.5, 1.0).dissipation, ContactLaw{}.dissipation);
  EXPECT_EQ(law_of(NormalLaw::hertz, 0.5, 1.0).damping, 0.0);
  for (const NormalLaw law : damped_laws) {
    EXPECT_EQ(law_of(law, 0.5, 1.0).dissipation, 0.0);
    EXPECT_GT(law_of(law, 0.5, 1.0).damping, 0.0);
  }
}

TEST(Damping, NoneAtRestitutionOne) {
  for (const NormalLaw law : damped_laws) EXPECT_EQ(damping_factor(law, 1.0), 0.0);
  EXPECT_EQ(damping_factor(NormalLaw::hertz, 1.0), 0.0);
  EXPECT_EQ(damping_factor(NormalLaw::kuwabara_kono, 1.0), 0.0);
  EXPECT_EQ(delivered_restitution(0.0), 1.0);
}

TEST(Damping, FactorsOfTheExactLaw) {
  constexpr std::array<std::array<double, 2>, 7> figures = {{{0.98, 0.0306},
                                                             {0.93, 0.1128},
                                                             {0.9, 0.1665},
                                                             {0.85, 0.2640},
                                                             {0.7, 0.6348},
                                                             {0.5, 1.4328},
                                                             {0.2, 4.9192}}};
  for (const auto& [e, c] : figures) {
    EXPECT_NEAR(damping_factor(NormalLaw::exact, e), c, 5.1e-5) << e;
  }
}

TEST(Damping, RestitutionDeliveredByThePublishedLaws) {
  struct Row {
    NormalLaw law;
    std::array<double, 7> delivered;
  };
  constexpr std::array nominal = {0.98, 0.93, 0.9, 0.85, 0.7, 0.5, 0.2};
  const std::array<Row, 4> table = {{
      {NormalLaw::hunt_crossley, {0.9804, 0.9346, 0.9090, 0.8693, 0.7680, 0.6630, 0.5469}},
      {NormalLaw::lankarani_nikravesh, {0.9806, 0.9367, 0.9132, 0.8780, 0.7960, 0.7252, 0.6723}},
      {NormalLaw::flores, {0.9787, 0.9256, 0.8939, 0.8412, 0.6832, 0.4704, 0.1555}},
      {NormalLaw::hu_guo, {0.9800, 0.9300, 0.8999, 0.8497, 0.6973, 0.4877, 0.1656}},
  }};
  for (const Row& row : table) {
    for (std::size_t k = 0; k < nominal.size(); ++k) {
      EXPECT_NEAR(delivered_restitution(damping_factor(row.law, nominal[k])), row.delivered[k],
                  5.1e-5)
          << name_of(row.law) << " " << nominal[k];
    }
  }
  EXPECT_NEAR(delivered_restitution(damping_factor(NormalLaw::lankarani_nikravesh, 0.85)), 0.877975,
              1e-6);
  EXPECT_NEAR(delivered_restitution(damping_factor(NormalLaw::flores, 0.7)), 0.683184, 1e-6);
}

TEST(Damping, AnIntegratedImpactDeliversTheRestitution) {
  for (const NormalLaw law : damped_laws) {
    for (const double e : {0.98, 0.9, 0.7, 0.5, 0.2}) {
      const NormalForce contact = law_of(law, e, 3.523609e8);
      const double measured = integrated_restitution(contact, 0.5 * ball_mass, 2.0);
      EXPECT_NEAR(measured, delivered_restitution(contact.damping), 1e-5)
          << name_of(law) << " " << e;
      if (law == NormalLaw::exact) {
        EXPECT_NEAR(measured, e, 1e-5) << e;
      }
    }
  }
  EXPECT_NEAR(integrated_restitution(law_of(NormalLaw::hertz, 0.5, 2e6), ball_mass, 3.0), 1.0,
              1e-5);
}

TEST(Damping, ImpactsOfKuwabaraKonoFollowTheirExpansionInTheSpeed) {
  // e = 1 - x + 3/5 x^2 - ... with x = 1.15344 * 1.5 A (K/m)^(2/5) v^(1/5) [Ramirez1999]
  const double stiffness = 3.523609e8;
  const NormalForce law =
      normal_force({.normal = NormalLaw::kuwabara_kono, .friction = {}}, stiffness);
  const double mass = 0.5 * ball_mass;
  for (const double speed : {0.01, 0.1, 1.0}) {
    const double x =
        1.15344 * 1.5 * law.dissipation * std::pow(stiffness / mass, 0.4) * std::pow(speed, 0.2);
    EXPECT_NEAR(integrated_restitution(law, mass, speed), 1.0 - x + 0.6 * x * x,
                0.5 * x * x * x + 1e-5)
        << speed;
  }
}

TEST(Damping, SolvesItsEquation) {
  for (double e = 1e-3; e < 0.9995; e += 1e-3) {
    const long double c = damping_factor(NormalLaw::exact, e);
    const long double rest = (1.0L - c * e) - (1.0L + c) * std::exp(-c * (1.0L + e));
    ASSERT_NEAR(static_cast<double>(rest), 0.0, 5e-15) << e;
  }
}

TEST(Damping, FactorAndRestitutionAreInverse) {
  for (double e = 1e-6; e < 1.0; e = std::min(1.01 * e, e + 1e-3)) {
    ASSERT_NEAR(delivered_restitution(damping_factor(NormalLaw::exact, e)) / e, 1.0, 1e-11) << e;
  }
  for (double loss = 1e-12; loss < 1e-2; loss *= 10.0) {
    // c = 3/2 x (1 + x + ...) with x = 1 - e
    const double e = 1.0 - loss;
    const double c = damping_factor(NormalLaw::exact, e);
    EXPECT_NEAR(c / (1.5 * (1.0 - e)), 1.0 + loss, loss * loss + 1e-15) << loss;
    EXPECT_NEAR((1.0 - delivered_restitution(c)) / (1.0 - e), 1.0, 2.3e-16 / loss + 1e-14) << loss;
  }
}

TEST(Damping, MoreDampingReturnsLess) {
  double before = 1.0;
  for (double c = 1e-3; c < 1e6; c *= 1.1) {
    const double e = delivered_restitution(c);
    ASSERT_LT(e, before) << c;
    ASSERT_LT(c * e, 1.0 + 1e-15) << c;
    before = e;
  }
}

}  // namespace
}  // namespace cuelab
