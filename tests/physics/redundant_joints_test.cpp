// Linearly dependent equations, and the correction of states that violate the equations.
#include <gtest/gtest.h>

#include <cstddef>
#include <vector>

#include "math/rotation.hpp"
#include "smooth/constraints.hpp"
#include "support/joint_runner.hpp"

namespace cuelab::smooth {
namespace {

// --- equations that depend on each other ---------------------------------------------------------

TEST(Constraints, TwoEqualRodsNeedTheAugmentedMethod) {
  for (const ConstraintMethod method : all_methods) {
    System system = pendulum(method, false);
    system.joints.push_back(system.joints[0]);
    JointRunner twice(system);
    std::vector<Wrench> a;
    if (method != ConstraintMethod::augmented) {
      EXPECT_FALSE(twice.accelerate(a));
      EXPECT_EQ(twice.constraints.rank(), 1U);
      EXPECT_EQ(a[0].force, system.gravity);  // as if free
      const State before = twice.y;
      EXPECT_FALSE(twice.constraints.correct(0, twice.y.data()));
      EXPECT_EQ(twice.y, before);
      continue;
    }
    JointRunner once(pendulum(method, false));
    twice.run(1, 1000);
    once.run(1, 1000);
    EXPECT_TRUE(twice.ok);
    expect_near(twice.body(0).r, once.body(0).r, 1e-10);
    expect_near(twice.body(0).v, once.body(0).v, 1e-10);
  }
}

TEST(Constraints, ADoorOnTwoHingesMovesAsOnOne) {
  System system;
  system.constraints.method = ConstraintMethod::augmented;
  system.bodies = {brick({0.2, 0, 0})};
  system.joints = {RevoluteJoint{{0, {-0.2, 0, 0}}, {ground, {}}, y_axis, y_axis}};
  JointRunner once(system);
  system.joints.emplace_back(
      RevoluteJoint{{0, {-0.2, 0.3, 0}}, {ground, {0, 0.3, 0}}, y_axis, y_axis});
  JointRunner twice(system);
  once.run(1, 1000);
  twice.run(1, 1000);
  expect_near(twice.body(0).r, once.body(0).r, 1e-9);
  expect_near(twice.body(0).w, once.body(0).w, 1e-8);

  system.constraints.method = ConstraintMethod::baumgarte;
  JointRunner refused(system);
  std::vector<Wrench> a;
  EXPECT_FALSE(refused.accelerate(a));
  EXPECT_EQ(refused.constraints.rank(), 5U);
}

TEST(Constraints, JointsWithoutDirectionGiveFiniteNumbers) {
  for (const ConstraintMethod method : all_methods) {
    for (const double length : {0.0, 0.3}) {
      System system = pendulum(method, false);
      system.bodies[0].position = {};  // both ends at one point
      system.joints = {RodJoint{{0, {}}, {ground, {}}, length}};
      JointRunner r(system);
      std::vector<Wrench> a;
      EXPECT_EQ(r.accelerate(a), method == ConstraintMethod::augmented);
      expect_near(a[0].force, system.gravity, 0.0);
      const State before = r.y;
      EXPECT_FALSE(r.constraints.correct(0, r.y.data()));
      EXPECT_EQ(r.y, before);
    }
  }
}

// --- direct correction ---------------------------------------------------------------------------

TEST(Constraints, CorrectionMovesAStateBackByTheShortestDistance) {
  System system = chain(ConstraintMethod::direct_correction);
  system.bodies.push_back(ball({9, 9, 9}));  // on its own
  JointRunner r(system);
  for (std::size_t k = 0; k < 2; ++k) {
    BodyMotion m = r.body(k);
    m.r += Vec3{0.01, -0.02, 0.015};
    m.e = from_rotation_vector({0.02, 0.03, -0.01}) * m.e;
    m.v += Vec3{0.1, 0.2, -0.1};
    m.w += Vec3{-0.2, 0.1, 0.3};
    store_motion(r.y.data(), k, m);
  }
  const State before = r.y;
  EXPECT_GT(r.constraints.violation(0, r.y.data()), 5e-3);
  ASSERT_TRUE(r.constraints.correct(0, r.y.data()));
  EXPECT_LE(r.constraints.violation(0, r.y.data()), 1e-12);
  for (const Joint& joint : system.joints) {
    JointRow rows[most_joint_rows];
    joint_rows(placed(joint, system.bodies), 0, r.y.data(), rows);
    for (std::size_t i = 0; i < row_count(joint); ++i) {
      EXPECT_NEAR(violation_rate(rows[i], r.y.data()), 0.0, 1e-12);
    }
  }
  for (std::size_t k = 0; k < 2; ++k) {
    EXPECT_LT(norm(r.body(k).r - motion_of(before.data(), k).r), 0.05);
    const Quat e = r.body(k).e;
    EXPECT_NEAR(e.w * e.w + e.x * e.x + e.y * e.y + e.z * e.z, 1.0, 1e-15);
  }
  EXPECT_EQ(r.body(2).r, (Vec3{9, 9, 9}));
  const State once = r.y;
  ASSERT_TRUE(r.constraints.correct(0, r.y.data()));
  for (std::size_t i = 0; i < once.size(); ++i) EXPECT_NEAR(r.y[i], once[i], 1e-12);
}

TEST(Constraints, ABallOffItsRodIsMovedAlongTheRod) {
  System system = pendulum(ConstraintMethod::direct_correction, false);
  system.bodies[0].position = {0, 0, -1.1 * pendulum_length};
  system.bodies[0].velocity = {1, 0, 2};
  JointRunner r(system);
  ASSERT_TRUE(r.constraints.correct(0, r.y.data()));
  expect_near(r.body(0).r, {0, 0, -pendulum_length}, 1e-12);
  expect_near(r.body(0).v, {1, 0, 0}, 1e-12);
}

TEST(Constraints, ATiltedBodyIsRotatedBackInTheWorldFrame) {
  const Quat wanted = from_rotation_vector({1, -2, 0.5});
  const Vec3 axis{0.6, 0, 0.8};
  const Vec3 axis_in_world = rotate(wanted, axis);
  const Vec3 across = cross(axis_in_world, {1, 0, 0});
  System system;
  system.bodies = {brick({})};
  system.bodies[0].orientation = from_rotation_vector((0.02 / norm(across)) * across) * wanted;
  system.joints = {RevoluteJoint{{0, {}}, {ground, {}}, axis, axis_in_world}};
  JointRunner r(system);
  ASSERT_TRUE(r.constraints.correct(0, r.y.data()));
  for (const Vec3& side : {Vec3{1, 0, 0}, Vec3{0, 1, 0}}) {
    expect_near(rotate(r.body(0).e, side), rotate(wanted, side), 1e-6);
  }
}

}  // namespace
}  // namespace cuelab::smooth
