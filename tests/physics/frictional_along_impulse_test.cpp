#include "cuelab/laws/ball_ball/frictional_along_impulse.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <vector>

#include "cuelab/laws/ball_ball/frictional.hpp"

namespace cuelab {
namespace {

const BallSpec ball;
const PairSpec equal{.a = ball, .b = ball};
const double compliance = 7.0 / ball.mass;

/// u' = -k mu(u) by the classical Runge-Kutta method.
double integrated(const BallFriction& friction, double slip, double k, double J) {
  constexpr int steps = 20000;
  const double h = J / steps;
  const auto rate = [&](double u) { return -k * friction_at(friction, u); };
  double u = slip;
  for (int i = 0; i < steps; ++i) {
    const double k_1 = rate(u);
    const double k_2 = rate(u + 0.5 * h * k_1);
    const double k_3 = rate(u + 0.5 * h * k_2);
    const double k_4 = rate(u + h * k_3);
    u += h / 6.0 * (k_1 + 2.0 * k_2 + 2.0 * k_3 + k_4);
    if (u <= 0.0) return slip / k;
  }
  return (slip - u) / k;
}

/// A cue ball without spin hits a ball at rest at a cut angle [deg].
Pair cut(double speed, double degrees) {
  const double phi = degrees * 3.14159265358979 / 180.0;
  Pair pair;
  pair.a.v = {speed * std::cos(phi), speed * std::sin(phi), 0.0};
  return pair;
}

constexpr Vec3 n{1.0, 0.0, 0.0};

TEST(FrictionalAlongImpulse, TheClosedFormSolvesTheEquation) {
  for (const BallFriction& friction :
       {BallFriction{}, BallFriction{0.0, 0.1, 1.0}, BallFriction{0.06, 0.0, 0.0},
        BallFriction{0.3, 0.5, 5.0}, BallFriction{0.02, 0.1, 1e-6}}) {
    for (const double slip : {1e-3, 0.1, 1.0, 10.0}) {
      for (const double J : {1e-6, 1e-3, 0.1, 1.0, 3.0}) {
        const double want = integrated(friction, slip, compliance, J);
        // just before the slip ends, the step size of the integration limits the accuracy
        EXPECT_NEAR(friction_impulse(friction, slip, compliance, J), want, 1e-7 * want + 1e-12);
      }
    }
  }
}

TEST(FrictionalAlongImpulse, ConstantFrictionIsTheCommonLaw) {
  const BallFriction constant{.a = 0.06, .b = 0.0, .c = 0.0};
  for (const double angle : {0.0, 5.0, 30.0, 80.0}) {
    const Pair x = resolve(FrictionalAlongImpulse{0.95, constant}, equal, cut(2.0, angle), n);
    const Pair y = resolve(Frictional{0.95, constant}, equal, cut(2.0, angle), n);
    EXPECT_EQ(x.a, y.a);
    EXPECT_EQ(x.b, y.b);
  }
}

TEST(FrictionalAlongImpulse, ThrowsAsTheLimitOfStiffBallsDoes) {
  // throw of the object ball [deg] of the compliant law with stiffness 1e4 times Hertz's and its
  // limit, computed for the project's hybrid engine (e = 0.95, in the plane)
  struct Row {
    double speed, angle, expected;
  };
  for (const auto& [speed, angle, expected] :
       {Row{0.5, 15, -2.248}, Row{0.5, 45, -5.304}, Row{0.5, 75, -4.356}, Row{2, 15, -2.248},
        Row{2, 30, -3.646}, Row{2, 60, -1.613}, Row{2, 75, -1.362}, Row{8, 15, -2.248},
        Row{8, 45, -0.587}, Row{8, 60, -0.574}, Row{8, 75, -0.572}}) {
    const Pair after = resolve(FrictionalAlongImpulse{}, equal, cut(speed, angle), n);
    const double thrown = std::atan2(after.b.v.y, after.b.v.x) * 180.0 / 3.14159265358979;
    EXPECT_NEAR(thrown, -expected, 6e-4) << speed << " m/s, " << angle << " deg";
  }
}

TEST(FrictionalAlongImpulse, ConservesMomentumAndNeverCreatesEnergy) {
  const PairSpec unequal{.a = ball,
                         .b = {.radius = 0.02, .mass = 0.1, .inertia = 0.3 * 0.1 * 0.02 * 0.02}};
  for (const double e : {0.0, 0.5, 0.95, 1.0}) {
    for (const double angle : {0.0, 10.0, 45.0, 85.0}) {
      for (const double spin : {-200.0, 0.0, 30.0, 200.0}) {
        for (const PairSpec& spec : {equal, unequal}) {
          Pair before = cut(3.0, angle);
          before.a.w = {0.3 * spin, -0.5 * spin, spin};
          const Pair after = resolve(FrictionalAlongImpulse{e, {}}, spec, before, n);
          const Vec3 change = spec.a.mass * (after.a.v - before.a.v) + spec.b.mass * after.b.v;
          EXPECT_LT(norm(change), 1e-15);
          const double energy = kinetic_energy(spec.a, before.a);
          EXPECT_LE(kinetic_energy(spec.a, after.a) + kinetic_energy(spec.b, after.b),
                    energy * (1.0 + 1e-14));
        }
      }
    }
  }
}

TEST(FrictionalAlongImpulse, FrictionNeverReversesTheSlip) {
  for (const double slip : {1e-12, 1e-6, 1e-3, 1.0}) {
    const double J_t = friction_impulse(BallFriction{}, slip, compliance, 10.0);
    EXPECT_DOUBLE_EQ(J_t, slip / compliance);
  }
}

}  // namespace
}  // namespace cuelab
