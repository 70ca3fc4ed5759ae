// Single impacts of the smooth engine against closed forms: duration, depth and restitution of two
// balls, of a ball and a cushion, and of a bouncing ball.
#include <gtest/gtest.h>

#include <cmath>

#include "laws/normal_force/damping.hpp"
#include "support/smooth_scenes.hpp"

namespace cuelab::testing {
namespace {

constexpr NormalLaw damped_laws[] = {NormalLaw::lankarani_nikravesh, NormalLaw::flores,
                                     NormalLaw::hunt_crossley, NormalLaw::hu_guo, NormalLaw::exact};

ContactLaw law_of(NormalLaw law, double restitution = 1.0) {
  return {.normal = law, .restitution = restitution, .friction = NoFriction{}};
}

IntegrationSettings published_settings() {
  IntegrationSettings settings;
  settings.reference_velocity.kind = ReferenceVelocity::Kind::initial;
  return settings;
}

/// The only impact of a system in which it happens after 1 mm.
Impact only_impact(const SmoothRun& run) {
  const std::vector<Impact> impacts = impacts_of(run.trajectory);
  EXPECT_EQ(impacts.size(), 1U);
  return impacts.empty() ? Impact{} : impacts[0];
}

struct PairImpact {
  double duration, depth, restitution;
};

PairImpact impact_of_pair(const ContactLaw& law, double speed,
                          const IntegrationSettings& settings = published_settings()) {
  const SmoothRun run = run_of(pair_in_space(law, speed), settings, 3e-3 / speed + 3e-3);
  const Impact impact = only_impact(run);
  EXPECT_NEAR(impact.t, 1e-3 / speed, 1e-9 / speed);
  EXPECT_NEAR(impact.approach_speed, speed, 1e-9 * speed);
  const std::vector<BallState>& final = run.trajectory.final;
  EXPECT_NEAR(final[0].v.x + final[1].v.x, speed, 1e-11 * speed);
  return {impact.duration, impact.depth, (final[1].v.x - final[0].v.x) / speed};
}

SmoothRun against_cushion(const ContactLaw& law) {
  System system = ball_over_plane(law, ball_cushion_stiffness, 1e-3, 2.724);
  system.gravity = {};
  return run_of(system, published_settings(), 0.01);
}

TEST(SmoothImpact, TwoElasticBalls) {
  const PairImpact slow = impact_of_pair(law_of(NormalLaw::hertz), 1.0);
  EXPECT_NEAR(slow.duration / 0.45769e-3, 1.0, 1e-4);
  EXPECT_NEAR(slow.depth / 0.155502e-3, 1.0, 1e-4);
  EXPECT_NEAR(slow.restitution, 1.0, 1e-7);
  const PairImpact fast = impact_of_pair(law_of(NormalLaw::hertz), 10.729);
  EXPECT_NEAR(fast.duration / 0.28474e-3, 1.0, 1e-4);
  EXPECT_NEAR(fast.depth / 1.03797e-3, 1.0, 1e-4);
  EXPECT_NEAR(fast.restitution, 1.0, 1e-7);
}

/// Energy conservation gives the depth, quadrature the duration:
/// T = 2.943275 d / v with d^2.5 = 5 m v^2 / (4 K).
TEST(SmoothImpact, DurationAndDepthScaleAsHertzSays) {
  const double reduced_mass = 0.5 * published_ball().mass;
  for (const double v : {1e-3, 0.03, 0.5, 4.0, 15.0}) {
    const PairImpact impact = impact_of_pair(law_of(NormalLaw::hertz), v);
    const double depth = std::pow(1.25 * reduced_mass * v * v / ball_ball_stiffness, 0.4);
    EXPECT_NEAR(impact.depth / depth, 1.0, 1e-5) << v;
    EXPECT_NEAR(impact.duration / (2.943275 * depth / v), 1.0, 1e-5) << v;
  }
}

TEST(SmoothImpact, EveryLawDeliversTheRestitutionOfItsDamping) {
  for (const NormalLaw law : damped_laws) {
    for (const double e : {0.98, 0.9, 0.7, 0.5, 0.2}) {
      const double delivered = impact_of_pair(law_of(law, e), 2.0).restitution;
      EXPECT_NEAR(delivered, delivered_restitution(damping_factor(law, e)), 1e-5)
          << name_of(law) << " " << e;
      if (law == NormalLaw::exact) {
        EXPECT_NEAR(delivered, e, 1e-5);
      }
    }
  }
  EXPECT_NEAR(impact_of_pair(law_of(NormalLaw::lankarani_nikravesh, 0.85), 3.0).restitution,
              0.877975, 1e-5);
  EXPECT_NEAR(impact_of_pair(law_of(NormalLaw::flores, 0.7), 0.1).restitution, 0.683184, 1e-5);
}

/// A single impact is fastest at first contact, so that the greatest approach speed is the initial
/// one; a floor applies only if it is above that, and then weakens the damping.
TEST(SmoothImpact, ReferenceVelocityOfASingleImpact) {
  const ContactLaw law = law_of(NormalLaw::lankarani_nikravesh, 0.7);
  IntegrationSettings settings = published_settings();
  const double initial = impact_of_pair(law, 2.0, settings).restitution;
  settings.reference_velocity.kind = ReferenceVelocity::Kind::running_max;
  EXPECT_NEAR(impact_of_pair(law, 2.0, settings).restitution, initial, 1e-9);
  settings.reference_velocity = {.kind = ReferenceVelocity::Kind::floor, .floor = 1.0};
  EXPECT_NEAR(impact_of_pair(law, 2.0, settings).restitution, initial, 1e-12);
  // c d' / 4 with d' from 2 is the law with half the damping
  settings.reference_velocity.floor = 4.0;
  const double half = 0.5 * damping_factor(NormalLaw::lankarani_nikravesh, 0.7);
  EXPECT_NEAR(impact_of_pair(law, 2.0, settings).restitution, delivered_restitution(half), 1e-5);
}

/// e = 1 - x + 3/5 x^2 - ... with x = 1.15344 * 1.5 A (K/m)^(2/5) v^(1/5) [Ramirez1999]. The force
/// is attractive at the end of the contact; if it is clamped, slightly less is lost.
TEST(SmoothImpact, KuwabaraKonoLosesMoreAtSpeed) {
  const ContactLaw law = law_of(NormalLaw::kuwabara_kono);
  IntegrationSettings settings = published_settings();
  for (const double v : {0.01, 0.1, 1.0}) {
    const double x = 1.15344 * 1.5 * law.dissipation *
                     std::pow(ball_ball_stiffness / (0.5 * published_ball().mass), 0.4) *
                     std::pow(v, 0.2);
    settings.attraction = true;
    const double pulled = impact_of_pair(law, v, settings).restitution;
    EXPECT_NEAR(pulled, 1.0 - x + 0.6 * x * x, 0.5 * x * x * x + 1e-5) << v;
    settings.attraction = false;
    const double pushed = impact_of_pair(law, v, settings).restitution;
    EXPECT_GE(pushed, pulled) << v;
    EXPECT_NEAR(pushed, pulled, 0.1 * x) << v;
  }
}

TEST(SmoothImpact, ElasticAndDampedImpactOnACushion) {
  const Impact elastic = only_impact(against_cushion(law_of(NormalLaw::hertz)));
  EXPECT_NEAR(elastic.duration / 3.83629e-3, 1.0, 1e-4);
  EXPECT_NEAR(elastic.depth / 3.55049e-3, 1.0, 1e-4);
  EXPECT_NEAR(elastic.after.v.z, 2.724, 1e-6);

  const Impact damped = only_impact(against_cushion(law_of(NormalLaw::lankarani_nikravesh, 0.85)));
  EXPECT_NEAR(damped.duration / 3.89258e-3, 1.0, 1e-4);
  EXPECT_NEAR(damped.depth / 3.37325e-3, 1.0, 1e-4);
  EXPECT_NEAR(damped.after.v.z / 2.724, 0.877975, 1e-5);
}

TEST(SmoothBounce, AnElasticBallKeepsItsEnergy) {
  const System system = ball_over_plane(law_of(NormalLaw::hertz), ball_cloth_stiffness, 0.5, 0.0);
  const double R = published_ball().radius;
  IntegrationSettings settings;
  settings.rel_tol = 1e-8;
  settings.abs_tol = 100.0;  // 1e-10 m
  const SmoothRun run = run_of(system, settings, 10.0);
  EXPECT_EQ(impacts_of(run.trajectory).size(), 16U);
  const BallState& end = run.trajectory.final[0];
  const double height = 0.5 * end.v.z * end.v.z / 9.81 + (end.r.z - R);
  EXPECT_NEAR(height / 0.5, 1.0, 2e-5);
  EXPECT_EQ(end.r.x, 0.0);
  EXPECT_EQ(end.v.y, 0.0);

  // free fall and the duration of every contact make up the whole time
  const std::vector<Impact> impacts = impacts_of(run.trajectory);
  EXPECT_NEAR(impacts[0].t, std::sqrt(2.0 * 0.5 / 9.81), 1e-9);
  EXPECT_NEAR(impacts[0].approach_speed, std::sqrt(2.0 * 0.5 * 9.81), 1e-8);

  settings.rel_tol = 1e-10;
  settings.abs_tol = 1.0;
  const BallState fine = run_of(system, settings, 10.0).trajectory.final[0];
  EXPECT_NEAR((0.5 * fine.v.z * fine.v.z / 9.81 + fine.r.z - R) / 0.5, 1.0, 1e-6);
}

TEST(SmoothBounce, ADampedBallSettlesAtItsStaticIndentation) {
  const System system =
      ball_over_plane(law_of(NormalLaw::lankarani_nikravesh, 0.7), ball_cloth_stiffness, 0.5, 0.0);
  const SmoothRun run = run_of(system, published_settings(), 4.0);
  const Trajectory& shot = run.trajectory;
  const BallState& end = shot.final[0];
  EXPECT_NEAR(end.r.z - published_ball().radius, -2.399e-6, 5e-9);
  EXPECT_NEAR(end.v.z, 0.0, 1e-6);
  const std::vector<Impact> impacts = impacts_of(shot);
  ASSERT_GT(impacts.size(), 10U);
  EXPECT_LT(impacts.size(), 100U);
  EXPECT_NEAR(impacts[0].after.v.z / impacts[0].approach_speed, 0.7958, 3e-4);
  EXPECT_EQ(shot.contacts.back().end, none);
  EXPECT_LT(shot.cost.steps, 20000U);
  EXPECT_LT(shot.ledger.error / shot.ledger.initial, 1e-7);
  // all the energy of the fall has gone into the damping
  EXPECT_NEAR(shot.ledger.sinks[0].work / (0.17 * 9.81 * 0.5), 1.0, 1e-4);
}

}  // namespace
}  // namespace cuelab::testing
