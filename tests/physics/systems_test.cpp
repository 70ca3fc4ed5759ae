// Systems other than the pool table: a bouncing ball, Newton's cradle, a ball bearing.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <limits>
#include <numbers>

#include "cuelab/multibody.hpp"
#include "reproduce/impacts.hpp"
#include "reproduce/spectrum.hpp"

namespace cuelab {
namespace {

using reproduction::sample_times;

constexpr double g = 9.81;
constexpr Material steel{.young = 210e9, .poisson = 0.3};
constexpr ConstraintMethod methods[]{ConstraintMethod::lagrange, ConstraintMethod::augmented,
                                     ConstraintMethod::baumgarte,
                                     ConstraintMethod::direct_correction};

bool is_long() { return std::getenv("CUELAB_LONG") != nullptr; }

Scene scene_of(const SystemModel& model) {
  Scene scene;
  scene.system.model = model;
  scene.run.engine = Engine::smooth;
  scene.smooth.ball = steel;
  scene.smooth.ball_ball = {.normal = NormalLaw::hertz, .friction = NoFriction{}};
  scene.smooth.ball_cloth = {.normal = NormalLaw::hertz, .friction = NoFriction{}};
  scene.smooth.integration.rel_tol = 1e-10;
  return scene;
}

SmoothRun run_of(const Scene& scene, const std::vector<double>& at = {}) {
  EXPECT_FALSE(find_fault(scene));
  SmoothOptions options;
  options.t_max = scene.run.t_max;
  options.max_events = scene.run.max_events;
  options.at = at;
  options.keep_pieces = false;
  auto run = simulate(make_system(scene), scene.smooth.integration, options);
  EXPECT_TRUE(run) << (run ? "" : run.error().message());
  return run ? *std::move(run) : SmoothRun{};
}

/// Final mechanical energy / initial energy.
double kept(const Trajectory& trajectory) {
  const EnergyLedger& ledger = trajectory.ledger;
  return (ledger.kinetic + ledger.potential + ledger.elastic) / ledger.initial;
}

// --- bouncing ball -------------------------------------------------------------------------------

/// Times in the air between the contacts.
std::vector<double> flights_of(const Trajectory& trajectory) {
  std::vector<double> flights;
  for (std::size_t k = 1; k < trajectory.events.size(); ++k) {
    if (trajectory.events[k].type != EventType::contact_begin) continue;
    flights.push_back(trajectory.events[k].t - trajectory.events[k - 1].t);
  }
  return flights;
}

TEST(BouncingBallSystem, FollowsTheClosedForm) {
  for (const auto surface : {BouncingBall::Surface::plane, BouncingBall::Surface::tube}) {
    Scene scene = scene_of(BouncingBall{.surface = surface});
    scene.run.t_max = 10.0;
    const Trajectory run = run_of(scene).trajectory;
    const double fall = std::sqrt(2.0 * 0.5 / g);
    const auto bounces = std::ranges::count(run.events, EventType::contact_begin, &Event::type);
    EXPECT_EQ(bounces, 16);
    EXPECT_NEAR(run.events.front().t, fall, 1e-9);
    for (const double flight : flights_of(run)) EXPECT_NEAR(flight, 2.0 * fall, 1e-6);
    EXPECT_NEAR(run.contacts.front().approach_speed, g * fall, 1e-8);
    EXPECT_NEAR(kept(run), 1.0, 1e-6);
  }
}

TEST(BouncingBallSystem, LosesHeightByTheSquareOfTheRestitution) {
  Scene scene = scene_of(BouncingBall{});
  scene.smooth.ball_cloth.normal = NormalLaw::exact;
  scene.smooth.ball_cloth.restitution = 0.7;
  scene.run.t_max = 1.5;
  const std::vector<double> flights = flights_of(run_of(scene).trajectory);
  ASSERT_GE(flights.size(), 3U);
  const double fall = std::sqrt(2.0 * 0.5 / g);
  // gravity acts during the contact, too: the speeds differ by up to g times its duration
  EXPECT_NEAR(flights[0], 2.0 * 0.7 * fall, 5e-4);
  EXPECT_NEAR(flights[1], 2.0 * 0.49 * fall, 1e-3);
}

TEST(BouncingBallSystem, RestsAtItsStaticIndentation) {
  Scene scene = scene_of(BouncingBall{});
  scene.smooth.ball = {.young = 3.8e9, .poisson = 0.375};  // the pool ball of [Gismeros2022]
  scene.smooth.ball_cloth.normal = NormalLaw::lankarani_nikravesh;
  scene.smooth.ball_cloth.restitution = 0.7;
  scene.system.model = BouncingBall{.mass = 0.17};
  scene.run.t_max = 4.0;
  const Trajectory run = run_of(scene).trajectory;
  EXPECT_NEAR(run.final[0].r.z - 0.028575, -2.399e-6, 5e-9);
  const std::vector<double> flights = flights_of(run);
  EXPECT_NEAR(flights[0] / (2.0 * std::sqrt(2.0 * 0.5 / g)), 0.7958, 3e-4);
}

TEST(BouncingBallSystem, LoadsThePlaneWithTheForceThatReversesIt) {
  const Scene scene = [] {
    Scene made = scene_of(BouncingBall{});
    made.run.t_max = 0.33;
    return made;
  }();
  const auto& ball = std::get<BouncingBall>(scene.system.model);
  const double fall = std::sqrt(2.0 * ball.height / g);
  const SmoothRun run = run_of(scene, sample_times(fall - 1e-4, fall + 4e-3, 10000));
  ASSERT_EQ(run.snapshots.size(), 10001U);
  double push = 0.0;  // downward [N s]
  for (std::size_t k = 1; k < run.snapshots.size(); ++k) {
    const Snapshot& from = run.snapshots[k - 1];
    const Snapshot& to = run.snapshots[k];
    push -= 0.5 * (from.loads[0].z + to.loads[0].z) * (to.t - from.t);
  }
  const double gained = run.snapshots.back().bodies[0].state.v.z -
                        run.snapshots.front().bodies[0].state.v.z + g * 4.1e-3;
  EXPECT_NEAR(gained, 2.0 * g * fall, 1e-2);
  EXPECT_NEAR(push / (ball.mass * gained), 1.0, 1e-6);
}

// --- Newton's cradle -----------------------------------------------------------------------------

/// The greatest deviation of a string from its length at the sampled times of a run.
double length_error(const SmoothRun& run, const System& system) {
  double worst = 0.0;
  for (const Snapshot& snapshot : run.snapshots) {
    for (const Joint& joint : system.joints) {
      const auto* rod = std::get_if<RodJoint>(&joint);
      if (rod == nullptr) continue;
      const Vec3& centre = snapshot.bodies[rod->a.body].state.r;
      worst = std::max(worst, std::abs(norm(centre - rod->b.point) - rod->length));
    }
  }
  return worst;
}

/// Greatest height of the last ball / height of release.
double apex_of_last(const Scene& scene) {
  const auto& cradle = std::get<NewtonsCradle>(scene.system.model);
  const double height = cradle.length * (1.0 - std::cos(cradle.release));
  double apex = 0.0;
  for (const Snapshot& snapshot :
       run_of(scene, sample_times(0.0, scene.run.t_max, 4000)).snapshots) {
    apex = std::max(apex, snapshot.bodies.back().state.r.z);
  }
  return apex / height;
}

TEST(NewtonsCradleSystem, TheLastOfTouchingBallsRisesAlmostToTheHeightOfRelease) {
  for (const std::size_t strings : {1U, 2U}) {
    Scene scene = scene_of(NewtonsCradle{.strings = strings});
    scene.run.t_max = 0.42;  // its first swing ends
    EXPECT_NEAR(apex_of_last(scene), 0.9777, 5e-4) << strings;
  }
}

TEST(NewtonsCradleSystem, BallsWithGapsCollideOneAfterTheOther) {
  Scene scene = scene_of(NewtonsCradle{.gap = 1e-4});
  scene.smooth.ball_ball.normal = NormalLaw::lankarani_nikravesh;
  scene.smooth.ball_ball.restitution = 0.93;
  scene.smooth.integration.reference_velocity = {.kind = ReferenceVelocity::Kind::initial};
  scene.run.t_max = 0.42;
  // ((1 + 0.9367) / 2)^8
  EXPECT_NEAR(apex_of_last(scene), 0.7731, 5e-4);
}

TEST(NewtonsCradleSystem, ReleasedBallsSetAsManyMoving) {
  Scene scene = scene_of(NewtonsCradle{.released = 2, .gap = 1e-3});
  scene.run.t_max = 0.3;
  const Trajectory run = run_of(scene).trajectory;
  for (const std::size_t k : {0U, 1U, 2U}) EXPECT_LT(norm(run.final[k].v), 0.05) << k;
  for (const std::size_t k : {3U, 4U}) EXPECT_GT(norm(run.final[k].v), 0.5) << k;
}

TEST(NewtonsCradleSystem, KeepsItsEnergyAndItsStrings) {
  for (const ConstraintMethod method : methods) {
    Scene scene = scene_of(NewtonsCradle{});
    scene.system.constraints = method;
    scene.run.t_max = is_long() ? 10.0 : 1.0;
    const SmoothRun run = run_of(scene, sample_times(0.0, scene.run.t_max, 1000));
    EXPECT_NEAR(kept(run.trajectory), 1.0, 1e-6) << name_of(method);
    EXPECT_LT(length_error(run, make_system(scene)), 1e-9) << name_of(method);
  }
}

// --- ball bearing --------------------------------------------------------------------------------

Scene bearing_scene(const BallBearing& bearing) {
  Scene scene = scene_of(bearing);
  scene.smooth.cloth = steel;
  scene.smooth.ball_cloth.friction = Ambrosio{.coefficient = 0.1, .v0 = 1e-4, .v1 = 1e-2};
  scene.smooth.integration.rel_tol = 1e-6;
  return scene;
}

/// Orbital frequency of the first ball, from its angle at two times less than half a turn apart
/// [Hz]. A driven race turns from z towards x.
double cage_frequency(const SmoothRun& run, std::size_t from, std::size_t to) {
  const auto angle_at = [&](std::size_t k) {
    const Vec3& r = run.snapshots[k].bodies[0].state.r;
    return std::atan2(r.x, r.z);
  };
  double angle = angle_at(to) - angle_at(from);
  if (angle < 0.0) angle += 2.0 * std::numbers::pi;
  return angle / (2.0 * std::numbers::pi * (run.snapshots[to].t - run.snapshots[from].t));
}

double furthest_from_plane(const SmoothRun& run) {
  double furthest = 0.0;
  for (const Snapshot& snapshot : run.snapshots) {
    for (const Sample& body : snapshot.bodies)
      furthest = std::max(furthest, std::abs(body.state.r.y));
  }
  return furthest;
}

double theory(const BallBearing& bearing) {
  return 0.5 * bearing.frequency * (1.0 + bearing.ball_diameter / bearing.mean_diameter);
}

class Bearing : public ::testing::TestWithParam<BallBearing> {};

TEST_P(Bearing, TurnsAtTheCageFrequency) {
  const BallBearing& bearing = GetParam();
  Scene scene = bearing_scene(bearing);
  scene.run.t_max = is_long() ? 1.0 : 0.1;
  const double end = scene.run.t_max;
  const SmoothRun run = run_of(scene, {end - 0.05, end});
  EXPECT_NEAR(cage_frequency(run, 0, 1) / theory(bearing), 1.0, 3e-3);
  if (bearing.axial_load == 0.0) {
    EXPECT_LT(furthest_from_plane(run), 1e-12);
  }
  EXPECT_LT(run.trajectory.ledger.error, 1e-6);
}

INSTANTIATE_TEST_SUITE_P(
    Kinds, Bearing,
    ::testing::Values(BallBearing{}, BallBearing{.races = BallBearing::Races::cylinders},
                      BallBearing{.races = BallBearing::Races::cylinders, .axial_load = 20.0}));

TEST(BallBearingSystem, AnAxialLoadIsBorneByTheShoulders) {
  const Scene scene = [] {
    Scene made = bearing_scene({.races = BallBearing::Races::cylinders, .axial_load = 20.0});
    made.run.t_max = 0.05;
    name_bodies(made);
    return made;
  }();
  const SmoothRun run = run_of(scene, {0.0, 0.05});
  EXPECT_LT(furthest_from_plane(run), 2e-6);
  double strongest = 0.0;
  for (const ContactRecord& contact : run.trajectory.contacts) {
    const std::string_view met = agents_of(run.trajectory.events[contact.begin], scene).second;
    if (met.ends_with("shoulder")) strongest = std::max(strongest, contact.peak_force);
  }
  EXPECT_GT(strongest, 20.0 / 8.0 * 0.99);
}

TEST(BallBearingSystem, ADefectPressesTheBallsHarder) {
  const auto strongest = [](BallBearing::Defect defect, BallBearing::Races races) {
    Scene scene = bearing_scene({.races = races, .defect = defect, .defect_angle = 0.3});
    scene.run.t_max = 0.05;
    double force = 0.0;
    for (const ContactRecord& contact : run_of(scene).trajectory.contacts) {
      force = std::max(force, contact.peak_force);
    }
    return force;
  };
  for (const auto races : {BallBearing::Races::spheres, BallBearing::Races::cylinders}) {
    const double healthy = strongest(BallBearing::Defect::none, races);
    EXPECT_GT(strongest(BallBearing::Defect::inner, races), 1.3 * healthy);
    EXPECT_GT(strongest(BallBearing::Defect::outer, races), 1.3 * healthy);
  }
}

/// Density of the inner race's load at the ball-pass frequency of a ridge on it, from one turn of a
/// cage with four balls.
double ball_pass_density(double height) {
  const BallBearing bearing{.defect = BallBearing::Defect::inner,
                            .count = 4,
                            .frequency = 100.0,
                            .ramp = 0.01,
                            .defect_angle = -0.6,
                            .defect_height = height};
  Scene scene = bearing_scene(bearing);
  const double from = 0.02;
  scene.run.t_max = from + 1.0 / theory(bearing);
  reproduction::Signal load{.step = 1.0 / (1000.0 * theory(bearing))};
  for (const Snapshot& snapshot :
       run_of(scene, sample_times(from, scene.run.t_max, 1000)).snapshots) {
    load.values.push_back(snapshot.loads[0].x);
  }
  const double pass = 4.0 * theory(bearing);
  return reproduction::strongest(reproduction::power_spectrum(load, 2.0 * pass), 0.9 * pass,
                                 1.1 * pass)
      .y;
}

TEST(BallBearingSystem, TheBallPassLineGrowsWithTheSquareOfALowRidge) {
  const double low = ball_pass_density(1e-8);
  EXPECT_GT(low, 0.0);
  EXPECT_NEAR(ball_pass_density(1e-7) / low, 100.0, 5.0);
}

// --- names ---------------------------------------------------------------------------------------

TEST(Systems, EveryContactHasNames) {
  Scene scene = bearing_scene({.races = BallBearing::Races::cylinders, .axial_load = 20.0});
  name_bodies(scene);
  ASSERT_EQ(scene.balls.size(), 9U);
  EXPECT_EQ(scene.balls[8].id, "outer race");
  scene.run.t_max = 1e-4;
  std::vector<std::string> partners;
  for (const Event& event : run_of(scene).trajectory.events) {
    partners.emplace_back(agents_of(event, scene).second);
  }
  for (const char* name : {"inner race", "outer race", "inner shoulder", "outer shoulder"}) {
    EXPECT_EQ(std::ranges::count(partners, name), 8) << name;
  }
}

TEST(Systems, FaultsNameTheirKey) {
  const auto key = [](const SystemModel& model) {
    const auto fault = find_fault(scene_of(model));
    return fault ? fault->key : "";
  };
  EXPECT_EQ(key(BouncingBall{.radius = 0.0}), "system.radius");
  EXPECT_EQ(key(BouncingBall{.surface = BouncingBall::Surface::tube, .tube_radius = 0.1}),
            "system.height");
  EXPECT_EQ(key(NewtonsCradle{.released = 6}), "system.released");
  EXPECT_EQ(key(NewtonsCradle{.length = std::numeric_limits<double>::quiet_NaN()}),
            "system.length");
  EXPECT_EQ(key(BallBearing{.count = 13}), "system.count");
  EXPECT_EQ(key(BallBearing{.bore = 0.03}), "system.bore");
  EXPECT_EQ(key(BallBearing{.outside = 0.03}), "system.outside");
  EXPECT_EQ(key(BallBearing{.axial_load = 1.0}), "system.axial_load");
  Scene scene = scene_of(NewtonsCradle{});
  scene.run.engine = Engine::event;
  EXPECT_EQ(find_fault(scene)->key, "run.engine");
}

}  // namespace
}  // namespace cuelab
