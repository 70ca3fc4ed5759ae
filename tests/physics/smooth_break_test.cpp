// The break of four and of sixteen balls of [Gismeros2022]: velocities after the impact, energy,
// symmetry, and convergence over three seconds.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <ostream>

#include "support/smooth_scenes.hpp"

namespace cuelab::testing {
namespace {

constexpr std::size_t cue = 0, yellow = 1, red = 2, blue = 3;

Vec3 velocity(const SmoothRun& run, std::size_t ball) { return run.trajectory.final[ball].v; }

Scene to_time(Scene scene, double t_max, double rel_tol) {
  scene.run.t_max = t_max;
  scene.smooth.integration.rel_tol = rel_tol;
  return scene;
}

// --- the impact ----------------------------------------------------------------------------------

struct BreakRow {
  bool held;
  double gap;          // [m]
  double first_touch;  // approach speed of yellow and red [m/s]
  double cue, yellow;  // velocities along x at 0.118 s [m/s]
  Vec2 red;
};

constexpr BreakRow break_table[] = {
    {false, 1e-9, 8.71e-4, -3.8547, 5.6023, {4.3478, 2.2022}},
    {false, 1e-7, 0.02335, -3.1442, 5.1752, {4.2071, 2.1369}},
    {false, 2.1325735e-4, 4.588, -0.8866, -0.2393, {5.8226, 3.2312}},
    {true, 1e-9, 8.70e-4, -3.8479, 5.6381, {4.3504, 2.2030}},
    {true, 1e-7, 0.02335, -3.1370, 5.2086, {4.2097, 2.1380}},
    {true, 2.1325735e-4, 4.588, -0.8989, -0.2375, {5.8206, 3.2297}},
};

TEST(SmoothBreak, VelocitiesAfterTheImpact) {
  for (const BreakRow& row : break_table) {
    SCOPED_TRACE(::testing::Message() << "gap " << row.gap << (row.held ? " held" : ""));
    const SmoothRun run = run_of(to_time(four_ball_break(row.gap, row.held), 0.118, 1e-10));
    EXPECT_NEAR(velocity(run, cue).x, row.cue, 3e-3);
    EXPECT_NEAR(velocity(run, yellow).x, row.yellow, 3e-3);
    EXPECT_NEAR(velocity(run, red).x, row.red.x, 3e-3);
    EXPECT_NEAR(velocity(run, red).y, -row.red.y, 3e-3);
    EXPECT_NEAR(velocity(run, blue).y, row.red.y, 3e-3);

    const std::vector<Impact> first = impacts_of(run.trajectory, cue, yellow);
    ASSERT_FALSE(first.empty());
    if (!row.held) {
      EXPECT_NEAR(first[0].t, 0.114237, 3e-6);
      EXPECT_NEAR(first[0].approach_speed, 10.505, 2e-3);
    }
    const std::vector<Impact> second = impacts_of(run.trajectory, yellow, red);
    ASSERT_FALSE(second.empty());
    EXPECT_NEAR(second[0].approach_speed / row.first_touch, 1.0, 0.02);
  }
}

/// With the approach speed at first contact as reference the yellow ball goes forward for a tight
/// group and backward for a loose one; with the greatest approach speed so far, and without
/// damping, it always goes backward.
TEST(SmoothBreak, TheDirectionOfTheYellowBallDependsOnTheGap) {
  for (const bool held : {false, true}) {
    for (const double gap : {1e-9, 1e-8, 1e-7, 1e-6, 2.1325735e-4}) {
      Scene scene = to_time(four_ball_break(gap, held), 0.118, 1e-9);
      EXPECT_EQ(velocity(run_of(scene), yellow).x > 0.0, gap < 1e-4) << gap << held;
      scene.smooth.integration.reference_velocity.kind = ReferenceVelocity::Kind::running_max;
      EXPECT_LT(velocity(run_of(scene), yellow).x, 0.0) << gap << held;
      scene.smooth.ball_ball.normal = NormalLaw::hertz;
      EXPECT_LT(velocity(run_of(scene), yellow).x, 0.0) << gap << held;
    }
  }
}

/// Yellow along x with the laws of damping, balls held down.
TEST(SmoothBreak, TheYellowBallUnderEveryLaw) {
  constexpr double gaps[] = {1e-9, 1e-6, 2.1325735e-4};
  struct Row {
    NormalLaw law;
    ReferenceVelocity::Kind kind;
    double yellow[3];
  };
  using Kind = ReferenceVelocity::Kind;
  constexpr NormalLaw lankarani = NormalLaw::lankarani_nikravesh;
  constexpr Row table[] = {
      {lankarani, Kind::initial, {5.638, 4.263, -0.238}},
      {lankarani, Kind::running_max, {-0.084, -0.088, -0.211}},
      {NormalLaw::kuwabara_kono, Kind::initial, {-0.465, -0.469, -0.267}},
      {NormalLaw::hertz, Kind::initial, {-0.803, -0.807, -0.396}},
  };
  for (const Row& row : table) {
    for (std::size_t k = 0; k < std::size(gaps); ++k) {
      Scene scene = to_time(four_ball_break(gaps[k], true), 0.118, 1e-9);
      scene.smooth.ball_ball.normal = row.law;
      scene.smooth.integration.reference_velocity.kind = row.kind;
      EXPECT_NEAR(velocity(run_of(scene), yellow).x, row.yellow[k], 3e-3)
          << name_of(row.law) << " " << gaps[k];
    }
  }
}

Scene frictionless_break(double gap) {
  Scene scene = to_time(four_ball_break(gap, true), 0.116, 1e-10);
  scene.smooth.ball_ball.friction = NoFriction{};
  scene.smooth.ball_cloth.friction = NoFriction{};
  return scene;
}

/// Under the published law a touching group without friction converges to the simultaneous impact
/// of rigid balls by Newton's law: with the restitution e that the law delivers, yellow leaves at
/// (1 + e) v / 3.5 and the cue ball e v slower.
TEST(SmoothBreak, TouchingBallsWithoutFriction) {
  const double e = 0.9367;
  const double rigid = (1.0 + e) * 10.729 / 3.5;
  const SmoothRun run = run_of(frictionless_break(0.0));
  EXPECT_NEAR(velocity(run, cue).x, -4.106, 0.020);
  EXPECT_NEAR(velocity(run, yellow).x, 5.956, 0.020);
  EXPECT_NEAR(velocity(run, cue).x, rigid - e * 10.729, 0.03);
  EXPECT_NEAR(velocity(run, yellow).x, rigid, 0.03);
  // the published law has the same limit: a gap that closes slower than the bound changes nothing
  const SmoothRun nearly = run_of(frictionless_break(1e-14));
  EXPECT_NEAR(velocity(nearly, cue).x, velocity(run, cue).x, 1e-3);
}

TEST(SmoothBreak, TouchingElasticBallsWithoutFriction) {
  for (const double gap : {0.0, 1e-10, 1e-9}) {
    Scene scene = frictionless_break(gap);
    scene.smooth.ball_ball.normal = NormalLaw::hertz;
    const SmoothRun elastic = run_of(scene);
    EXPECT_NEAR(velocity(elastic, cue).x, -1.2979, 1e-3) << gap;
    EXPECT_NEAR(velocity(elastic, yellow).x, -0.9009, 1e-3) << gap;
    EXPECT_NEAR(velocity(elastic, red).x, 6.4639, 1e-3) << gap;
    EXPECT_NEAR(velocity(elastic, red).y, -3.8113, 1e-3) << gap;
  }
}

// --- three seconds -------------------------------------------------------------------------------

std::vector<double> instants() {
  std::vector<double> result;
  for (int k = 1; k <= 300; ++k) result.push_back(0.01 * k);
  return result;
}

struct Asymmetry {
  double middle = 0.0, pair = 0.0;  // [m]
};

Asymmetry asymmetry_of(const SmoothRun& run) {
  Asymmetry worst;
  EXPECT_EQ(run.snapshots.size(), 300U);
  for (const Snapshot& shot : run.snapshots) {
    const auto at = [&](std::size_t ball) { return shot.bodies[ball].state.r; };
    worst.middle = std::max({worst.middle, std::abs(at(cue).y), std::abs(at(yellow).y)});
    worst.pair =
        std::max({worst.pair, std::abs(at(red).y + at(blue).y), std::abs(at(red).x - at(blue).x)});
  }
  return worst;
}

struct Course {
  bool held;
  double gap;       // [m]
  double yellow_x;  // after 1 s [m]
};

/// Part of the test's name.
void PrintTo(const Course& course, std::ostream* out) {
  *out << (course.held ? "held" : "free") << "_gap_" << course.gap;
}

class FourBalls : public ::testing::TestWithParam<Course> {};

TEST_P(FourBalls, KeepEnergyAndSymmetryForThreeSeconds) {
  const auto [held, gap, yellow_x] = GetParam();
  const SmoothRun run = run_of(four_ball_break(gap, held), instants());
  EXPECT_EQ(run.trajectory.stop, StopReason::t_max);
  const EnergyLedger& ledger = run.trajectory.ledger;
  EXPECT_NEAR(ledger.initial, 0.5 * 0.17 * 10.729 * 10.729, 1e-4);
  EXPECT_LE(ledger.error / ledger.initial, 1e-6);
  double taken = 0.0;
  for (const EnergySink& sink : ledger.sinks) {
    EXPECT_GE(sink.work, 0.0) << sink.name;
    taken += sink.work;
  }
  EXPECT_NEAR(ledger.kinetic + ledger.potential + ledger.elastic + taken, ledger.initial,
              1e-6 * ledger.initial);
  const Asymmetry asymmetry = asymmetry_of(run);
  EXPECT_LE(asymmetry.middle, 1e-6);
  EXPECT_LE(asymmetry.pair, 1e-6);

  const SmoothRun fine = run_of(to_time(four_ball_break(gap, held), 1.0, 1e-10));
  EXPECT_NEAR(fine.trajectory.final[yellow].r.x, yellow_x, 0.01);
}

INSTANTIATE_TEST_SUITE_P(SmoothBreak, FourBalls,
                         ::testing::Values(Course{false, 1e-9, -0.4955},
                                           Course{false, 1e-7, -0.9222},
                                           Course{false, 2.1325735e-4, 0.4193},
                                           Course{true, 1e-9, -0.5308}, Course{true, 1e-7, -0.9173},
                                           Course{true, 2.1325735e-4, 0.4807}));

class Rack : public ::testing::TestWithParam<bool> {};

TEST_P(Rack, KeepsItsEnergyForThreeSeconds) {
  const bool held = GetParam();
  for (const double gap : {1e-9, 1e-4}) {
    const SmoothRun run = run_of(rack_break(gap, held));
    EXPECT_EQ(run.trajectory.stop, StopReason::t_max);
    EXPECT_EQ(run.trajectory.final.size(), 16U);
    const EnergyLedger& ledger = run.trajectory.ledger;
    EXPECT_LE(ledger.error / ledger.initial, 1e-6) << gap;
  }
}

INSTANTIATE_TEST_SUITE_P(SmoothBreak, Rack, ::testing::Bool());

double yellow_after_three_seconds(double gap, Integrator integrator, double rel_tol) {
  Scene scene = to_time(four_ball_break(gap, false), 3.0, rel_tol);
  scene.smooth.integration.integrator = integrator;
  scene.smooth.integration.abs_tol = rel_tol / 1e-9;
  return run_of(scene).trajectory.final[yellow].r.x;
}

class Convergence : public ::testing::TestWithParam<double> {};

TEST_P(Convergence, OfTheTolerance) {
  const double gap = GetParam();
  const double rough = yellow_after_three_seconds(gap, Integrator::dormand_prince, 1e-10);
  const double fine = yellow_after_three_seconds(gap, Integrator::dormand_prince, 1e-11);
  EXPECT_NEAR(rough, fine, 1e-3);
}

TEST_P(Convergence, OfTheIntegrators) {
  const double gap = GetParam();
  const double own = yellow_after_three_seconds(gap, Integrator::dormand_prince, 1e-11);
  EXPECT_NEAR(yellow_after_three_seconds(gap, Integrator::erkstep, 1e-11), own, 1e-3);
  EXPECT_NEAR(yellow_after_three_seconds(gap, Integrator::adams, 1e-11), own, 1e-3);
}

INSTANTIATE_TEST_SUITE_P(SmoothBreak, Convergence, ::testing::Values(1e-9, 2.1325735e-4));

}  // namespace
}  // namespace cuelab::testing
