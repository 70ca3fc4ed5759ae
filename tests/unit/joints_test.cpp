// Jacobians and right-hand sides of the joints against differences along random motions; springs
// against the gradient of their energy; the factorisation against its own product.
#include "smooth/joints.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <array>
#include <random>
#include <vector>

#include "math/rotation.hpp"
#include "smooth/pivoted_cholesky.hpp"
#include "smooth/springs.hpp"

namespace cuelab::smooth {
namespace {

constexpr std::uint32_t ground = none;

/// Random numbers in [-1, 1], the same on every platform.
class Dice {
 public:
  explicit Dice(std::uint32_t seed) : generator_(seed) {}
  double number() { return static_cast<double>(generator_()) / 2147483647.5 - 1.0; }
  Vec3 vector(double size = 1.0) {
    const double x = number(), y = number();
    return size * Vec3{x, y, number()};
  }
  Vec3 unit() {
    const Vec3 a = vector() + Vec3{0, 0, 1.5};
    return (1.0 / norm(a)) * a;
  }

 private:
  std::mt19937 generator_;
};

/// Two bodies with constant accelerations.
struct Course {
  std::array<BodyMotion, 2> start;
  std::array<Wrench, 2> acceleration;

  explicit Course(Dice& dice) {
    for (int k = 0; k < 2; ++k) {
      start[k] = {dice.vector(), from_rotation_vector(dice.vector(2)), dice.vector(2),
                  dice.vector(3)};
      acceleration[k] = {dice.vector(5), dice.vector(5)};
    }
  }

  /// The state a time h after the start, or before.
  State at(double h) const {
    State y(room_for(2));
    for (std::size_t k = 0; k < 2; ++k) {
      const BodyMotion& m = start[k];
      const auto& [a, alpha] = acceleration[k];
      store_motion(y.data(), k,
                   {m.r + h * m.v + (0.5 * h * h) * a, turn(m.e, m.w, alpha, h), m.v + h * a,
                    m.w + h * alpha});
    }
    return y;
  }
};

std::vector<JointRow> rows_of(const PlacedJoint& joint, double t, const State& y) {
  std::vector<JointRow> rows(row_count(joint.joint));
  joint_rows(joint, t, y.data(), rows.data());
  return rows;
}

/// D a.
double along(const JointRow& row, const std::array<Wrench, 2>& a) {
  double sum = 0.0;
  if (row.body_a != none) {
    sum += dot(row.a.force, a[row.body_a].force) + dot(row.a.moment, a[row.body_a].moment);
  }
  if (row.body_b != none) {
    sum += dot(row.b.force, a[row.body_b].force) + dot(row.b.moment, a[row.body_b].moment);
  }
  return sum;
}

Anchor some_anchor(std::uint32_t body, Dice& dice) { return {body, dice.vector()}; }

std::vector<Joint> every_joint(Dice& dice) {
  std::vector<Joint> joints;
  const std::uint32_t pairs[][2]{{0, 1}, {1, 0}, {0, ground}, {ground, 1}};
  for (const auto& [a, b] : pairs) {
    joints.emplace_back(SphericalJoint{some_anchor(a, dice), some_anchor(b, dice)});
    joints.emplace_back(
        RevoluteJoint{some_anchor(a, dice), some_anchor(b, dice), dice.unit(), dice.unit()});
    joints.emplace_back(RodJoint{some_anchor(a, dice), some_anchor(b, dice), 0.7});
  }
  for (const double ramp : {0.0, 0.1, 10.0}) {
    joints.emplace_back(PrescribedTranslation{1, dice.unit(), {2.5, ramp}});
    joints.emplace_back(PrescribedRotation{1, dice.unit(), {2.5, ramp}});
  }
  return joints;
}

RC_GTEST_PROP(Joints, JacobianAndGammaAreDerivativesOfTheEquations, (std::uint32_t seed)) {
  Dice dice(seed);
  const Course course(dice);
  const std::vector<Body> bodies(2);
  const double t = 0.3, h = 1e-5;
  for (const Joint& joint : every_joint(dice)) {
    const PlacedJoint at = placed(joint, bodies);
    const State before = course.at(-h), now = course.at(0), after = course.at(h);
    const auto r0 = rows_of(at, t - h, before), r = rows_of(at, t, now),
               r1 = rows_of(at, t + h, after);
    for (std::size_t i = 0; i < r.size(); ++i) {
      const double rate = violation_rate(r[i], now.data());
      const double rate_change =
          violation_rate(r1[i], after.data()) - violation_rate(r0[i], before.data());
      if (!std::holds_alternative<PrescribedRotation>(joint)) {
        RC_ASSERT(std::abs((r1[i].phi - r0[i].phi) / (2 * h) - rate) < 1e-6);
      }
      const double second = along(r[i], course.acceleration) - r[i].gamma;
      RC_ASSERT(std::abs(rate_change / (2 * h) - second) < 1e-5);
    }
  }
}

/// A body at rest at a position with an orientation.
State resting(const Vec3& r, const Quat& e) {
  State y(room_for(1));
  store_motion(y.data(), 0, {r, e, {}, {}});
  return y;
}

TEST(Joints, ASphericalJointMeasuresTheGapFromItsSecondPoint) {
  const Quat quarter = from_rotation_vector({0, 0, 1.5707963267948966});
  const State y = resting({1, 2, 3}, quarter);  // x of the body points along y
  const Joint joint = SphericalJoint{{0, {0.5, 0, 0}}, {ground, {1, 2, 1}}};
  const auto rows = rows_of(placed(joint, {}), 0, y);
  ASSERT_EQ(rows.size(), 3U);
  EXPECT_NEAR(rows[0].phi, 0.0, 1e-15);
  EXPECT_NEAR(rows[1].phi, 0.5, 1e-15);
  EXPECT_NEAR(rows[2].phi, 2.0, 1e-15);
}

TEST(Joints, ARevoluteJointLetsItsBodyTurnAboutTheAxisOnly) {
  const Vec3 axis{0.6, 0, 0.8};
  const Joint joint = RevoluteJoint{{0, {}}, {ground, {}}, axis, axis};
  const PlacedJoint at = placed(joint, {});
  ASSERT_EQ(row_count(joint), 5U);
  for (const JointRow& row : rows_of(at, 0, resting({}, from_rotation_vector(0.7 * axis)))) {
    EXPECT_NEAR(row.phi, 0.0, 1e-15);
    EXPECT_NEAR(dot(row.a.moment, axis), 0.0, 1e-15);
  }
  // a tilt of 0.1 rad shows in full
  const auto tilted = rows_of(at, 0, resting({}, from_rotation_vector({0, 0.1, 0})));
  EXPECT_NEAR(tilted[3].phi * tilted[3].phi + tilted[4].phi * tilted[4].phi, 0.01, 1e-4);
}

TEST(Joints, ARodMeasuresItsStretchInMetres) {
  const Joint joint = RodJoint{{0, {}}, {ground, {}}, 2.0};
  EXPECT_NEAR(rows_of(placed(joint, {}), 0, resting({0, 2.001, 0}, {}))[0].phi, 1e-3, 1e-6);
  EXPECT_NEAR(rows_of(placed(joint, {}), 0, resting({1.999, 0, 0}, {}))[0].phi, -1e-3, 1e-6);
}

TEST(Joints, ATranslationIsMeasuredFromTheStart) {
  std::vector<Body> bodies(1);
  bodies[0].position = {0.5, 0, 0};
  const Joint joint = PrescribedTranslation{0, {1, 0, 0}, {2.0, 1.0}};
  EXPECT_TRUE(is_driven(joint));
  const PlacedJoint at = placed(joint, bodies);
  EXPECT_EQ(rows_of(at, 0, resting({0.5, 0, 0}, {}))[0].phi, 0.0);
  EXPECT_EQ(rows_of(at, 3, resting({5.5, 0, 0}, {}))[0].phi, 0.0);
  EXPECT_EQ(rows_of(at, 3, resting({5.75, 0, 0}, {}))[0].phi, 0.25);
  EXPECT_EQ(rows_of(at, 3, resting({}, {}))[0].nu, 2.0);
}

TEST(Joints, ARampGrowsLinearlyAndThenStays) {
  const Ramp ramp{4.0, 2.0};
  EXPECT_EQ(ramp_speed(ramp, 0.5), 1.0);
  EXPECT_EQ(ramp_speed(ramp, 5.0), 4.0);
  EXPECT_EQ(ramp_acceleration(ramp, 0.5), 2.0);
  EXPECT_EQ(ramp_acceleration(ramp, 5.0), 0.0);
  EXPECT_EQ(ramp_distance(ramp, 1.0), 1.0);
  EXPECT_EQ(ramp_distance(ramp, 5.0), 16.0);
  EXPECT_EQ(ramp_speed({4.0, 0.0}, 0.0), 4.0);
  EXPECT_EQ(ramp_distance({4.0, 0.0}, 1.5), 6.0);
}

// --- springs -------------------------------------------------------------------------------------

RC_GTEST_PROP(Springs, ForcesMatchElasticEnergyAndDamperPower, (std::uint32_t seed)) {
  Dice dice(seed);
  const Course course(dice);
  System springs;
  springs.springs = {{some_anchor(0, dice), some_anchor(1, dice), 0.4, 30.0, 2.0},
                     {some_anchor(1, dice), {ground, {5, 0, 0}}, 3.0, 20.0, 0.0},
                     {{ground, {0, -4, 0}}, some_anchor(0, dice), 3.0, 10.0, 1.0}};
  const double h = 1e-5;
  std::array<Wrench, 2> unused{}, wrenches{};
  const double rise = add_springs(springs, course.at(h).data(), unused.data()).energy -
                      add_springs(springs, course.at(-h).data(), unused.data()).energy;
  const SpringSums now = add_springs(springs, course.at(0).data(), wrenches.data());
  double power = 0.0;
  for (std::size_t k = 0; k < 2; ++k) {
    power += dot(wrenches[k].force, course.start[k].v) + dot(wrenches[k].moment, course.start[k].w);
  }
  RC_ASSERT(std::abs(power + rise / (2 * h) + now.damper_power) < 1e-4);
  RC_ASSERT(now.damper_power >= 0.0);
}

TEST(Springs, AStretchedSpringPullsAndADamperResists) {
  State y = resting({3, 0, 0}, {});
  y[place_of(0, velocity_at)] = 0.5;  // moves away
  std::array<Wrench, 1> wrench{Wrench{{0, 1, 0}, {}}};
  System spring;
  spring.springs = {{{0, {}}, {ground, {}}, 2.0, 10.0, 4.0}};
  const SpringSums sums = add_springs(spring, y.data(), wrench.data());
  EXPECT_EQ(wrench[0].force, (Vec3{-12, 1, 0}));  // added to what was there
  EXPECT_EQ(sums.energy, 5.0);
  EXPECT_EQ(sums.damper_power, 1.0);
}

TEST(Springs, ASpringWithoutLengthHasNoForce) {
  std::array<Wrench, 1> wrench{};
  System spring;
  spring.springs = {{{0, {}}, {ground, {}}, 2.0, 10.0, 4.0}};
  const SpringSums sums = add_springs(spring, resting({}, {}).data(), wrench.data());
  EXPECT_EQ(wrench[0].force, Vec3{});
  EXPECT_EQ(sums.energy, 20.0);
}

// --- factorisation -------------------------------------------------------------------------------

/// Sets matrix to B B^T with B of n rows and `rank` columns; returns it too, in full.
std::vector<double> fill(PivotedCholesky& matrix, std::size_t n, std::size_t rank, Dice& dice) {
  std::vector<double> b(n * rank), a(n * n);
  for (double& x : b) x = dice.number();
  for (std::size_t i = 0; i < n; ++i) {
    const double size = i % 2 == 0 ? 1.0 : 1e5;  // rows of different units
    for (std::size_t k = 0; k < rank; ++k) b[i * rank + k] *= size;
  }
  for (std::size_t i = 0; i < n; ++i) {
    for (std::size_t j = 0; j < n; ++j) {
      for (std::size_t k = 0; k < rank; ++k) a[i * n + j] += b[i * rank + k] * b[j * rank + k];
      if (j <= i) matrix.at(i, j) = a[i * n + j];
    }
  }
  return a;
}

RC_GTEST_PROP(PivotedCholeskyTest, SolvesAndFindsTheRank, (std::uint32_t seed)) {
  Dice dice(seed);
  const std::size_t n = 6;
  PivotedCholesky matrix(n);
  for (std::size_t rank = 1; rank <= n; ++rank) {
    const std::vector<double> a = fill(matrix, n, rank, dice);
    std::vector<double> wanted(n), b(n);
    for (std::size_t i = 0; i < n; ++i) wanted[i] = dice.number();
    for (std::size_t i = 0; i < n; ++i) {
      for (std::size_t j = 0; j < n; ++j) b[i] += a[i * n + j] * wanted[j];
    }
    std::vector<double> x = b;
    const bool full = matrix.factorise();
    RC_ASSERT(full == (matrix.rank() == n));
    // chance may make one row almost depend on others
    RC_ASSERT(matrix.rank() <= rank && matrix.rank() + 1 >= rank);
    matrix.solve(x.data());
    // whatever the rank, a solvable system is solved; b has the size sqrt(a_ii max a_jj)
    for (std::size_t i = 0; i < n; ++i) {
      double sum = -b[i];
      for (std::size_t j = 0; j < n; ++j) sum += a[i * n + j] * x[j];
      RC_ASSERT(std::abs(sum) < 1e-5 * std::sqrt(a[i * n + i] * 1e10));
    }
  }
}

TEST(PivotedCholeskyTest, AnEmptyRowOrNonFiniteElementIsRejected) {
  PivotedCholesky matrix(2);
  matrix.at(0, 0) = 4.0;
  matrix.at(1, 0) = matrix.at(1, 1) = 0.0;
  EXPECT_FALSE(matrix.factorise());
  EXPECT_EQ(matrix.rank(), 1U);
  double b[]{8.0, 1.0};
  matrix.solve(b);
  EXPECT_EQ(b[0], 2.0);
  EXPECT_EQ(b[1], 0.0);

  matrix.at(0, 0) = std::nan("");
  matrix.at(1, 1) = 1.0;
  EXPECT_FALSE(matrix.factorise());
}

}  // namespace
}  // namespace cuelab::smooth
