// Balls in the air: free flight and bounces, jumps, cushions from above, off the table.
#include <gtest/gtest.h>

#include <fstream>
#include <random>

#include "cuelab/laws/slate/bounce.hpp"
#include "math/elementary.hpp"
#include "strike/strike.hpp"
#include "support/audit.hpp"
#include "support/law_vectors.hpp"

namespace cuelab {
namespace {

using testing::difference;
using testing::state_from;

/// Landings recorded by another simulator (tests/data/README.md). When a landing stops the slip
/// the recorder also takes 5/7 of the spin about the vertical, for no reason of mechanics; that
/// component is left out.
TEST(Flight, RecordedLandings) {
  std::ifstream file(CUELAB_SOURCE_DIR "/tests/data/airborne.json");
  const auto document = nlohmann::json::parse(file);
  int landings = 0;
  for (const auto& recorded : document.at("cases")) {
    Scene scene;
    scene.physics.slate = {.restitution = 0.5, .friction = 0.2, .min_bounce = 0.005};
    scene.balls = {{"cue", {}, state_from(recorded.at("initial").at("cue"))}};
    const auto& cue = recorded.at("cue");
    if (recorded.at("initial").at("cue").at("s") == "stationary") {
      // the recorder's stroke is the bare impulse; the cloth answers after it, as a landing
      BallState& start = scene.balls[0].start;
      start = strike({}, start, {.mass = 0.567, .end_mass = 0.0056699},
                     {.speed = cue.at("V0"),
                      .heading = cue.at("phi").get<double>() * pi / 180.0,
                      .side = cue.at("a"),
                      .height = cue.at("b"),
                      .elevation = cue.at("theta").get<double>() * pi / 180.0});
    }
    const Trajectory shot = simulate_event(scene);
    std::size_t k = 0;
    for (const auto& event : recorded.at("events")) {
      if (event.at("type") == "none" || event.at("type") == "stick_ball") continue;
      if (event.at("type") != "ball_table") break;  // a cushion, which this cloth does not have
      ASSERT_LT(k, shot.events.size());
      EXPECT_EQ(shot.events[k].type, EventType::ball_slate);
      EXPECT_NEAR(shot.events[k].t, event.at("t").get<double>(), 1e-9);
      BallState want = state_from(event.at("after").at("cue"));
      const BallState have = state_on(shot.pieces[shot.events[k].piece], shot.events[k].t);
      want.w.z = have.w.z;
      EXPECT_LT(difference(have, want), 1e-9) << recorded.at("name") << " landing " << k;
      EXPECT_EQ(name_of(have.motion), name_of(want.motion));
      ++landings;
      ++k;
    }
  }
  EXPECT_GE(landings, 9);
}

TEST(Flight, ABounceNeverGainsEnergyAndGripsAtMost) {
  std::mt19937_64 random(4);
  std::uniform_real_distribution<double> unit(-1.0, 1.0);
  const BallSpec ball;
  for (int k = 0; k < 2000; ++k) {
    const BallState before{
        .r = {0, 0, ball.radius},
        .v = {3.0 * unit(random), 3.0 * unit(random), -3.0 * std::abs(unit(random))},
        .w = {90.0 * unit(random), 90.0 * unit(random), 90.0 * unit(random)},
        .motion = Motion::airborne};
    const Slate slate{.restitution = std::abs(unit(random)),
                      .friction = std::abs(unit(random)),
                      .min_bounce = 0.0};
    const BallState after = bounce(slate, ball, 9.81, before);
    EXPECT_LE(kinetic_energy(ball, after), kinetic_energy(ball, before) * (1.0 + 1e-14));
    // angular momentum about the point of contact is kept: friction acts there
    const auto about_contact = [&](const BallState& s) {
      return ball.mass * ball.radius * s.v.x + ball.inertia * s.w.y;
    };
    EXPECT_NEAR(about_contact(after), about_contact(before), 1e-14);
  }
}

Scene named(const char* name) {
  return *load_scene(std::string(CUELAB_SOURCE_DIR "/scenes/") + name + ".toml");
}

TEST(Flight, JumpAndMasseKeepTheirPromises) {
  for (const char* name : {"jump_over", "masse"}) {
    const Scene scene = named(name);
    const Trajectory shot = simulate_event(scene);
    EXPECT_EQ(shot.stop, StopReason::at_rest) << name;
    EXPECT_GT(testing::least_gap(scene, shot), -1e-9) << name;
    EXPECT_LT(testing::energy_rise(scene, shot), 1e-9) << name;
  }
}

Scene flying(const char* table, const BallState& start) {
  Scene scene;
  scene.table = *make_table(table);
  scene.balls = {{"ball", {}, start}};
  return scene;
}

TEST(Flight, ABallThatClearsTheCushionLeavesTheTable) {
  const Scene scene = flying("pool-9ft", {.r = {0.9, 0.2, 0.2}, .v = {4.0, 0, 1.0}, .w = {}});
  const Trajectory shot = simulate_event(scene);
  ASSERT_EQ(shot.events.size(), 1U);
  EXPECT_EQ(shot.events[0].type, EventType::ball_floor);
  EXPECT_EQ(shot.final[0].motion, Motion::off_table);
}

TEST(Flight, ALowFlyingBallMeetsTheNoseOnTheSlant) {
  // centre 1 cm above the nose: the contact is on the nose line, pushing up and back
  const Scene base = flying("pool-9ft", {});
  const double height = base.table.cushion_height + 0.01;
  Scene scene = flying("pool-9ft", {.r = {1.0, 0.2, height}, .v = {5.0, 0, 0}, .w = {}});
  scene.physics.gravity = 1e-9;
  scene.physics.cushion = Mirror{1.0};
  scene.run.t_max = 0.08;
  const Trajectory shot = simulate_event(scene);
  ASSERT_GE(shot.events.size(), 1U);
  EXPECT_EQ(shot.events[0].type, EventType::ball_cushion);
  const double R = scene.balls[0].spec.radius;
  EXPECT_NEAR(shot.events[0].t, (0.27 - std::sqrt(R * R - 1e-4)) / 5.0, 1e-9);
  // reflected at the normal (-cos, 0, sin) with sin = 0.01 / R
  const double sin = 0.01 / R;
  EXPECT_NEAR(shot.final[0].v.x, 5.0 * (1.0 - 2.0 * (1.0 - sin * sin)), 1e-6);
  EXPECT_NEAR(shot.final[0].v.z, 5.0 * 2.0 * sin * std::sqrt(1.0 - sin * sin), 1e-6);
}

TEST(Flight, ABallThatComesDownInAPocketFalls) {
  const Scene base = flying("pool-9ft", {});
  const Vec2 hole = base.table.pockets[4].centre;  // a side pocket
  const Trajectory shot =
      simulate_event(flying("pool-9ft", {.r = {hole.x, hole.y, 0.3}, .v = {}, .w = {}}));
  ASSERT_EQ(shot.events.size(), 1U);
  EXPECT_EQ(shot.events[0].type, EventType::ball_pocket);
}

TEST(Flight, ABallLandsOnAnother) {
  Scene scene = flying("open", {.r = {0.01, 0, 0.3}, .v = {}, .w = {}});
  scene.balls.push_back({"below", {}, {.r = {0, 0, 0.028575}, .v = {}, .w = {}}});
  const Trajectory shot = simulate_event(scene);
  ASSERT_FALSE(shot.events.empty());
  EXPECT_EQ(shot.events[0].type, EventType::ball_ball);
  // centres 2R apart, 1 cm aside
  const double R = 0.028575;
  const double drop = 0.3 - (R + std::sqrt(4.0 * R * R - 1e-4));
  EXPECT_NEAR(shot.events[0].t, std::sqrt(2.0 * drop / 9.81), 1e-9);
  EXPECT_EQ(shot.stop, StopReason::at_rest);
  EXPECT_GT(shot.final[0].r.x, 0.02);
  EXPECT_LT(shot.final[1].r.x, 0.0);
  EXPECT_GT(testing::least_gap(scene, shot), -1e-9);
}

/// Random flights into jaws, noses, pockets and balls: nothing passes through anything.
TEST(Flight, RandomFlightsAreSound) {
  std::mt19937_64 random(9);
  std::uniform_real_distribution<double> unit(-1.0, 1.0);
  const int count = std::getenv("CUELAB_LONG") != nullptr ? 20000 : 400;
  int floor = 0;
  for (int k = 0; k < count; ++k) {
    Scene scene =
        flying("pool-9ft",
               {.r = {1.1 * unit(random), 0.55 * unit(random), 0.05 + 0.1 * std::abs(unit(random))},
                .v = {6.0 * unit(random), 6.0 * unit(random), 2.0 * unit(random)},
                .w = {60.0 * unit(random), 60.0 * unit(random), 60.0 * unit(random)}});
    scene.balls.push_back({"other", {}, {.r = {0.3, 0.1, 0.028575}, .v = {}, .w = {}}});
    if (find_fault(scene)) continue;
    const Trajectory shot = simulate_event(scene);
    SCOPED_TRACE(k);
    ASSERT_EQ(shot.stop, StopReason::at_rest);
    ASSERT_TRUE(testing::is_sound(shot));
    ASSERT_GT(testing::least_gap(scene, shot), -1e-9);
    ASSERT_LT(testing::energy_rise(scene, shot), 1e-9);
    floor += shot.final[0].motion == Motion::off_table ? 1 : 0;
  }
  EXPECT_GT(floor, 0);
}

}  // namespace
}  // namespace cuelab
