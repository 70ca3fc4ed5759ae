#include "math/rotation.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "math/elementary.hpp"

namespace cuelab {
namespace {

double distance(const Quat& p, const Quat& q) {
  return std::sqrt((p.w - q.w) * (p.w - q.w) + (p.x - q.x) * (p.x - q.x) +
                   (p.y - q.y) * (p.y - q.y) + (p.z - q.z) * (p.z - q.z));
}

/// q' = w q / 2 by the classical Runge-Kutta method in very small steps.
Quat by_small_steps(Quat q, const Vec3& w, const Vec3& dw, double h) {
  const int steps = 200000;
  const double dt = h / steps;
  const auto rate = [&](const Quat& at, double s) {
    const Vec3 now = 0.5 * (w + s * dw);
    return Quat{0.0, now.x, now.y, now.z} * at;
  };
  const auto moved = [](const Quat& a, double f, const Quat& b) {
    return Quat{a.w + f * b.w, a.x + f * b.x, a.y + f * b.y, a.z + f * b.z};
  };
  for (int k = 0; k < steps; ++k) {
    const double s = k * dt;
    const Quat k1 = rate(q, s);
    const Quat k2 = rate(moved(q, dt / 2, k1), s + dt / 2);
    const Quat k3 = rate(moved(q, dt / 2, k2), s + dt / 2);
    const Quat k4 = rate(moved(q, dt, k3), s + dt);
    q = moved(moved(moved(moved(q, dt / 6, k1), dt / 3, k2), dt / 3, k3), dt / 6, k4);
  }
  return normalized(q);
}

TEST(Rotation, AQuarterTurnAboutZTakesXToY) {
  const Vec3 y = rotate(from_rotation_vector({0, 0, pi / 2}), {1, 0, 0});
  EXPECT_NEAR(y.x, 0.0, 1e-15);
  EXPECT_NEAR(y.y, 1.0, 1e-15);
}

TEST(Rotation, ProductsApplyTheRightFactorFirst) {
  const Quat about_x = from_rotation_vector({pi / 2, 0, 0});
  const Quat about_z = from_rotation_vector({0, 0, pi / 2});
  // x rotated about z is y, y rotated about x is z
  EXPECT_NEAR(rotate(about_x * about_z, {1, 0, 0}).z, 1.0, 1e-15);
}

TEST(Rotation, AFixedAxisTurnsByTheIntegralOfTheSpeed) {
  const Quat q = turn({}, {0, 0, 10.0}, {0, 0, -2.0}, 3.0);
  EXPECT_LT(distance(q, from_rotation_vector({0, 0, 21.0})), 1e-14);
}

TEST(Rotation, AMovingAxisAgreesWithSmallSteps) {
  const Vec3 w{120.0, -40.0, 60.0};
  const Vec3 dw{-150.0, 80.0, -11.0};
  const Quat start = from_rotation_vector({0.3, -0.2, 1.1});
  EXPECT_LT(distance(turn(start, w, dw, 0.5), by_small_steps(start, w, dw, 0.5)), 1e-11);
}

TEST(Rotation, BeyondTheKnownAngleNothingTurns) {
  const Quat q = turn({}, {1e8, 0, 0}, {0, 1e9, 0}, 0.1);
  EXPECT_EQ(q.w, 1.0);
}

}  // namespace
}  // namespace cuelab
