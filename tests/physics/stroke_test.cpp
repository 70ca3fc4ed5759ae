// The stroke: level against published formulas, raised against Coriolis and the integrated stroke.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "cuelab/cuelab.hpp"
#include "math/elementary.hpp"
#include "strike/press.hpp"
#include "strike/strike.hpp"
#include "strike/stroke.hpp"

namespace cuelab {
namespace {

constexpr double degree = pi / 180.0;

Scene scene_of(const Shot& shot) {
  Scene scene;
  scene.balls = {{"ball", {}, {.r = {0.0, 0.0, BallSpec{}.radius}, .v = {}, .w = {}}}};
  scene.shot = shot;
  scene.physics.slate.min_bounce = 1e-6;  // rebounds are seen
  return scene;
}

BallState by_law(const Scene& scene) { return struck(scene)[0]; }

SmoothRun integrated(const Scene& scene) {
  Result<SmoothRun> run = run_stroke(scene);
  EXPECT_TRUE(run) << run.error().what;
  EXPECT_EQ(run->trajectory.stop, StopReason::early_stop);  // the ball has left tip and cloth
  return *std::move(run);
}

/// Velocity of the rolling that follows if only friction at the lowest point acts.
Vec2 rolling(const BallSpec& ball, const BallState& s) {
  const double k = ball.mass * ball.radius * ball.radius / ball.inertia;
  const Vec2 slip{s.v.x - ball.radius * s.w.y, s.v.y + ball.radius * s.w.x};
  return flat(s.v) - (1.0 / (1.0 + k)) * slip;
}

// --- level ---------------------------------------------------------------------------------------

TEST(LevelStroke, IsTheClosedFormToTheLastBit) {
  for (const double side : {-0.4, 0.0, 0.3}) {
    const Scene scene =
        scene_of({.speed = 2.5, .heading = 0.7, .side = side, .height = -0.2, .elevation = 0.0});
    const BallState bare =
        strike(scene.balls[0].spec, scene.balls[0].start, scene.cue, *scene.shot);
    EXPECT_EQ(by_law(scene).v, bare.v);
    EXPECT_EQ(by_law(scene).w, bare.w);
  }
}

TEST(LevelStroke, IntegratedThroughTheCentreIsTheClosedForm) {
  for (const double restitution : {1.0, 0.73}) {
    Scene scene = scene_of({.speed = 2.0});
    scene.cue.restitution = restitution;
    const BallSpec& ball = scene.balls[0].spec;
    const double want = (1.0 + restitution) * 2.0 / (1.0 + ball.mass / scene.cue.mass);
    const BallState have = integrated(scene).trajectory.final[0];
    EXPECT_NEAR(have.v.x, want, 1e-5 * want);
    EXPECT_NEAR(by_law(scene).v.x, want, 1e-12);
    EXPECT_LT(std::abs(have.v.y) + std::abs(have.v.z) + norm(have.w), 1e-6);
  }
}

/// The end mass is defined by the squirt of TP A.31; it takes some of the spin, which TP A.30
/// neglects: at most k (1 - a^2) / (1 + m/m_end + k (1 - a^2)).
TEST(LevelStroke, IntegratedHasThePublishedSpeedAndSquirt) {
  for (const double side : {-0.4, -0.2, 0.2, 0.4}) {
    const Scene scene = scene_of({.speed = 2.0, .side = side});
    const BallState want = by_law(scene);
    const BallState have = integrated(scene).trajectory.final[0];
    EXPECT_NEAR(have.v.x, want.v.x, 5e-3 * want.v.x) << side;
    EXPECT_NEAR(have.v.y / have.v.x, want.v.y / want.v.x, 0.05 * std::abs(want.v.y / want.v.x));
    EXPECT_GT(have.w.z / want.w.z, 0.93) << side;
    EXPECT_LT(have.w.z / want.w.z, 1.0) << side;
  }
}

TEST(LevelStroke, TheTipIsInContactForAMillisecond) {
  const Trajectory run = integrated(scene_of({.speed = 3.0})).trajectory;
  double begin = 0.0;
  double end = 0.0;
  for (const Event& event : run.events) {
    if (event.other.kind == AgentKind::cloth) continue;
    if (event.type == EventType::contact_begin) begin = event.t;
    if (event.type == EventType::contact_end) end = event.t;
  }
  EXPECT_NEAR(end - begin, 1e-3, 5e-5);
}

// --- raised --------------------------------------------------------------------------------------

TEST(RaisedStroke, TheLawJoinsTheLevelOne) {
  for (const double side : {-0.3, 0.0, 0.4}) {
    Shot shot{.speed = 2.0, .heading = 0.3, .side = side, .height = 0.1};
    const BallState level = by_law(scene_of(shot));
    for (const double elevation : {1e-2, 1e-4, 1e-6}) {
      shot.elevation = elevation;
      const BallState raised = by_law(scene_of(shot));
      EXPECT_LT(norm(raised.v - level.v), 2.5 * elevation);
      EXPECT_LT(BallSpec{}.radius * norm(raised.w - level.w), 6.0 * elevation);
    }
  }
}

TEST(RaisedStroke, NothingJumpsWithTheElevation) {
  constexpr double step = 0.05 * degree;
  const auto raised = [](double elevation) {
    Scene scene = scene_of({.speed = 2.0, .heading = 0.3, .side = 0.3, .height = -0.2});
    scene.shot->elevation = elevation;
    scene.physics.slate.min_bounce = 0.01;  // no rebound is seen, or it would begin at once
    return by_law(scene);
  };
  BallState before = raised(0.0);
  for (double elevation = step; elevation < 15.0 * degree; elevation += step) {
    const BallState after = raised(elevation);
    EXPECT_LT(norm(after.v - before.v), 2.5 * step) << elevation / degree;
    EXPECT_LT(BallSpec{}.radius * norm(after.w - before.w), 6.0 * step) << elevation / degree;
    before = after;
  }
}

TEST(RaisedStroke, LeftAndRightAreMirrorImages) {
  const auto pressed = [](double side) {
    const Scene scene = scene_of({.speed = 2.0, .side = side, .height = 0.1, .elevation = 1.0});
    const Ball& ball = scene.balls[0];
    return press(lie_of(scene, ball.spec, ball.start), scene.cue, *scene.shot);
  };
  const Press left = pressed(0.3);
  const Press right = pressed(-0.3);
  EXPECT_EQ(right.v, (Vec3{left.v.x, -left.v.y, left.v.z}));
  EXPECT_EQ(right.w, (Vec3{-left.w.x, left.w.y, -left.w.z}));
  EXPECT_EQ(right.rebound, left.rebound);
}

/// Coriolis: the ball finally rolls parallel to the line from its lowest point to where the cue's
/// axis meets the cloth, whatever the friction: along (cos + b, a sin).
TEST(RaisedStroke, TheFinalDirectionIsCoriolis) {
  for (const double elevation : {12.0, 40.0, 65.0, 85.0}) {
    for (const double friction : {0.0, 0.1, 0.2, 0.6}) {
      // slow: the contact point does not drift
      Scene scene = scene_of({.speed = 1e-4, .side = 0.3, .height = -0.2});
      scene.shot->elevation = elevation * degree;
      scene.cue.end_mass = 0.0;
      scene.physics.cloth = CoulombCloth{.sliding = friction};
      const SinCos tilt = sin_cos(elevation * degree);
      const double want = atan2(0.3 * tilt.sin, tilt.cos - 0.2);
      const Vec2 have = rolling({}, by_law(scene));
      EXPECT_NEAR(atan2(have.y, have.x), want, 1e-4) << elevation << " " << friction;
    }
  }
}

/// The same for the integrated stroke, where the end mass turns it a little.
TEST(RaisedStroke, IntegratedTheFinalDirectionIsCoriolis) {
  for (const double elevation : {30.0, 60.0, 80.0}) {
    for (const double friction : {0.05, 0.2, 0.4}) {
      Scene scene = scene_of({.speed = 0.5, .side = 0.3, .height = -0.1});
      scene.shot->elevation = elevation * degree;
      scene.cue.end_mass = 0.001;
      scene.smooth.ball_cloth.friction = Ambrosio{.coefficient = friction};
      const SinCos tilt = sin_cos(elevation * degree);
      const double want = atan2(0.3 * tilt.sin, tilt.cos - 0.1);
      const Vec2 have = rolling({}, integrated(scene).trajectory.final[0]);
      EXPECT_NEAR(atan2(have.y, have.x), want, 0.6 * degree) << elevation << " " << friction;
    }
  }
}

TEST(RaisedStroke, IntegratedKeepsItsEnergyBalance) {
  for (const double restitution : {1.0, 0.75}) {
    Scene scene = scene_of({.speed = 2.0, .side = 0.3, .height = 0.1, .elevation = 60.0 * degree});
    scene.cue.restitution = restitution;
    const EnergyLedger ledger = integrated(scene).trajectory.ledger;
    EXPECT_NEAR(ledger.initial, 0.5 * scene.cue.mass * 4.0, 1e-12);
    EXPECT_LT(ledger.error, 1e-5 * ledger.initial);
    for (const EnergySink& sink : ledger.sinks) EXPECT_GE(sink.work, -1e-9) << sink.name;
  }
}

/// Without end mass the cue's loss of momentum follows from the later rolling, k q / (1 + k) (cos +
/// b, a sin); what it loses of its energy is at least what the ball has.
TEST(RaisedStroke, TheLawMakesNoEnergy) {
  const double k = 2.5;
  for (double elevation = 1.0; elevation < 90.0; elevation += 4.0) {
    for (const double side : {0.1, 0.4}) {
      for (const double height : {-0.25, 0.0, 0.25}) {
        Scene scene = scene_of({.speed = 1e-3, .side = side, .height = height});
        scene.shot->elevation = elevation * degree;
        scene.cue.end_mass = 0.0;
        const BallSpec& ball = scene.balls[0].spec;
        const BallState after = by_law(scene);
        const SinCos tilt = sin_cos(elevation * degree);
        const double q = rolling(ball, after).y * (1.0 + k) / (k * side * tilt.sin);
        const double V = scene.shot->speed;
        const double left = V - ball.mass * q / scene.cue.mass;
        EXPECT_LT(kinetic_energy(ball, after), 0.5 * scene.cue.mass * (V * V - left * left) * 1.001)
            << elevation << " " << side << " " << height;
      }
    }
  }
}

/// Differences over elevation, side and height at 2 m/s, as fractions of the speed that the tip
/// gives the ball along the cue.
TEST(RaisedStroke, TheLawIsTheIntegratedStroke) {
  struct Sum {
    double squares = 0.0, most = 0.0;
    int count = 0;
    void add(double x) {
      squares += x * x;
      most = std::max(most, std::abs(x));
      ++count;
    }
    double rms() const { return std::sqrt(squares / count); }
  } across, rebound, later;
  const Vec2 offsets[] = {{0.0, 0.0}, {0.0, -0.3},  {0.0, 0.3},
                          {0.4, 0.0}, {-0.3, -0.2}, {0.3, 0.2}};
  for (const double elevation : {10.0, 25.0, 40.0, 55.0, 70.0, 85.0}) {
    for (const Vec2 offset : offsets) {
      Scene scene = scene_of({.speed = 2.0, .side = offset.x, .height = offset.y});
      scene.shot->elevation = elevation * degree;
      const BallSpec& ball = scene.balls[0].spec;
      const SmoothRun run = integrated(scene);
      const BallState have = by_law(scene);
      const BallState want = run.trajectory.final[0];
      const double q = scene.cue.mass / ball.mass * (2.0 - norm(run.trajectory.final[2].v));
      const double speed = std::max(q, norm(want.v));
      across.add(norm(flat(have.v - want.v)) / speed);
      rebound.add((have.v.z - want.v.z) / speed);
      later.add(norm(rolling(ball, have) - rolling(ball, want)) / speed);
    }
  }
  RecordProperty("across", std::to_string(across.rms()) + " " + std::to_string(across.most));
  RecordProperty("rebound", std::to_string(rebound.rms()) + " " + std::to_string(rebound.most));
  RecordProperty("later", std::to_string(later.rms()) + " " + std::to_string(later.most));
  EXPECT_LT(across.rms(), 8e-4);
  EXPECT_LT(across.most, 2e-3);
  EXPECT_LT(rebound.rms(), 5e-4);
  EXPECT_LT(rebound.most, 2e-3);
  EXPECT_LT(later.rms(), 2e-4);
  EXPECT_LT(later.most, 5e-4);
}

/// A steep cue keeps pressing: the rebound is a small part of that of the slate, and falls with the
/// elevation; a light cue with a hard tip leaves in time.
TEST(RaisedStroke, OnlyAJumpCueLetsTheBallRebound) {
  const auto ratio = [](double elevation, const Cue& cue) {
    Scene scene = scene_of({.speed = 3.0, .elevation = elevation * degree});
    scene.cue = cue;
    const double down = -strike(scene.balls[0].spec, {}, cue, *scene.shot).v.z;
    return by_law(scene).v.z / down;
  };
  const Cue playing;
  const Cue jumping{.mass = 0.24, .restitution = 0.87, .stiffness = 2.5e8};
  EXPECT_GT(ratio(10.0, playing), ratio(30.0, playing));
  EXPECT_GT(ratio(30.0, playing), ratio(60.0, playing));
  EXPECT_LT(ratio(60.0, playing), 0.15);
  EXPECT_GT(ratio(45.0, jumping), 2.0 * ratio(45.0, playing));
  EXPECT_LT(ratio(45.0, jumping), Slate{}.restitution);
}

TEST(RaisedStroke, ABallInTheAirIsStruckWithoutCloth) {
  Scene scene = scene_of({.speed = 2.0, .side = 0.2, .elevation = 50.0 * degree});
  scene.balls[0].start.r.z += 0.1;
  const BallState bare = strike(scene.balls[0].spec, scene.balls[0].start, scene.cue, *scene.shot);
  EXPECT_EQ(by_law(scene).v, bare.v);
  EXPECT_EQ(by_law(scene).w, bare.w);
}

}  // namespace
}  // namespace cuelab
