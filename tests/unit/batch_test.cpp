// Batches: random numbers, noise, statuses, and results that do not depend on threads.
#include "cuelab/batch.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "cuelab/cuelab.hpp"
#include "math/philox.hpp"

namespace cuelab {
namespace {

Scene named(const char* name) {
  return *load_scene(std::string(CUELAB_SOURCE_DIR "/scenes/") + name + ".toml");
}

// known answers of the Random123 library [Salmon2011]
TEST(Philox, GivesTheKnownAnswers) {
  EXPECT_EQ(philox({0, 0, 0, 0}, {0, 0}),
            (PhiloxBlock{0x6627e8d5, 0xe169c58d, 0xbc57ac4c, 0x9b00dbd8}));
  constexpr std::uint32_t ones = 0xffffffff;
  EXPECT_EQ(philox({ones, ones, ones, ones}, {ones, ones}),
            (PhiloxBlock{0x408f276d, 0x41c83b0e, 0xa20bc7c6, 0x6d5451fd}));
  EXPECT_EQ(philox({0x243f6a88, 0x85a308d3, 0x13198a2e, 0x03707344}, {0xa4093822, 0x299f31d0}),
            (PhiloxBlock{0xd16cfe09, 0x94fdcceb, 0x5001e420, 0x24126ea1}));
}

TEST(Noise, DeviatesAreNormal) {
  double sum = 0.0, squares = 0.0, products = 0.0, fourth = 0.0;
  constexpr int n = 200000;
  for (std::uint64_t k = 0; k < n; ++k) {
    const auto [x, y] = normal_pair({.seed = 7, .sample = k}, 0);
    sum += x + y;
    squares += x * x + y * y;
    products += x * y;
    fourth += x * x * x * x;
  }
  // four standard errors
  EXPECT_NEAR(sum / (2 * n), 0.0, 4.0 / std::sqrt(2.0 * n));
  EXPECT_NEAR(squares / (2 * n), 1.0, 4.0 * std::sqrt(2.0 / (2.0 * n)));
  EXPECT_NEAR(products / n, 0.0, 4.0 / std::sqrt(1.0 * n));
  EXPECT_NEAR(fourth / n, 3.0, 4.0 * std::sqrt(96.0 / n));
}

TEST(Noise, LevelOfComputationalPool) {
  const NoiseLevel* level = find_noise_level("computational-pool");
  ASSERT_NE(level, nullptr);
  const Shot shot{.speed = 2.0, .elevation = 0.5};
  double heading = 0.0, side = 0.0;
  constexpr int n = 20000;
  for (std::uint64_t k = 0; k < n; ++k) {
    const Shot played = executed(shot, level->noise, {.seed = 1, .sample = k}, 0.028575);
    heading += played.heading * played.heading;
    side += played.side * played.side;
  }
  constexpr double degree = 3.14159265358979 / 180.0;
  EXPECT_NEAR(std::sqrt(heading / n) / degree, 0.125, 0.003);
  EXPECT_NEAR(std::sqrt(side / n) * 28.575, 0.5, 0.012);
  EXPECT_EQ(executed(shot, {}, {}, 0.028575), shot);
  EXPECT_EQ(find_noise_level("steady"), nullptr);
}

std::vector<Shot> fan(const Scene& scene, int count) {
  std::vector<Shot> shots(static_cast<std::size_t>(count), *scene.shot);
  for (int k = 0; k < count; ++k) shots[static_cast<std::size_t>(k)].heading += 1e-3 * k;
  return shots;
}

void expect_same(const BatchResult& a, const BatchResult& b) {
  EXPECT_EQ(a.status, b.status);
  EXPECT_EQ(a.shots, b.shots);
  EXPECT_EQ(a.t_end, b.t_end);
  EXPECT_EQ(a.final, b.final);
  EXPECT_EQ(a.pocket, b.pocket);
  EXPECT_EQ(a.first_event, b.first_event);
  EXPECT_EQ(a.events, b.events);
  EXPECT_EQ(a.samples, b.samples);
}

TEST(Batch, EqualsSingleRunsForAnyNumberOfThreads) {
  for (const char* name : {"break_9ball", "cut_left_side", "three_cushion"}) {
    const Scene scene = named(name);
    const std::vector<Shot> shots = fan(scene, 24);
    BatchOptions options{.events = true, .at = {0.1, 0.7}, .threads = 1};
    options.noise = find_noise_level("computational-pool")->noise;
    options.samples = 3;
    const auto one = simulate_strikes(scene, shots, options);
    ASSERT_TRUE(one);
    for (const unsigned threads : {0U, 2U, 5U}) {
      options.threads = threads;
      expect_same(*one, *simulate_strikes(scene, shots, options));
    }
    for (std::size_t k = 0; k < one->size(); k += 7) {
      if (one->status[k] != ShotStatus::done) continue;
      Scene alone = scene;
      alone.shot = one->shots[k];
      const Trajectory run = simulate(alone)->trajectory;
      EXPECT_EQ(one->t_end[k], run.t_end) << name << k;
      EXPECT_EQ(one->first_event[k + 1] - one->first_event[k], run.events.size());
      for (std::size_t i = 0; i < run.final.size(); ++i) {
        EXPECT_EQ(one->final[one->first_ball[k] + i], run.final[i]);
      }
    }
  }
}

TEST(Batch, EveryRunHasAStatus) {
  const Scene scene = named("cut_left_side");
  std::vector<Shot> shots(5, *scene.shot);
  shots[1].ball = 99;
  shots[2].side = 0.9;
  shots[3].speed = std::numeric_limits<double>::quiet_NaN();
  const auto result = simulate_strikes(scene, shots);
  ASSERT_TRUE(result);
  EXPECT_EQ(result->status, (std::vector{ShotStatus::done, ShotStatus::bad_shot, ShotStatus::miscue,
                                         ShotStatus::bad_shot, ShotStatus::done}));
  EXPECT_EQ(simulate_strikes(scene, shots, {.max_events = 2})->status[0], ShotStatus::event_limit);
  const std::atomic<bool> cancel = true;
  EXPECT_EQ(simulate_strikes(scene, shots, {.cancel = &cancel})->status[0], ShotStatus::skipped);
  EXPECT_FALSE(simulate_strikes(scene, shots, {.samples = 0}));
  EXPECT_FALSE(simulate_strikes(scene, shots, {.derivatives = {"shot.luck"}}));
}

TEST(Batch, ScenesWithAllEngines) {
  std::vector<Scene> scenes(5, named("cut_left_side"));
  scenes[1].run.engine = Engine::hybrid;
  scenes[2].balls.clear();
  scenes[3] = named("break_9ball");
  scenes[4].run.engine = Engine::stepped;
  const auto result = simulate_scenes(scenes);
  ASSERT_TRUE(result);
  EXPECT_EQ(result->status[2], ShotStatus::bad_scene);
  for (const std::size_t k : {0U, 1U, 3U, 4U}) {
    const auto alone = simulate(scenes[k]);
    ASSERT_EQ(result->status[k], ShotStatus::done);
    EXPECT_EQ(result->t_end[k], alone->trajectory.t_end);
    EXPECT_EQ(result->final[result->first_ball[k]], alone->trajectory.final[0]);
  }
}

TEST(Batch, CommonRandomNumbers) {
  const Scene scene = named("cut_left_side");
  const std::vector<Shot> shots(3, *scene.shot);
  BatchOptions options{.noise = find_noise_level("computational-pool")->noise, .samples = 4};
  const auto apart = simulate_strikes(scene, shots, options);
  options.common_random_numbers = true;
  const auto common = simulate_strikes(scene, shots, options);
  for (std::size_t k = 0; k < 4; ++k) {
    EXPECT_EQ(common->shots[k], common->shots[k + 4]);
    EXPECT_NE(apart->shots[k], apart->shots[k + 4]);
  }
}

TEST(Batch, DerivativesMarginsAndEarlyStops) {
  const Scene scene = named("cut_left_side");
  const std::vector<Shot> shots = {*scene.shot};
  const auto result = simulate_strikes(
      scene, shots, {.derivatives = {"shot.speed", "shot.heading"}, .margins = true});
  ASSERT_TRUE(result);
  ASSERT_EQ(result->columns, 2U);
  const Trajectory run = simulate_event(scene);
  const std::vector<SceneNumber> numbers = {*SceneNumber::find(scene, "shot.speed"),
                                            *SceneNumber::find(scene, "shot.heading")};
  const auto alone = differentiate(scene, run, numbers);
  EXPECT_EQ(result->tangents[1].r, alone->final[1].r);
  EXPECT_EQ(result->margins[1].distance, margins(scene, run, *alone)[1].distance);

  const auto stopped = simulate_strikes(scene, shots, {.stop = {.first_hit = true}});
  EXPECT_EQ(stopped->stop[0], StopReason::early_stop);
  EXPECT_LT(stopped->t_end[0], run.t_end);
}

// --- what differs from stroke to stroke ----------------------------------------------------------

std::vector<Vec3> positions_of(const Scene& scene) {
  std::vector<Vec3> positions;
  for (const Ball& ball : scene.balls) positions.push_back(ball.start.r);
  return positions;
}

TEST(Variations, GiveTheRunsOfChangedScenes) {
  const Scene scene = named("cut_left_side");
  std::vector<Vec3> positions = positions_of(scene);
  const std::size_t n = positions.size();
  positions.insert(positions.end(), positions.begin(), positions.begin() + n);
  positions[n + 1].y += 0.01;
  const std::vector<double> values{0.2, 0.25};
  const std::vector<Shot> shots(2, *scene.shot);
  BatchOptions options;
  options.vary = {positions, {*SceneNumber::find(scene, "physics.cloth.sliding")}, values};
  const auto varied = simulate_strikes(scene, shots, options);
  ASSERT_TRUE(varied);

  std::vector<Scene> scenes(2, scene);
  scenes[1].balls[1].start.r.y += 0.01;
  ASSERT_FALSE(apply(scenes[0], "physics.cloth.sliding", 0.2));
  ASSERT_FALSE(apply(scenes[1], "physics.cloth.sliding", 0.25));
  const auto expected = simulate_scenes(scenes);
  ASSERT_TRUE(expected);
  EXPECT_EQ(varied->final, expected->final);
  EXPECT_NE(varied->final[1], varied->final[n + 1]);
}

TEST(Variations, BallsBelowTheClothAreOutOfPlay) {
  const Scene scene = named("cut_left_side");
  std::vector<Vec3> positions = positions_of(scene);
  positions[1].z = -0.08;
  BatchOptions options;
  options.events = true;
  options.vary.positions = positions;
  const auto batch = simulate_strikes(scene, std::span(&*scene.shot, 1), options);
  ASSERT_TRUE(batch);
  ASSERT_EQ(batch->status[0], ShotStatus::done);
  EXPECT_EQ(batch->final[1].r, positions[1]);
  for (const BatchEvent& event : batch->events) {
    EXPECT_NE(event.type, EventType::ball_ball);
    EXPECT_EQ(event.ball, 0U);
  }
}

TEST(Variations, WrongOnesAreRefused) {
  const Scene scene = named("cut_left_side");
  const std::vector<Shot> shots(3, *scene.shot);
  std::vector<Vec3> positions;
  for (int k = 0; k < 3; ++k) {
    for (const Ball& ball : scene.balls) positions.push_back(ball.start.r);
  }
  positions[scene.balls.size() + 1] = positions[scene.balls.size()];  // two balls in one place
  positions[2 * scene.balls.size()].z = -1.0;                         // the struck ball
  BatchOptions options;
  options.vary.positions = positions;
  const auto batch = simulate_strikes(scene, shots, options);
  ASSERT_TRUE(batch);
  EXPECT_EQ(batch->status[0], ShotStatus::done);
  EXPECT_EQ(batch->status[1], ShotStatus::bad_scene);
  EXPECT_EQ(batch->status[2], ShotStatus::bad_shot);

  options.vary.positions = std::span(positions).first(2);
  EXPECT_FALSE(simulate_strikes(scene, shots, options));
  options.vary = {{}, {*SceneNumber::find(scene, "physics.cloth.sliding")}, {}};
  EXPECT_FALSE(simulate_strikes(scene, shots, options));
  const std::vector<double> speeds{1.0, 2.0, 3.0};
  options.vary = {{}, {*SceneNumber::find(scene, "shot.speed")}, speeds};
  EXPECT_FALSE(simulate_strikes(scene, shots, options));
}

}  // namespace
}  // namespace cuelab
