// Joints, springs and drives in whole runs of the smooth engine.
#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "cuelab/multibody.hpp"

namespace cuelab {
namespace {

constexpr double g = 9.81;

/// A small ball on a rod of 0.15 m, released at rest at this angle from the vertical [rad].
System pendulum(double angle, ConstraintMethod method) {
  constexpr double length = 0.15;
  constexpr double radius = 0.0125;
  System system;
  Body ball{.id = "bob", .mass = 0.06, .radius = radius};
  const double inertia = 0.4 * ball.mass * radius * radius;
  ball.inertia = {inertia, inertia, inertia};
  ball.position = {length * std::sin(angle), 0.0, -length * std::cos(angle)};
  system.bodies.push_back(ball);
  system.joints.emplace_back(
      RodJoint{.a = {.body = 0, .point = {}}, .b = {.body = none, .point = {}}, .length = length});
  system.constraints.method = method;
  system.sinks = {"dampers and drives"};
  return system;
}

/// Period of a pendulum by the arithmetic-geometric mean.
double period(double length, double amplitude) {
  double a = 1.0;
  double b = std::cos(0.5 * amplitude);
  while (std::abs(a - b) > 1e-15) {
    const double mean = 0.5 * (a + b);
    b = std::sqrt(a * b);
    a = mean;
  }
  return 2.0 * std::numbers::pi * std::sqrt(length / g) / a;
}

class Pendulum : public ::testing::TestWithParam<ConstraintMethod> {};

TEST_P(Pendulum, ReturnsAfterItsPeriod) {
  const double amplitude = std::numbers::pi / 4.0;
  const System system = pendulum(amplitude, GetParam());
  const double t = period(0.15, amplitude);
  const std::vector<double> at{0.25 * t, 0.5 * t, 10.0 * t};
  const auto run =
      simulate(system, {.rel_tol = 1e-10}, {.t_max = 10.0 * t, .at = at, .progress = {}});
  ASSERT_TRUE(run) << run.error().message();
  ASSERT_EQ(run->snapshots.size(), 3U);
  const auto x = [&](std::size_t k) { return run->snapshots[k].bodies[0].state.r.x; };
  EXPECT_NEAR(x(0), 0.0, 1e-8);
  EXPECT_NEAR(x(1), -0.15 * std::sin(amplitude), 1e-8);
  EXPECT_NEAR(x(2), 0.15 * std::sin(amplitude), 1e-7);
  const Vec3 end = run->trajectory.final[0].r;
  EXPECT_NEAR(norm(end), 0.15, GetParam() == ConstraintMethod::lagrange ? 1e-8 : 1e-10);
  // direct correction moves the state, which the balance shows
  EXPECT_LT(run->trajectory.ledger.error, 1e-8 * 0.06 * g * 0.15);
}

INSTANTIATE_TEST_SUITE_P(Methods, Pendulum,
                         ::testing::Values(ConstraintMethod::lagrange, ConstraintMethod::augmented,
                                           ConstraintMethod::baumgarte,
                                           ConstraintMethod::direct_correction));

TEST(SmoothJoints, DependentEquationsAreReported) {
  for (const ConstraintMethod method : {ConstraintMethod::lagrange, ConstraintMethod::baumgarte,
                                        ConstraintMethod::direct_correction}) {
    System system = pendulum(0.3, method);
    system.joints.push_back(system.joints.front());
    const auto run = simulate(system, {}, {.t_max = 0.1, .at = {}, .progress = {}});
    ASSERT_FALSE(run) << name_of(method);
    EXPECT_NE(run.error().what.find("1 of 2 are independent"), std::string::npos)
        << run.error().what;
  }
}

TEST(SmoothJoints, TheAugmentedMethodToleratesDependentEquations) {
  System twice = pendulum(0.3, ConstraintMethod::augmented);
  const System once = twice;
  twice.joints.push_back(twice.joints.front());
  const SmoothOptions options{.t_max = 0.5, .at = {}, .progress = {}};
  const auto a = simulate(once, {}, options);
  const auto b = simulate(twice, {}, options);
  ASSERT_TRUE(a && b);
  EXPECT_NEAR(a->trajectory.final[0].r.x, b->trajectory.final[0].r.x, 1e-7);
}

TEST(SmoothJoints, ADriveReachesItsSpeedAndItsWorkIsInTheLedger) {
  System system;
  system.bodies.push_back(
      {.id = "wheel", .mass = 2.0, .inertia = {0.01, 0.01, 0.02}, .position = {0.1, 0.2, 0.3}});
  const Anchor ground{.body = none, .point = {0.1, 0.2, 0.3}};
  system.joints.emplace_back(RevoluteJoint{.a = {.body = 0, .point = {}},
                                           .b = ground,
                                           .axis_a = {0.0, 0.0, 1.0},
                                           .axis_b = {0.0, 0.0, 1.0}});
  system.joints.emplace_back(PrescribedRotation{
      .body = 0, .axis = {0.0, 0.0, 1.0}, .motion = {.speed = 20.0, .ramp = 0.02}});
  system.sinks = {"drive"};
  const auto run = simulate(system, {}, {.t_max = 0.1, .at = {}, .progress = {}});
  ASSERT_TRUE(run) << run.error().message();
  EXPECT_NEAR(run->trajectory.final[0].w.z, 20.0, 1e-7);
  const double energy = 0.5 * 0.02 * 20.0 * 20.0;
  EXPECT_NEAR(run->trajectory.ledger.kinetic, energy, 1e-7);
  EXPECT_NEAR(run->trajectory.ledger.sinks[0].work, -energy, 1e-7);
  EXPECT_LT(run->trajectory.ledger.error, 1e-7);
}

TEST(SmoothJoints, ADampedSpringFollowsItsClosedForm) {
  constexpr double mass = 0.5;
  constexpr double stiffness = 200.0;
  constexpr double damping = 1.0;
  System system;
  system.gravity = {};
  system.bodies.push_back({.id = "mass", .mass = mass, .position = {0.3, 0.0, 0.0}});
  system.springs.push_back({.a = {.body = 0, .point = {}},
                            .b = {.body = none, .point = {}},
                            .rest_length = 0.2,
                            .stiffness = stiffness,
                            .damping = damping});
  system.sinks = {"damper"};
  const double t = 0.7;
  const auto run = simulate(system, {}, {.t_max = t, .at = {}, .progress = {}});
  ASSERT_TRUE(run) << run.error().message();
  const double decay = 0.5 * damping / mass;
  const double omega = std::sqrt(stiffness / mass - decay * decay);
  const double x =
      0.1 * std::exp(-decay * t) * (std::cos(omega * t) + decay / omega * std::sin(omega * t));
  EXPECT_NEAR(run->trajectory.final[0].r.x, 0.2 + x, 1e-9);
  EXPECT_LT(run->trajectory.ledger.error, 1e-8);
  EXPECT_GT(run->trajectory.ledger.sinks[0].work, 0.0);
}

/// A spinning body without symmetry, carrying a plate that a ball bounces on: obstacles move with
/// their bodies and momentum goes over.
TEST(SmoothJoints, AnObstacleMovesWithItsBody) {
  System system;
  system.gravity = {};
  system.bodies.push_back({.id = "plate", .mass = 1.0, .inertia = {0.01, 0.02, 0.015}});
  system.bodies.push_back({.id = "ball",
                           .mass = 0.2,
                           .inertia = {1e-4, 1e-4, 1e-4},
                           .radius = 0.03,
                           .position = {0.05, 0.02, 0.2},
                           .velocity = {0.1, 0.0, -2.0}});
  system.obstacles.push_back(
      {.body = 0,
       .parts = {{.agent = {AgentKind::ball, 0},
                  .shape = Cuboid{.centre = {}, .half = {0.2, 0.2, 0.01}}}}});
  const ContactLaw law{.normal = NormalLaw::exact,
                       .restitution = 0.8,
                       .friction = RegularisedCoulomb{.coefficient = 0.3, .v0 = 1e-3}};
  system.kinds.push_back({.stiffness = 1e8, .law = law, .normal_sink = 0, .friction_sink = 1});
  system.obstacle_pairs.push_back({.a = 1, .obstacle = 0, .kind = 0});
  system.sinks = {"damping", "friction"};
  const auto run = simulate(system, {}, {.t_max = 0.2, .at = {}, .progress = {}});
  ASSERT_TRUE(run) << run.error().message();
  ASSERT_EQ(run->trajectory.events.size(), 2U);  // begin and end of one impact
  const auto& last = run->trajectory.final;
  const Vec3 momentum = last[0].v + 0.2 * last[1].v;
  EXPECT_NEAR(momentum.x, 0.02, 1e-10);
  EXPECT_NEAR(momentum.y, 0.0, 1e-10);
  EXPECT_NEAR(momentum.z, -0.4, 1e-10);
  EXPECT_GT(norm(last[0].w), 0.1);
  EXPECT_GT(last[1].v.z, last[0].v.z);
  EXPECT_LT(run->trajectory.ledger.error, 1e-8);
}

}  // namespace
}  // namespace cuelab
