// A ball on the patch cloth: conversions, spin, energy, shaping.
#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <numbers>
#include <random>

#include "support/patch_ball.hpp"

namespace cuelab::testing {
namespace {

constexpr double pi_ = std::numbers::pi;

TEST(PatchBall, CoefficientsConvertBothWays) {
  const PatchCloth pool = pool_patch();
  EXPECT_NEAR(pool.radius, 3.08041e-3, 1e-8);
  EXPECT_NEAR(pool.distortion, 0.649345, 1e-6);
  const CoulombCloth back = coulomb_of(pool, {});
  EXPECT_NEAR(back.rolling, 0.01, 1e-15);
  EXPECT_NEAR(back.spinning, 3.0 * pi_ / 16.0 * 0.2 * pool.radius / BallSpec{}.radius, 1e-12);
  EXPECT_NEAR(modulus_of(pool, {}, 9.81), 1.22e6, 5e3);
}

TEST(PatchBall, RefusesCoefficientsThatNeedNegativePressure) {
  // the snooker set of pooltool
  const BallSpec snooker{.radius = 0.02619375, .mass = 0.140};
  const auto patch = patch_of(
      {.sliding = 0.5, .rolling = 0.01, .spinning = 10.0 * 0.4 / 9.0 * 0.02619375}, snooker);
  ASSERT_FALSE(patch);
  EXPECT_NE(patch.error().what.find("between 0 and 1"), std::string::npos);
  EXPECT_NE(patch.error().what.find("pressure is negative"), std::string::npos);
  EXPECT_FALSE(describe(PatchCloth{}).parameters.items[2].range.contains(1.001));
  // the limit itself: mu_sp = 21 pi / 16 mu_s mu_r
  const double limit = 21.0 * pi_ / 16.0 * 0.2 * 0.01;
  EXPECT_TRUE(patch_of({.sliding = 0.2, .rolling = 0.01, .spinning = 1.0001 * limit}, {}));
  EXPECT_FALSE(patch_of({.sliding = 0.2, .rolling = 0.01, .spinning = 0.9999 * limit}, {}));
}

TEST(PatchBall, PureSpinDecaysAtTheRateOfTheConvertedCoefficient) {
  PatchBall b;
  b.w.z = 80.0;
  b.advance(1.0, 1e-4);
  EXPECT_NEAR(b.w.z, 69.100, 0.01);
  EXPECT_EQ(norm(b.v), 0.0);
}

/// Power of all loads on the ball [W]: must not be positive.
double power_of(const PatchCloth& cloth, const Vec2& v, const Vec3& w) {
  const BallSpec ball;
  const PatchLoad load = load_of(cloth, {ball.radius, cloth.radius, ball.mass * 9.81}, v, w);
  const double power = dot(load.force, v) + dot(load.moment, w);
  EXPECT_NEAR(power, -(load.friction + load.resistance), 1e-12 * (1.0 + std::abs(power)));
  EXPECT_GE(load.friction, -1e-15);
  return power;
}

TEST(PatchBall, NoStateGainsEnergy) {
  std::mt19937_64 random(4);
  std::uniform_real_distribution<double> unit(-1.0, 1.0);
  for (int i = 0; i < 60000; ++i) {
    PatchCloth cloth = pool_patch();
    cloth.rolling_velocity = static_cast<RollingVelocity>(i % 3);
    cloth.resistance = static_cast<RollingResistance>(i / 3 % 2);
    cloth.form = static_cast<PatchForm>(i / 6 % 8);
    if (i % 2 != 0) {  // as much resistance as is allowed
      cloth.distortion = 1.0;
      cloth.coefficient = 0.4 * cloth.radius / BallSpec{}.radius;
      ASSERT_GE(greatest_passive_distortion(cloth, {}), cloth.distortion);
    }
    const double size = std::pow(10.0, 3.0 * unit(random) - 2.0);  // 1e-5 .. 10 m/s
    const Vec2 v{size * unit(random), size * unit(random)};
    const Vec3 w{40.0 * size * unit(random), 40.0 * size * unit(random),
                 300.0 * size * unit(random)};
    ASSERT_LE(power_of(cloth, v, w), 1e-18) << i;
  }
}

TEST(PatchBall, WithoutDistortionTheVelocityAfterSlidingIsThatOfAnyFriction) {
  // v - 2/7 u is constant, so heading and path with side spin are those of a point contact
  PatchBall b{.v = {1.0, 0.2}, .w = {-60.0, 10.0, 200.0}};
  b.cloth.distortion = 0.0;
  const auto invariant = [](const PatchBall& s) {
    const double R = s.ball.radius;
    return s.v - (2.0 / 7.0) * Vec2{s.v.x - R * s.w.y, s.v.y + R * s.w.x};
  };
  const Vec2 before = invariant(b);
  for (int i = 0; i < 20000; ++i) {
    b.step(1e-4);
    ASSERT_LT(norm(invariant(b) - before), 1e-11);
  }
}

// --- shaping: the strike that passes a gate and stops on a target
// ---------------------------------

/// Misses of the gate (0.3, 0.05) and the target (2.5, 0) by a shot of this speed, heading and spin
/// along the path, with side spin 80 rad/s [m].
std::array<double, 3> misses(const std::array<double, 3>& shot) {
  const Vec2 gate{0.3, 0.05};
  const Vec2 target{2.5, 0.0};
  const Vec2 e{std::cos(shot[1]), std::sin(shot[1])};
  PatchBall b{.v = shot[0] * e, .w = {shot[2] * e.x, shot[2] * e.y, 80.0}};
  Vec2 last = b.r;
  double nearest = 1e9;
  double side = 0.0;
  constexpr double slow = 2e-3;
  while (norm(b.v) >= slow ||
         norm(Vec2{b.v.x - b.ball.radius * b.w.y, b.v.y + b.ball.radius * b.w.x}) >= slow) {
    b.step(4e-4);
    const Vec2 step = b.r - last;
    const double s = std::clamp(dot(gate - last, step) / dot(step, step), 0.0, 1.0);
    const Vec2 off = gate - (last + s * step);
    if (norm(off) < nearest) {
      nearest = norm(off);
      side = std::copysign(nearest, cross(step, off));
    }
    last = b.r;
  }
  return {side, b.r.x - target.x, b.r.y - target.y};
}

double size_of(const std::array<double, 3>& x) {
  return std::sqrt(x[0] * x[0] + x[1] * x[1] + x[2] * x[2]);
}

/// Solves a 3 x 3 system by Cramer's rule.
std::array<double, 3> solved(const std::array<std::array<double, 3>, 3>& m,
                             const std::array<double, 3>& b) {
  const Vec3 c0{m[0][0], m[1][0], m[2][0]};
  const Vec3 c1{m[0][1], m[1][1], m[2][1]};
  const Vec3 c2{m[0][2], m[1][2], m[2][2]};
  const Vec3 rhs{b[0], b[1], b[2]};
  const double det = dot(c0, cross(c1, c2));
  return {dot(rhs, cross(c1, c2)) / det, dot(c0, cross(rhs, c2)) / det,
          dot(c0, cross(c1, rhs)) / det};
}

TEST(PatchBall, AStrikeCanBeShapedToAGateAndATarget) {
  // Levenberg-Marquardt with forward differences, parameters scaled by (1, 1, 50)
  const std::array<double, 3> scale = {1.0, 1.0, 50.0};
  std::array<double, 3> shot = {1.2, 0.2, 20.0};
  std::array<double, 3> miss = misses(shot);
  int runs = 1;
  double damping = 1e-2;
  while (size_of(miss) > 1e-7 && runs < 150) {
    std::array<std::array<double, 3>, 3> J{};
    for (std::size_t p = 0; p < 3; ++p) {
      auto moved = shot;
      moved[p] += 1e-4 * scale[p];
      const auto there = misses(moved);
      ++runs;
      for (std::size_t i = 0; i < 3; ++i) J[i][p] = (there[i] - miss[i]) / 1e-4;
    }
    for (int attempt = 0; attempt < 8 && runs < 150; ++attempt) {
      std::array<std::array<double, 3>, 3> normal{};
      std::array<double, 3> rhs{};
      for (std::size_t p = 0; p < 3; ++p) {
        for (std::size_t q = 0; q < 3; ++q) {
          for (std::size_t i = 0; i < 3; ++i) normal[p][q] += J[i][p] * J[i][q];
        }
        for (std::size_t i = 0; i < 3; ++i) rhs[p] -= J[i][p] * miss[i];
        normal[p][p] *= 1.0 + damping;
      }
      const auto step = solved(normal, rhs);
      auto trial = shot;
      for (std::size_t p = 0; p < 3; ++p) trial[p] += scale[p] * step[p];
      trial[0] = std::clamp(trial[0], 0.1, 5.0);
      const auto there = misses(trial);
      ++runs;
      if (size_of(there) < size_of(miss)) {
        shot = trial;
        miss = there;
        damping *= 0.2;
        break;
      }
      damping *= 5.0;
    }
  }
  EXPECT_LT(size_of(miss), 1e-5);
  EXPECT_LE(runs, 150);
  EXPECT_NEAR(shot[0], 0.804314, 1e-3);
  EXPECT_NEAR(shot[1], 0.599776, 1e-3);
  EXPECT_NEAR(shot[2], 48.50495, 5e-2);
}

}  // namespace
}  // namespace cuelab::testing
