// The event engine as a whole: closed forms, conservation, no overlap, limits.
#include <gtest/gtest.h>

#include <random>

#include "cuelab/cuelab.hpp"
#include "support/audit.hpp"

namespace cuelab {
namespace {

/// Balls on an endless cloth.
Scene open_scene(std::vector<Ball> balls) {
  Scene scene;
  scene.balls = std::move(balls);
  return scene;
}

Ball resting(const std::string& id, double x, double y, const BallSpec& spec = {}) {
  return {id, spec, {.r = {x, y, spec.radius}, .v = {}, .w = {}}};
}

TEST(EventEngine, ASlidingBallRollsAtFiveSeventhsOfItsSpeed) {
  Scene scene = open_scene({resting("cue", 0, 0)});
  scene.balls[0].start.v = {2.0, 0, 0};
  const Trajectory shot = simulate_event(scene);
  ASSERT_EQ(shot.events.size(), 2U);
  const double t_slide = 2.0 * 2.0 / (7.0 * 0.2 * 9.81);
  EXPECT_EQ(shot.events[0].type, EventType::sliding_rolling);
  EXPECT_NEAR(shot.events[0].t, t_slide, 1e-14);
  const BallState rolls = Replay(shot).state(0, t_slide);
  EXPECT_NEAR(rolls.v.x, 5.0 / 7.0 * 2.0, 1e-13);
  EXPECT_NEAR(rolls.w.y, rolls.v.x / scene.balls[0].spec.radius, 1e-10);
  // then it rolls for v / (mu g) over v^2 / (2 mu g)
  EXPECT_NEAR(shot.t_end, t_slide + rolls.v.x / (0.01 * 9.81), 1e-12);
  EXPECT_NEAR(shot.final[0].r.x, rolls.r.x + rolls.v.x * rolls.v.x / (2.0 * 0.01 * 9.81), 1e-12);
  EXPECT_EQ(shot.stop, StopReason::at_rest);
}

TEST(EventEngine, FullDrawBringsTheBallBack) {
  Scene scene = open_scene({resting("cue", 0, 0)});
  const double radius = scene.balls[0].spec.radius;
  scene.balls[0].start.v = {1.0, 0, 0};
  scene.balls[0].start.w = {0, -3.5 / radius, 0};  // slip 4.5 m/s: rolls at 1 - 2/7 4.5 < 0
  const Trajectory shot = simulate_event(scene);
  EXPECT_NEAR(Replay(shot).state(0, shot.events[0].t).v.x, 1.0 - 2.0 / 7.0 * 4.5, 1e-13);
  EXPECT_LT(shot.final[0].r.x, 0.0);
}

TEST(EventEngine, SpinAboutTheVerticalStopsAndStaysStopped) {
  Scene scene = open_scene({resting("cue", 0, 0)});
  scene.balls[0].start.v = {3.0, 0, 0};
  scene.balls[0].start.w = {0, 0, 5.0};
  const Trajectory shot = simulate_event(scene);
  const double decay = 2.5 * 0.0127 * 9.81 / scene.balls[0].spec.radius;
  const Replay replay(shot);
  EXPECT_NEAR(replay.state(0, 0.2).w.z, 5.0 - 0.2 * decay, 1e-12);
  EXPECT_EQ(replay.state(0, 5.0 / decay + 0.1).w.z, 0.0);
}

TEST(EventEngine, WithoutFrictionNothingEverStops) {
  Scene scene = open_scene({resting("a", 0, 0), resting("b", 1.0, 0)});
  scene.balls[0].start.v = {1.0, 0, 0};
  scene.physics.cloth = CoulombCloth{0.0, 0.0, 0.0};
  scene.physics.ball_ball = Frictionless{1.0};
  scene.run.t_max = 10.0;
  const Trajectory shot = simulate_event(scene);
  EXPECT_EQ(shot.stop, StopReason::t_max);
  EXPECT_EQ(shot.t_end, 10.0);
  ASSERT_EQ(shot.events.size(), 1U);
  const double reach = 2.0 * scene.balls[0].spec.radius;
  EXPECT_NEAR(shot.events[0].t, 1.0 - reach, 1e-14);
  EXPECT_NEAR(shot.final[0].v.x, 0.0, 1e-15);
  EXPECT_NEAR(shot.final[1].r.x, 1.0 + 10.0 - shot.events[0].t, 1e-13);
}

TEST(EventEngine, AHeavyBallSendsALightOneAheadOfIt) {
  BallSpec heavy;
  heavy.mass *= 3.0;
  heavy.inertia *= 3.0;
  Scene scene = open_scene({resting("heavy", 0, 0, heavy), resting("light", 0.2, 0)});
  scene.balls[0].start.v = {1.0, 0, 0};
  scene.physics.cloth = CoulombCloth{0.0, 0.0, 0.0};
  scene.physics.ball_ball = Frictionless{1.0};
  scene.run.t_max = 1.0;
  const Trajectory shot = simulate_event(scene);
  EXPECT_NEAR(shot.final[0].v.x, 0.5, 1e-14);  // (m1 - m2) / (m1 + m2)
  EXPECT_NEAR(shot.final[1].v.x, 1.5, 1e-14);  // 2 m1 / (m1 + m2)
}

/// Balls of different size touch when 2 sqrt(R1 R2) apart along the cloth.
TEST(EventEngine, BallsOfDifferentSizeMeetOnTheSlant) {
  BallSpec small;
  small.radius = 0.02;
  small.inertia = 0.4 * small.mass * small.radius * small.radius;
  Scene scene = open_scene({resting("big", 0, 0), resting("small", 0.5, 0, small)});
  scene.balls[0].start.v = {1.0, 0, 0};
  scene.physics.cloth = CoulombCloth{0.0, 0.0, 0.0};
  scene.run.t_max = 1.0;
  const Trajectory shot = simulate_event(scene);
  ASSERT_FALSE(shot.events.empty());
  EXPECT_NEAR(shot.events[0].t, 0.5 - 2.0 * std::sqrt(0.028575 * 0.02), 1e-13);
}

TEST(EventEngine, ImpactsComeBeforeTransitionsAndEarlierBallsFirst) {
  // two equal shots side by side: every event of the first pair comes first
  Scene scene = open_scene(
      {resting("a", 0, 0), resting("b", 0, 1), resting("c", 0.5, 0), resting("d", 0.5, 1)});
  scene.balls[0].start.v = {1.0, 0, 0};
  scene.balls[1].start.v = {1.0, 0, 0};
  const Trajectory shot = simulate_event(scene);
  ASSERT_GE(shot.events.size(), 4U);
  for (std::size_t k = 0; k + 1 < shot.events.size(); k += 2) {
    EXPECT_EQ(shot.events[k].t, shot.events[k + 1].t);
    EXPECT_EQ(shot.events[k].type, shot.events[k + 1].type);
    EXPECT_LT(shot.events[k].ball, shot.events[k + 1].ball);
  }
}

TEST(EventEngine, StopsAtTheEventLimit) {
  Scene scene = open_scene({resting("a", 0, 0)});
  scene.balls[0].start.v = {1.0, 0, 0};
  scene.run.max_events = 1;
  const Trajectory shot = simulate_event(scene);
  EXPECT_EQ(shot.stop, StopReason::event_limit);
  EXPECT_EQ(shot.events.size(), 1U);
}

/// A random shot on a 9-ft table with n balls at rest and one struck.
Scene random_table(std::mt19937_64& random, int n, const Physics& physics) {
  std::uniform_real_distribution<double> unit(-1.0, 1.0);
  Scene scene;
  scene.table = *make_table("pool-9ft");
  scene.physics = physics;
  while (scene.balls.size() < static_cast<std::size_t>(n)) {
    Scene with = scene;
    with.balls.push_back(
        resting(std::to_string(scene.balls.size()), 1.2 * unit(random), 0.58 * unit(random)));
    if (!find_fault(with)) scene = with;
  }
  BallState& cue = scene.balls[0].start;
  cue.v = {8.0 * unit(random), 8.0 * unit(random), 0.0};
  cue.w = {100.0 * unit(random), 100.0 * unit(random), 100.0 * unit(random)};
  scene.run.t_max = 30.0;
  scene.run.max_events = 3000;
  return scene;
}

std::vector<Physics> some_physics() {
  Physics frictionless;
  frictionless.ball_ball = Frictionless{0.95};
  frictionless.cushion = Han2005{};
  Physics mirror;
  mirror.cushion = Mirror{};
  return {Physics{}, frictionless, mirror};
}

int rounds(int count) { return std::getenv("CUELAB_LONG") != nullptr ? 50 * count : count; }

TEST(EventEngine, BallsNeverOverlapAndEnergyNeverRises) {
  std::mt19937_64 random(11);
  for (const Physics& physics : some_physics()) {
    for (int k = 0; k < rounds(10); ++k) {
      const Scene scene = random_table(random, 8, physics);
      const Trajectory shot = simulate_event(scene);
      ASSERT_NE(shot.stop, StopReason::event_limit);
      ASSERT_TRUE(testing::is_sound(shot));
      ASSERT_GT(testing::least_gap(scene, shot), -1e-9);
      ASSERT_LT(testing::energy_rise(scene, shot), 1e-12);
    }
  }
}

TEST(EventEngine, BallsStayOnTheTable) {
  std::mt19937_64 random(13);
  for (const Physics& physics : some_physics()) {
    for (int k = 0; k < rounds(60); ++k) {
      const Scene scene = random_table(random, 4, physics);
      const Trajectory shot = simulate_event(scene);
      for (const BallState& s : shot.final) {
        ASSERT_TRUE(std::isfinite(s.r.x) && std::isfinite(s.r.y));
        if (s.motion == Motion::pocketed) continue;
        // a ball may hang in a pocket's mouth, beyond the nose line
        ASSERT_LT(std::abs(s.r.x), 1.27 + 0.04);
        ASSERT_LT(std::abs(s.r.y), 0.635 + 0.04);
      }
    }
  }
}

TEST(EventEngine, ImpactsKeepMomentum) {
  std::mt19937_64 random(14);
  int impacts = 0;
  for (int k = 0; k < rounds(15); ++k) {
    const Trajectory shot = simulate_event(random_table(random, 10, Physics{}));
    // the piece each ball is on before the event
    std::vector<std::uint32_t> current(10);
    for (std::uint32_t i = 0; i < 10; ++i) current[i] = i;
    for (const Event& event : shot.events) {
      const auto gained = [&](std::uint32_t ball, std::uint32_t piece) {
        const Vec3 before = state_on(shot.pieces[current[ball]], event.t).v;
        current[ball] = piece;
        return shot.pieces[piece].v0 - before;
      };
      const Vec3 change = gained(event.ball, event.piece);
      if (event.type != EventType::ball_ball) continue;
      ++impacts;
      const Vec3 other_change = gained(event.other.index, event.other_piece);
      ASSERT_LT(norm(change + other_change), 1e-14);
      ASSERT_GT(norm(change), 0.0);
    }
  }
  EXPECT_GE(impacts, 20);
}

TEST(EventEngine, AShotMirroredInTheLongAxisIsTheMirroredShot) {
  std::mt19937_64 random(15);
  for (int k = 0; k < rounds(20); ++k) {
    const Scene scene = random_table(random, 3, Physics{});
    Scene mirrored = scene;
    for (Ball& ball : mirrored.balls) {
      ball.start.r.y = -ball.start.r.y;
      ball.start.v.y = -ball.start.v.y;
      ball.start.w.x = -ball.start.w.x;
      ball.start.w.z = -ball.start.w.z;
    }
    const Trajectory one = simulate_event(scene);
    const Trajectory two = simulate_event(mirrored);
    ASSERT_EQ(one.events.size(), two.events.size());
    for (std::size_t i = 0; i < scene.balls.size(); ++i) {
      ASSERT_NEAR(one.final[i].r.x, two.final[i].r.x, 1e-6);
      ASSERT_NEAR(one.final[i].r.y,
                  one.final[i].motion == Motion::pocketed ? one.final[i].r.y : -two.final[i].r.y,
                  1e-6);
    }
  }
}

TEST(EventEngine, ABatchGivesTheSameOutcomeAsSingleShots) {
  Scene scene = *load_scene(CUELAB_SOURCE_DIR "/scenes/break_9ball.toml");
  std::vector<Shot> shots(5, *scene.shot);
  for (std::size_t k = 0; k < shots.size(); ++k) shots[k].heading += 0.01 * static_cast<double>(k);
  const std::vector<Trajectory> batch = simulate_batch(scene, shots);
  for (std::size_t k = 0; k < shots.size(); ++k) {
    scene.shot = shots[k];
    const Trajectory single = simulate_event(scene);
    EXPECT_EQ(batch[k].final, single.final);
    EXPECT_EQ(batch[k].events.size(), single.events.size());
    EXPECT_TRUE(batch[k].pieces.empty());
  }
}

}  // namespace
}  // namespace cuelab
