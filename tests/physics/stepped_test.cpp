// The stepped engine: closed forms with the error of the step, conservation, convergence to the
// event engine.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <random>

#include "cuelab/cuelab.hpp"
#include "scene/geometry.hpp"
#include "stepped/table_parts.hpp"
#include "support/audit.hpp"

namespace cuelab {
namespace {

constexpr double g = 9.81;

Ball ball_at(const std::string& id, double x, double y) {
  const BallSpec spec;
  return {id, spec, {.r = {x, y, spec.radius}, .v = {}, .w = {}}};
}

/// Balls on an endless cloth.
Scene open_scene(std::vector<Ball> balls, double step) {
  Scene scene;
  scene.balls = std::move(balls);
  scene.stepped.time_step = step;
  return scene;
}

Scene named(const std::string& name) {
  auto scene = load_scene(CUELAB_SOURCE_DIR "/scenes/" + name + ".toml");
  EXPECT_TRUE(scene) << name;
  return *std::move(scene);
}

/// A time's distance to the end of the step it falls into.
double rest_of_step(double t, double step) { return std::ceil(t / step) * step - t; }

TEST(Stepped, ASlideEndsLateByTheRestOfItsStep) {
  for (const double step : {1e-2, 3e-3, 1e-3, 7e-5}) {
    SCOPED_TRACE(step);
    Scene scene = open_scene({ball_at("cue", 0, 0)}, step);
    scene.balls[0].start.v = {2.0, 0, 0};
    scene.run.t_max = 1.5;
    const Trajectory shot = simulate_stepped(scene);

    const double t_roll = 2.0 * 2.0 / (7.0 * 0.2 * g);
    const double late = rest_of_step(t_roll, step);
    ASSERT_EQ(shot.events.size(), 1U);
    EXPECT_EQ(shot.events[0].type, EventType::sliding_rolling);
    EXPECT_NEAR(shot.events[0].t, t_roll + late, 1e-12);

    // rolling friction begins late, sliding friction lasts too long
    const double exact = Replay(simulate_event(scene)).state(0, 1.5).r.x;
    const double error = 0.01 * g * late * (1.5 - t_roll) - 0.5 * (0.2 + 0.01) * g * late * late;
    EXPECT_NEAR(shot.final[0].r.x - exact, error, 1e-12);
    EXPECT_NEAR(shot.final[0].v.x, 5.0 / 7.0 * 2.0 - 0.01 * g * (1.5 - t_roll - late), 1e-12);
  }
}

TEST(Stepped, ARollingBallStopsAtTheEndOfAStep) {
  constexpr double step = 0.013;
  Scene scene = open_scene({ball_at("cue", 0, 0)}, step);
  scene.balls[0].start.v = {0.3, 0, 0};
  scene.balls[0].start.w = {0, 0.3 / scene.balls[0].spec.radius, 0};
  const Trajectory shot = simulate_stepped(scene);
  const double t_stop = 0.3 / (0.01 * g);
  const double late = rest_of_step(t_stop, step);
  EXPECT_EQ(shot.stop, StopReason::at_rest);
  EXPECT_NEAR(shot.t_end, t_stop + late, 1e-12);
  // it has begun to roll back
  EXPECT_NEAR(shot.final[0].r.x, 0.3 * t_stop / 2.0 - 0.5 * 0.01 * g * late * late, 1e-12);
  EXPECT_EQ(shot.final[0].v, Vec3{});
}

TEST(Stepped, ACollisionIsFoundAtTheEndOfItsStepAndKeepsMomentumAndEnergy) {
  constexpr double step = 1e-2;
  Scene scene = open_scene({ball_at("a", 0, 0), ball_at("b", 0.5, 0.03)}, step);
  scene.physics.cloth = CoulombCloth{0.0, 0.0, 0.0};
  scene.physics.ball_ball = Frictionless{1.0};
  scene.balls[0].start.v = {1.7, 0, 0};
  scene.run.t_max = 1.0;
  const Trajectory exact = simulate_event(scene);
  const Trajectory shot = simulate_stepped(scene);
  ASSERT_EQ(shot.events.size(), 1U);
  EXPECT_NEAR(shot.events[0].t, exact.events[0].t + rest_of_step(exact.events[0].t, step), 1e-12);

  const Vec3 p = shot.final[0].v + shot.final[1].v;
  EXPECT_NEAR(p.x, 1.7, 1e-14);
  EXPECT_NEAR(p.y, 0.0, 1e-14);
  EXPECT_NEAR(dot(shot.final[0].v, shot.final[0].v) + dot(shot.final[1].v, shot.final[1].v),
              1.7 * 1.7, 1e-13);
  // along the line of the centres at the end of the step
  const double x = 1.7 * shot.events[0].t;
  const double slope = 0.03 / (0.5 - x);
  EXPECT_NEAR(shot.final[1].v.y / shot.final[1].v.x, slope, 1e-12);
}

/// Mean distance of the worst ball from its position with the event engine, over twenty step sizes
/// slightly longer than this one.
double mean_error(Scene scene, double step) {
  const Trajectory exact = simulate_event(scene);
  double sum = 0.0;
  for (int k = 0; k < 20; ++k) {
    scene.stepped.time_step = step * (1.0 + k / 40.0);
    const Trajectory shot = simulate_stepped(scene);
    double worst = 0.0;
    for (std::size_t b = 0; b < shot.final.size(); ++b) {
      worst = std::max(worst, norm(shot.final[b].r - exact.final[b].r));
    }
    sum += worst / 20.0;
  }
  return sum;
}

TEST(Stepped, ConvergesToTheEventEngineInFirstOrder) {
  for (const char* name : {"cut_left_side", "three_cushion", "jump_over"}) {
    SCOPED_TRACE(name);
    Scene scene = named(name);
    scene.run.t_max = 1.5;
    const double coarse = mean_error(scene, 3e-4);
    const double fine = mean_error(scene, 3e-5);
    EXPECT_GT(coarse / fine, 5.0);
    EXPECT_LT(coarse / fine, 20.0);
    EXPECT_LT(fine, 1e-2);
  }
}

TEST(Stepped, HasTheImpactsOfABreakInOrderIfTheStepIsShortEnough) {
  Scene scene = named("break_9ball");
  scene.run.t_max = 0.5;
  const Trajectory whole = simulate_event(scene);
  scene.run.t_max = 0.0;
  for (const Event& event : whole.events) {
    if (event.type != EventType::ball_ball) continue;
    scene.run.t_max = event.t + 1e-3;
    break;
  }
  ASSERT_GT(scene.run.t_max, 0.0);
  const Trajectory exact = simulate_event(scene);
  scene.stepped.time_step = 1e-7;
  const Trajectory shot = simulate_stepped(scene);
  ASSERT_EQ(shot.events.size(), exact.events.size());
  for (std::size_t k = 0; k < exact.events.size(); ++k) {
    EXPECT_EQ(shot.events[k].type, exact.events[k].type);
    // every impact of the chain may add a step
    EXPECT_NEAR(shot.events[k].t, exact.events[k].t, static_cast<double>(k + 1) * 1e-7);
  }
}

TEST(Stepped, EnergyNeverRisesFromStepToStep) {
  for (const char* name : {"break_9ball", "three_cushion", "jump_over", "frozen_row", "masse"}) {
    for (const double step : {1e-2, 1e-3}) {
      SCOPED_TRACE(name + std::string(" in steps of ") + std::to_string(step));
      Scene scene = named(name);
      scene.stepped.time_step = step;
      scene.run.t_max = 3.0;
      const Trajectory shot = simulate_stepped(scene);
      const Replay replay(shot);
      double before = total_energy(scene, struck(scene));
      const double slack = 1e-12 * before;
      for (std::uint64_t k = 1; k < shot.cost.steps; ++k) {
        std::vector<BallState> states;
        for (std::size_t b = 0; b < scene.balls.size(); ++b) {
          states.push_back(replay.state(b, static_cast<double>(k) * step));
        }
        const double after = total_energy(scene, states);
        ASSERT_LE(after, before + slack) << "step " << k;
        before = after;
      }
    }
  }
}

TEST(Stepped, AMirroredShotIsTheMirrorImage) {
  Scene scene =
      open_scene({ball_at("a", 0, 0), ball_at("b", 0.4, 0.02), ball_at("c", 0.7, 0.1)}, 1e-3);
  scene.balls[0].start.v = {3.0, 0.1, 0};
  scene.balls[0].start.w = {10.0, 20.0, 50.0};
  Scene mirrored = scene;
  for (Ball& ball : mirrored.balls) {
    BallState& s = ball.start;
    s = {.r = {s.r.x, -s.r.y, s.r.z}, .v = {s.v.x, -s.v.y, s.v.z}, .w = {-s.w.x, s.w.y, -s.w.z}};
  }
  const Trajectory one = simulate_stepped(scene);
  const Trajectory other = simulate_stepped(mirrored);
  ASSERT_EQ(one.events.size(), other.events.size());
  EXPECT_GE(one.events.size(), 6U);
  for (std::size_t b = 0; b < 3; ++b) {
    EXPECT_NEAR(one.final[b].r.x, other.final[b].r.x, 1e-12);
    EXPECT_NEAR(one.final[b].r.y, -other.final[b].r.y, 1e-12);
  }
  EXPECT_GT(std::abs(one.final[1].r.y), 0.05);
}

TEST(Stepped, ABallThatIsFasterThanItsStepPassesThroughAnother) {
  for (const double step : {0.01, 1e-4}) {
    Scene scene = open_scene({ball_at("a", 0, 0), ball_at("b", 0.55, 0)}, step);
    scene.physics.cloth = CoulombCloth{0.0, 0.0, 0.0};
    scene.balls[0].start.v = {20.0, 0, 0};  // 0.2 m in a long step
    scene.run.t_max = 0.1;
    const Trajectory shot = simulate_stepped(scene);
    EXPECT_EQ(shot.events.size(), step > 1e-3 ? 0U : 1U);
    EXPECT_EQ(shot.final[0].r.x > 1.9, step > 1e-3);
  }
}

TEST(Stepped, ADroppedBallLeavesTheSlateWithTheSpeedOfTheLaw) {
  Scene scene = open_scene({ball_at("a", 0, 0)}, 3e-3);
  scene.balls[0].start.r.z += 0.1;
  scene.balls[0].start.motion = Motion::airborne;
  const Trajectory shot = simulate_stepped(scene);
  ASSERT_FALSE(shot.events.empty());
  EXPECT_EQ(shot.events[0].type, EventType::ball_slate);
  EXPECT_NEAR(shot.pieces[shot.events[0].piece].v0.z, 0.5 * std::sqrt(2.0 * g * 0.1), 1e-12);
  EXPECT_EQ(shot.stop, StopReason::at_rest);
}

TEST(Stepped, ABallPressedAgainstAnotherByItsSpinCausesFewEvents) {
  const double R = BallSpec{}.radius;
  Scene scene = open_scene({ball_at("a", 0, 0), ball_at("b", 2.0 * R, 0)}, 1e-5);
  scene.balls[0].start.w = {0, 30.0, 0};
  const Trajectory shot = simulate_stepped(scene);
  EXPECT_EQ(shot.stop, StopReason::at_rest);
  EXPECT_LT(shot.events.size(), 200U);
  EXPECT_GT(shot.pieces.size(), shot.events.size());
  const Trajectory exact = simulate_event(scene);
  EXPECT_NEAR(shot.final[1].r.x, exact.final[1].r.x, 2e-3);
  EXPECT_GT(shot.final[1].r.x, 2.0 * R + 0.01);
}

TEST(Stepped, EverySceneEndsWithValidAndReproducibleResults) {
  for (const auto& file : std::filesystem::directory_iterator(CUELAB_SOURCE_DIR "/scenes")) {
    auto scene = load_scene(file.path().string());
    ASSERT_TRUE(scene) << file.path();
    if (!is_pool(scene->system)) continue;
    SCOPED_TRACE(file.path().stem().string());
    const Trajectory shot = simulate_stepped(*scene);
    EXPECT_TRUE(testing::is_sound(shot));
    EXPECT_NE(shot.stop, StopReason::event_limit);
    EXPECT_EQ(hash_of(shot), hash_of(simulate_stepped(*scene)));
  }
}

TEST(Stepped, StopsAtItsLimits) {
  Scene scene = named("break_9ball");
  scene.run.t_max = 0.9995;
  const Trajectory timed = simulate_stepped(scene);
  EXPECT_EQ(timed.stop, StopReason::t_max);
  EXPECT_EQ(timed.t_end, 0.9995);
  EXPECT_EQ(timed.cost.steps, 1000U);
  scene.run.max_events = 7;
  const Trajectory cut = simulate_stepped(scene);
  EXPECT_EQ(cut.stop, StopReason::event_limit);
  EXPECT_EQ(cut.events.size(), 7U);
}

TEST(Stepped, PartsOfTheTableAreHitWhereABallOverlapsThem) {
  const Scene scene = named("break_9ball");
  const Table& table = scene.table;
  Ball ball = scene.balls[0];
  const stepped::TableParts parts(table, ball.spec.radius);
  std::mt19937_64 random(1);
  std::uniform_real_distribution<double> x(-1.35, 1.35), y(-0.75, 0.75);
  int clear = 0, touching = 0;
  for (int k = 0; k < 20000; ++k) {
    ball.start.r = {x(random), y(random), ball.spec.radius};
    ball.start.motion = Motion::rolling;
    bool found = false, falls = false;
    for (std::size_t part = 0; part < parts.size(); ++part) {
      const auto contact = parts.contact(part, ball.start);
      (contact && contact->part.kind == AgentKind::pocket ? falls : found) |= contact.has_value();
    }
    double depth = -1.0, hole = -1.0;
    for (const Cushion& part : table.cushions) depth = std::max(depth, depth_in(part, table, ball));
    for (const Jaw& part : table.jaws) depth = std::max(depth, depth_in(part, table, ball));
    for (const Pocket& part : table.pockets) {
      hole = std::max(hole, part.radius - norm(flat(ball.start.r) - part.centre));
    }
    // a cushion's end inside a jaw or a pocket is not a separate part
    EXPECT_TRUE(!found || depth > 0.0);
    EXPECT_EQ(falls, hole > 0.0);
    if (parts.is_clear(flat(ball.start.r))) {
      EXPECT_LT(std::max(depth, hole), 0.0);
      ++clear;
    }
    touching += found ? 1 : 0;
  }
  EXPECT_GT(clear, 10000);
  EXPECT_GT(touching, 500);
}

TEST(Stepped, TheProgressCallbackGetsTheTimeAndCanStopTheRun) {
  Scene scene = named("cut_left_side");
  scene.stepped.time_step = 1e-5;
  std::vector<double> heard;
  const Trajectory part = simulate_stepped(scene, {.progress = [&heard](double t) {
                                             heard.push_back(t);
                                             return t < 0.5;
                                           }});
  EXPECT_EQ(part.stop, StopReason::early_stop);
  EXPECT_EQ(part.t_end, heard.back());
  EXPECT_GE(part.t_end, 0.5);
  EXPECT_LT(part.t_end, 0.6);
  EXPECT_TRUE(std::ranges::is_sorted(heard));
  const Trajectory whole = simulate_stepped(scene);
  EXPECT_EQ(whole.stop, StopReason::at_rest);
  const Replay replay(whole);
  for (std::size_t b = 0; b < scene.balls.size(); ++b) {
    EXPECT_EQ(part.final[b].r, replay.state(b, part.t_end).r);
  }
}

TEST(Stepped, TheStepIsPartOfASceneAndHasLimits) {
  Scene scene = named("cut_left_side");
  scene.stepped.time_step = 2.5e-4;
  scene.run.engine = Engine::stepped;
  const auto again = parse_scene(*scene_to_toml(scene), Format::toml, "again");
  ASSERT_TRUE(again);
  EXPECT_EQ(again->stepped, scene.stepped);
  EXPECT_EQ(again->run, scene.run);
  for (const double step : {0.0, -1e-3, 1e-10, 0.2, std::nan("")}) {
    scene.stepped.time_step = step;
    const auto fault = find_fault(scene);
    ASSERT_TRUE(fault) << step;
    EXPECT_EQ(fault->key, "stepped.time_step");
  }
}

}  // namespace
}  // namespace cuelab
