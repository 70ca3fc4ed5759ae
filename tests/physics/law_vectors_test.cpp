// Single laws against another simulator's vectors (tests/data/README.md says whose).
#include <gtest/gtest.h>

#include <fstream>

#include "cuelab/cuelab.hpp"
#include "cuelab/laws.hpp"
#include "cuelab/laws/cloth/flow.hpp"
#include "event/contact_time.hpp"
#include "event/table_map.hpp"
#include "math/elementary.hpp"
#include "strike/strike.hpp"
#include "support/law_vectors.hpp"
#include "support/recorded_shot.hpp"

namespace cuelab::testing {
namespace {

constexpr double tight = 1e-9;
const BallSpec ball;
const CoulombCloth cloth;

/// A ball alone on an endless cloth.
BallState after(const BallState& start, double t) {
  Scene scene;
  scene.balls = {{"ball", ball, start}};
  scene.run.t_max = t;
  return simulate_event(scene).final[0];
}

TEST(LawVectors, FreeMotion) {
  for (const auto& row : law_vectors().at("evolve")) {
    const BallState want = state_from(row.at("after"));
    const BallState have = after(state_from(row.at("before")), row.at("t"));
    EXPECT_LT(difference(have, want), tight);
    EXPECT_EQ(name_of(have.motion), name_of(want.motion));
  }
}

TEST(LawVectors, LevelStrikes) {
  std::ifstream file(CUELAB_SOURCE_DIR "/tests/data/cue_strikes.json");
  const auto rows = nlohmann::json::parse(file);
  int level = 0;
  for (const auto& row : rows) {
    const auto& shot = row.at("shot");
    if (shot.at("elevation").get<double>() != 0.0) continue;
    ++level;
    const BallSpec spec{row.at("ball").at("radius"), row.at("ball").at("mass"),
                        0.4 * row.at("ball").at("mass").get<double>() *
                            row.at("ball").at("radius").get<double>() *
                            row.at("ball").at("radius").get<double>()};
    const Cue cue{.mass = row.at("cue").at("mass"), .end_mass = row.at("cue").at("end_mass")};
    const BallState have = strike(spec, {}, cue,
                                  {.speed = shot.at("speed"),
                                   .heading = shot.at("heading").get<double>() * pi / 180.0,
                                   .side = shot.at("side"),
                                   .height = shot.at("height")});
    const auto& want = row.at("after");
    EXPECT_LT(
        difference(have, {{},
                          {want.at("velocity")[0], want.at("velocity")[1], want.at("velocity")[2]},
                          {want.at("spin")[0], want.at("spin")[1], want.at("spin")[2]}}),
        tight)
        << row.at("name");
  }
  EXPECT_EQ(level, 20);
}

/// Strikes of law_vectors.json: level and elevated, in three dimensions.
TEST(LawVectors, StrikesInThreeDimensions) {
  int elevated = 0;
  for (const auto& row : law_vectors().at("stick_ball")) {
    const auto& cue = row.at("cue");
    const BallState have = strike(ball, state_from(row.at("instantaneous_point_3d")),
                                  {.mass = 0.567, .end_mass = 0.0056699},
                                  {.speed = cue.at("V0"),
                                   .heading = cue.at("phi").get<double>() * pi / 180.0,
                                   .side = cue.at("a"),
                                   .height = cue.at("b"),
                                   .elevation = cue.at("theta").get<double>() * pi / 180.0});
    if (cue.at("theta").get<double>() != 0.0) ++elevated;
    EXPECT_LT(difference(have, state_from(row.at("instantaneous_point_3d"))), tight) << row;
  }
  EXPECT_EQ(elevated, 13);
}

TEST(LawVectors, BallBallFrictionless) {
  for (const auto& row : law_vectors().at("ball_ball")) {
    const Pair before{state_from(row.at("before")[0]), state_from(row.at("before")[1])};
    const Vec3 apart = before.b.r - before.a.r;
    const Pair have = resolve(Frictionless{1.0}, {ball, ball}, before, (1.0 / norm(apart)) * apart);
    EXPECT_LT(difference(have.a, state_from(row.at("frictionless_elastic")[0])), tight);
    EXPECT_LT(difference(have.b, state_from(row.at("frictionless_elastic")[1])), tight);
  }
}

/// The recorder limits friction by mu e |u_n|, Coulomb's law by mu (1 + e)/2 |u_n|, and drops
/// vertical velocities. With its limit put in, by way of the coefficient, the laws agree.
TEST(LawVectors, BallBallFrictionalUpToTheRecordersLimit) {
  constexpr double e = 0.95;
  constexpr double limit = e / (0.5 * (1.0 + e));
  const auto check = [&](const char* name, const BallFriction& friction) {
    for (const auto& row : law_vectors().at("ball_ball")) {
      const Pair before{state_from(row.at("before")[0]), state_from(row.at("before")[1])};
      const Vec3 apart = before.b.r - before.a.r;
      Pair have =
          resolve(Frictional{e, friction}, {ball, ball}, before, (1.0 / norm(apart)) * apart);
      have.a.v.z = 0.0;
      have.b.v.z = 0.0;
      EXPECT_LT(difference(have.a, state_from(row.at(name)[0])), tight) << name;
      EXPECT_LT(difference(have.b, state_from(row.at(name)[1])), tight) << name;
    }
  };
  check("frictional_inelastic_alciatore", {limit * 9.951e-3, limit * 0.108, 1.088});
  check("frictional_inelastic_average", {limit * 0.05, 0.0, 0.0});
}

/// Horizontal normal toward the ball, from what a frictionless wall does to it.
Vec2 normal_of(const nlohmann::json& row) {
  const Vec2 change =
      flat(state_from(row.at("unrealistic_restitution")).v - state_from(row.at("before")).v);
  return (1.0 / norm(change)) * change;
}

CushionImpact impact_at(const nlohmann::json& row, double sin_theta) {
  const Vec2 n = normal_of(row);
  const double cos_theta = std::sqrt(1.0 - sin_theta * sin_theta);
  return {ball, {cos_theta * n.x, cos_theta * n.y, -sin_theta}, cloth.sliding};
}

const double rise = (recorder_cushion_height - ball.radius) / ball.radius;
/// Contact angle of Han 2005: the sine is the rise of the nose over the radius.
const double sin_of_rise = rise;
/// Contact angle of the recorder's other laws: the tangent is the rise of the nose over the
/// horizontal distance to the part's axis, which for a jaw includes the jaw's radius.
double sin_of_tangent(double distance) {
  const double t = (recorder_cushion_height - ball.radius) / distance;
  return t / std::sqrt(1.0 + t * t);
}
const double sin_at_wall = sin_of_tangent(ball.radius);
const double sin_at_jaw = sin_of_tangent(ball.radius + 0.02095);

template <class Law>
void expect_cushion_law(const char* kind, const char* name, const Law& law, double sin_theta) {
  for (const auto& row : law_vectors().at(kind)) {
    BallState have = resolve(law, impact_at(row, sin_theta), state_from(row.at("before")));
    have.v.z = 0.0;
    EXPECT_LT(difference(have, state_from(row.at(name))), tight)
        << kind << " " << row.at("cushion");
  }
}

constexpr const char* wall = "ball_linear_cushion";
constexpr const char* jaw = "ball_circular_cushion";

TEST(LawVectors, CushionMirror) {
  expect_cushion_law(wall, "unrealistic_restitution", Mirror{0.85}, sin_of_rise);
  expect_cushion_law(jaw, "unrealistic_restitution", Mirror{0.85}, sin_of_rise);
}
TEST(LawVectors, CushionHan2005) {
  expect_cushion_law(wall, "han_2005", Han2005{0.85, 0.2}, sin_of_rise);
  expect_cushion_law(jaw, "han_2005", Han2005{0.85, 0.2}, sin_of_rise);
}
TEST(LawVectors, CushionImpulse) {
  expect_cushion_law(wall, "impulse_frictional_inelastic", ImpulseCushion{0.85, 0.2}, sin_at_wall);
  expect_cushion_law(jaw, "impulse_frictional_inelastic", ImpulseCushion{0.85, 0.2}, sin_at_jaw);
}
TEST(LawVectors, CushionStronge) {
  expect_cushion_law(wall, "stronge_compliant_1p8", Stronge{0.85, 0.2, 1.8}, sin_at_wall);
  expect_cushion_law(jaw, "stronge_compliant_1p8", Stronge{0.85, 0.2, 1.8}, sin_at_jaw);
}

}  // namespace
}  // namespace cuelab::testing
