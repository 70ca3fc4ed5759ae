// The augmented method held no joint of a heavy body: its penalty did not grow with the mass.
#include <gtest/gtest.h>

#include "cuelab/multibody.hpp"

namespace cuelab {
namespace {

/// Length of a rod of 1 m after half a second, with a ball of this mass released at its level.
double length_after_swing(double mass) {
  System system;
  Body ball{.id = "bob", .mass = mass, .radius = 0.1};
  ball.inertia = {0.004 * mass, 0.004 * mass, 0.004 * mass};
  ball.position = {1.0, 0.0, 0.0};
  system.bodies.push_back(ball);
  system.joints.emplace_back(
      RodJoint{.a = {.body = 0, .point = {}}, .b = {.body = none, .point = {}}, .length = 1.0});
  system.constraints.method = ConstraintMethod::augmented;
  const auto run = simulate(system, {}, {.t_max = 0.5, .at = {}, .progress = {}});
  EXPECT_TRUE(run) << run.error().message();
  return run ? norm(run->trajectory.final[0].r) : 0.0;
}

TEST(HeavyJoints, AugmentedMethodHoldsThem) {
  for (const double mass : {0.06, 1.0, 1e3, 1e6, 1e9, 1e12}) {
    EXPECT_NEAR(length_after_swing(mass), 1.0, 1e-7) << mass;
  }
}

}  // namespace
}  // namespace cuelab
