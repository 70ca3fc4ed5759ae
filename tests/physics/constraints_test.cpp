// Motions with joints against closed forms and conservation laws, under every method.
#include "smooth/constraints.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <utility>
#include <variant>
#include <vector>

#include "math/elementary.hpp"
#include "math/rotation.hpp"
#include "support/joint_runner.hpp"

namespace cuelab::smooth {
namespace {

/// Period of I theta'' = -k sin theta released at rest from the angle `amplitude`, by the
/// arithmetic-geometric mean.
double period(double I, double k, double amplitude) {
  double a = 1.0, b = sin_cos(amplitude / 2).cos;
  for (int i = 0; i < 10; ++i) {
    const double mean = 0.5 * (a + b);
    b = std::sqrt(a * b);
    a = mean;
  }
  return 2 * pi * std::sqrt(I / k) / a;
}

// --- bodies without joints -----------------------------------------------------------------------

TEST(NewtonEuler, AFreeAsymmetricBodyKeepsEnergyAndAngularMomentum) {
  System system;
  system.gravity = {};
  system.bodies = {brick({})};
  system.bodies[0].orientation = from_rotation_vector({0.4, -0.3, 1.1});
  system.bodies[0].spin = {0.3, 5.0, 0.2};  // close to the unstable axis
  JointRunner r(system);
  const double E = r.energy();
  const Vec3 M = r.angular_momentum();
  const Vec3 w = r.body(0).w;
  double strayed = 0.0;
  r.run(10, 10000, [&] { strayed = std::max(strayed, norm(r.body(0).w - w)); });
  EXPECT_NEAR(r.energy(), E, 1e-9 * E);
  expect_near(r.angular_momentum(), M, 1e-9 * norm(M));
  EXPECT_GT(strayed, 1.0);  // it did tumble
}

TEST(NewtonEuler, ASymmetricTopPrecessesAtItsRate) {
  System system;
  system.gravity = {};
  system.bodies = {brick({})};
  system.bodies[0].inertia = {0.05, 0.05, 0.02};
  system.bodies[0].spin = {1.0, 0.5, 7.0};
  JointRunner r(system);
  const Vec3 M = r.angular_momentum();
  const double time = 1.3;
  r.run(time, 2000);
  // the axis precesses about the angular momentum M at |M| / I_1
  const Vec3 wanted = rotate(from_rotation_vector((time / 0.05) * M), {0, 0, 1});
  expect_near(rotate(r.body(0).e, {0, 0, 1}), wanted, 1e-9);
}

TEST(NewtonEuler, ForceAndMomentAccelerateByMassAndInertia) {
  const Body body = brick({});
  const Quat e = from_rotation_vector({0, 0, pi / 2});  // x of the body points along y
  const Wrench a = newton_euler(body, e, {}, {{4, 0, 0}, {0, 0.04, 0}});
  expect_near(a.force, {2, 0, 0}, 1e-15);
  expect_near(a.moment, {0, 2, 0}, 1e-14);
}

TEST(Constraints, BodiesWithoutJointsFollowNewtonAndEuler) {
  System system;
  system.bodies = {brick({}), ball({1, 0, 0})};
  system.bodies[0].spin = {1, 2, 3};
  JointRunner r(system);
  std::vector<Wrench> a;
  ASSERT_TRUE(r.accelerate(a));
  EXPECT_EQ(r.constraints.rows(), 0U);
  const Wrench free = newton_euler(system.bodies[0], {}, {1, 2, 3}, {2.0 * system.gravity, {}});
  EXPECT_EQ(a[0].force, free.force);
  EXPECT_EQ(a[0].moment, free.moment);
  EXPECT_EQ(a[1].force, system.gravity);
}

// --- pendulums -----------------------------------------------------------------------------------

class Methods : public testing::TestWithParam<ConstraintMethod> {};

void expect_period(ConstraintMethod method, bool rigid, double I) {
  const System system = pendulum(method, rigid);
  const Vec3 start = system.bodies[0].position;
  JointRunner r(system);
  const double E = r.energy();
  const double T = period(I, system.bodies[0].mass * g * pendulum_length, release_angle);
  r.run(T / 4, 400);
  expect_near(r.body(0).r, {0, 0, -pendulum_length}, 1e-8);
  EXPECT_GT(r.body(0).v.x, 0.0);
  r.run(T / 4, 400);
  expect_near(r.body(0).r, {-start.x, 0, start.z}, 1e-8);
  expect_near(r.body(0).v, {}, 1e-7);
  r.run(T / 2, 800);
  expect_near(r.body(0).r, start, 1e-8);
  expect_near(r.body(0).v, {}, 1e-7);
  EXPECT_NEAR(r.energy(), E, 1e-9);
  EXPECT_LT(r.constraints.violation(r.t, r.y.data()), 1e-8);
  EXPECT_TRUE(r.ok);
}

TEST_P(Methods, APendulumOnARodHasItsPeriod) {
  expect_period(GetParam(), false, 0.17 * pendulum_length * pendulum_length);
}

TEST_P(Methods, ARigidPendulumHasItsPeriod) {
  expect_period(GetParam(), true, 0.17 * pendulum_length * pendulum_length + 5.5e-5);
}

TEST_P(Methods, ACompoundPendulumFollowsItsAngle) {
  // a horizontal axis that is not a principal axis of the body and does not pass through the centre
  const Vec3 axis{0.48, 0.6, 0.64};
  Vec3 arm = cross(axis, {0, 0, 1});
  arm = (0.25 / norm(arm)) * arm;  // from the axis to the centre, in the body
  const Vec3 swing_axis = y_axis;

  System system;
  system.constraints.method = GetParam();
  Body body = brick({});
  body.inertia = {0.04, 0.05, 0.06};
  // rotate the body so that the axis lies along y, then so that the centre is at the angle of
  // release
  const Vec3 to_y = cross(axis, swing_axis);
  const Quat level = from_rotation_vector((std::acos(dot(axis, swing_axis)) / norm(to_y)) * to_y);
  const Vec3 hangs = rotate(level, arm);
  const double angle = std::atan2(-hangs.x, -hangs.z);  // about y, from straight down
  body.orientation = from_rotation_vector((release_angle - angle) * swing_axis) * level;
  body.position = rotate(body.orientation, arm);
  system.bodies = {body};
  system.joints = {RevoluteJoint{{0, -arm}, {ground, {}}, axis, swing_axis}};

  const Vec3& J = body.inertia;
  const double I = J.x * axis.x * axis.x + J.y * axis.y * axis.y + J.z * axis.z * axis.z +
                   body.mass * 0.25 * 0.25;
  const double T = period(I, body.mass * g * 0.25, release_angle);
  const Vec3 start = body.position;
  ASSERT_NEAR(start.y, 0.0, 1e-15);
  JointRunner r(system);
  const double E = r.energy();
  r.run(T / 4, 500);
  expect_near(r.body(0).r, {0, 0, -0.25}, 1e-8);
  EXPECT_NEAR(0.5 * I * dot(r.body(0).w, r.body(0).w), E + body.mass * g * 0.25, 1e-7);
  r.run(T / 4, 500);
  expect_near(r.body(0).r, {-start.x, 0, start.z}, 1e-8);
  EXPECT_NEAR(r.energy(), E, 1e-8);
  EXPECT_LT(r.constraints.violation(r.t, r.y.data()), 1e-8);
  EXPECT_TRUE(r.ok);
}

INSTANTIATE_TEST_SUITE_P(All, Methods, testing::ValuesIn(all_methods));

// --- chains --------------------------------------------------------------------------------------

TEST(Constraints, AllMethodsGiveTheSameMotionOfAChain) {
  JointRunner exact(chain(ConstraintMethod::lagrange));
  const double E = exact.energy();
  exact.run(1, 2000);
  EXPECT_NEAR(exact.energy(), E, 1e-7);
  for (const ConstraintMethod method : all_methods) {
    JointRunner r(chain(method));
    ASSERT_EQ(r.constraints.rows(), 8U);
    r.run(1, 2000);
    EXPECT_TRUE(r.ok);
    for (std::size_t k = 0; k < 2; ++k) {
      expect_near(r.body(k).r, exact.body(k).r, 1e-6);
      expect_near(r.body(k).w, exact.body(k).w, 1e-5);
    }
  }
}

TEST(Constraints, TheOrderOfTheEndsDoesNotMatter) {
  System system = chain(ConstraintMethod::lagrange);
  JointRunner one(system);
  auto& hinge = std::get<RevoluteJoint>(system.joints[0]);
  auto& pin = std::get<SphericalJoint>(system.joints[1]);
  std::swap(hinge.a, hinge.b);
  std::swap(pin.a, pin.b);
  JointRunner other(system);
  std::vector<Wrench> a, b;
  ASSERT_TRUE(one.accelerate(a));
  ASSERT_TRUE(other.accelerate(b));
  for (std::size_t k = 0; k < 2; ++k) {
    expect_near(b[k].force, a[k].force, 1e-11);
    expect_near(b[k].moment, a[k].moment, 1e-11);
  }
}

TEST(Constraints, TwoBodiesOnARodKeepTheirMomenta) {
  for (const ConstraintMethod method : all_methods) {
    System system;
    system.gravity = {};
    system.constraints.method = method;
    system.bodies = {brick({}), ball({0.5, 0, 0})};
    system.bodies[0].velocity = {0.3, 0.1, -0.2};
    system.bodies[0].spin = {1, -2, 3};
    system.joints = {RodJoint{{0, {0.1, 0, 0}}, {1, {-0.02, 0, 0}}, 0.38}};
    JointRunner r(system);
    ASSERT_TRUE(r.constraints.correct(0, r.y.data()));  // velocities that fit the rod
    const double E = r.energy();
    const Vec3 p = r.momentum(), M = r.angular_momentum();
    r.run(2, 2000);
    expect_near(r.momentum(), p, 1e-10);
    expect_near(r.angular_momentum(), M, 1e-8);
    EXPECT_NEAR(r.energy(), E, 1e-7);
    EXPECT_LT(r.constraints.violation(r.t, r.y.data()), 1e-7);
    EXPECT_TRUE(r.ok);
  }
}

TEST(Constraints, OnlyTheStandardMethodDrifts) {
  const auto drift = [](ConstraintMethod method) {
    JointRunner r(pendulum(method, false));
    double worst = 0.0;
    r.run(20, 2000, [&] { worst = std::max(worst, r.constraints.violation(r.t, r.y.data())); });
    return worst;
  };
  const double lagrange = drift(ConstraintMethod::lagrange);
  EXPECT_GT(lagrange, 1e-7);
  EXPECT_LT(drift(ConstraintMethod::baumgarte), 0.1 * lagrange);
  EXPECT_LT(drift(ConstraintMethod::augmented), 0.1 * lagrange);
  EXPECT_LT(drift(ConstraintMethod::direct_correction), 1e-12);
}

TEST(Constraints, StabilisedMethodsPullAViolationBack) {
  for (const ConstraintMethod method : {ConstraintMethod::baumgarte, ConstraintMethod::augmented}) {
    System system = pendulum(method, false);
    system.bodies[0].position.z -= 1e-3;
    system.gravity = {};
    JointRunner r(system);
    const double before = r.constraints.violation(0, r.y.data());
    const double rate = method == ConstraintMethod::baumgarte ? 5.0 : 10.0;
    r.run(1, 1000);
    // critically damped: (1 + rate t) exp(-rate t)
    EXPECT_NEAR(r.constraints.violation(1, r.y.data()) / before, (1 + rate) * exp(-rate), 1e-4);
  }
}

// --- prescribed motions --------------------------------------------------------------------------

TEST(Constraints, ADrivenBodyReachesItsSpeedAndReceivesTheWork) {
  for (const ConstraintMethod method : all_methods) {
    System system;
    system.constraints.method = method;
    system.bodies = {brick({0.1, 0, 0})};  // out of balance
    system.joints = {RevoluteJoint{{0, {-0.1, 0, 0}}, {ground, {}}, y_axis, y_axis},
                     PrescribedRotation{0, y_axis, {10.0, 0.5}}};
    JointRunner r(system);
    const double E = r.energy();
    r.run(0.5, 500);
    EXPECT_NEAR(r.work(), r.energy() - E, 1e-7);
    EXPECT_NEAR(r.body(0).w.y, 10.0, 1e-9);
    r.run(0.7, 700);
    EXPECT_NEAR(r.body(0).w.y, 10.0, 1e-9);
    EXPECT_NEAR(r.work(), r.energy() - E, 1e-7);
    // angle = speed (t - ramp / 2)
    const SinCos turned = sin_cos(10.0 * (1.2 - 0.25));
    expect_near(r.body(0).r, {0.1 * turned.cos, 0, -0.1 * turned.sin}, 1e-7);
    EXPECT_TRUE(r.ok);
  }
}

TEST(Constraints, ADrivenCartAcceleratesItsPendulum) {
  for (const ConstraintMethod method : all_methods) {
    System system;
    system.constraints.method = method;
    system.bodies = {brick({0.5, 0, 0}), ball({0.5, 0, -pendulum_length})};
    system.joints = {PrescribedTranslation{0, {1, 0, 0}, {2.0, 0.25}},
                     PrescribedTranslation{0, {0, 0, 1}, {0.0, 0.0}},
                     RodJoint{{0, {}}, {1, {}}, pendulum_length}};
    JointRunner r(system);
    const double E = r.energy();
    r.run(0.25, 500);
    EXPECT_GT(r.constraints.drive_power(), 0.0);
    EXPECT_GT(r.work(), 0.5 * 2.0 * 4.0);
    r.run(0.75, 1500);
    EXPECT_NEAR(r.body(0).v.x, 2.0, 1e-9);
    EXPECT_NEAR(r.body(0).r.x, 0.5 + 2.0 * (1.0 - 0.125), 1e-9);
    EXPECT_NEAR(r.body(0).r.z, 0.0, 1e-9);
    EXPECT_NEAR(r.work(), r.energy() - E, 1e-6);
    EXPECT_TRUE(r.ok);
  }
}

TEST(Constraints, TheEndsOfRampsAreReported) {
  System system;
  system.bodies = {brick({}), brick({1, 0, 0})};
  system.joints = {PrescribedTranslation{0, {1, 0, 0}, {2.0, 0.25}},
                   PrescribedRotation{1, y_axis, {3.0, 0.5}}, RodJoint{{0, {}}, {1, {}}, 1.0}};
  const Constraints constraints(system);
  EXPECT_EQ(constraints.next_jump(0.0), 0.25);
  EXPECT_EQ(constraints.next_jump(0.25), 0.5);
  EXPECT_FALSE(std::isfinite(constraints.next_jump(0.5)));
}

}  // namespace
}  // namespace cuelab::smooth
