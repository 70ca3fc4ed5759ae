// Hard breaks and frozen racks: the scenes in which many balls touch and press on each other.
#include <gtest/gtest.h>

#include <fmt/core.h>

#include <algorithm>
#include <chrono>
#include <random>

#include "support/audit.hpp"

namespace cuelab {
namespace {

/// 1250 of each kind in the long run, 10,000 in all.
int rounds() { return std::getenv("CUELAB_LONG") != nullptr ? 1250 : 3; }

Scene random_break(std::mt19937_64& random, const char* game, double gap) {
  std::uniform_real_distribution<double> unit(-1.0, 1.0);
  const std::string text = fmt::format(
      "schema = 1\n[[balls]]\nid = \"cue\"\nposition = [{}, {}]\n"
      "[rack]\ngame = \"{}\"\ngap = {}\nseed = {}\n"
      "[shot]\nball = \"cue\"\nspeed = {}\nheading = {}\nside = {}\nheight = {}\n",
      -0.635 + 0.02 * unit(random), 0.2 * unit(random), game, gap, random() % 1000,
      6.0 + 3.0 * unit(random), 1.5 * unit(random), 0.2 * unit(random), 0.3 * unit(random));
  return *parse_scene(text, Format::toml, "break");
}

TEST(Break, EndsWithoutOverlapOrEnergyGain) {
  std::mt19937_64 random(21);
  std::vector<std::size_t> events;
  std::vector<double> times;  // [s]
  for (const char* game : {"eight-ball", "nine-ball"}) {
    for (const double gap : {0.0, 1e-9, 1e-6, 1e-4}) {
      for (int k = 0; k < rounds(); ++k) {
        const Scene scene = random_break(random, game, gap);
        const auto start = std::chrono::steady_clock::now();
        const Trajectory shot = simulate_event(scene);
        times.push_back(
            std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count());
        events.push_back(shot.events.size());
        SCOPED_TRACE(fmt::format("{} gap {} k {}", game, gap, k));
        ASSERT_EQ(shot.stop, StopReason::at_rest);
        ASSERT_TRUE(testing::is_sound(shot));
        ASSERT_GT(testing::least_gap(scene, shot), -1e-9);
        ASSERT_LT(testing::energy_rise(scene, shot), 1e-8);  // step error of lasting contacts
      }
    }
  }
  std::ranges::sort(events);
  std::ranges::sort(times);
  fmt::print("{} breaks: events median {}, worst {}; time median {:.1f} us, worst {:.1f} us\n",
             events.size(), events[events.size() / 2], events.back(), 1e6 * times[times.size() / 2],
             1e6 * times.back());
}

/// A ball that spins forward against a frozen one pushes it along. Both roll in the end, the
/// pusher behind the pushed.
TEST(Pressing, ASpinningBallPushesTheOneItTouches) {
  Scene scene;
  const BallSpec spec;
  scene.balls = {{"pusher", spec, {.r = {0, 0, spec.radius}, .v = {}, .w = {0, 60.0, 0}}},
                 {"pushed", spec, {.r = {2.0 * spec.radius, 0, spec.radius}, .v = {}, .w = {}}}};
  const Trajectory shot = simulate_event(scene);
  EXPECT_EQ(shot.stop, StopReason::at_rest);
  EXPECT_GT(shot.final[1].r.x - 2.0 * spec.radius, 0.05);
  EXPECT_GT(shot.final[1].r.x - shot.final[0].r.x, 2.0 * spec.radius - 1e-9);
  EXPECT_EQ(shot.final[0].r.y, 0.0);
  EXPECT_LT(shot.events.size(), 20U);
  EXPECT_GT(testing::least_gap(scene, shot), -1e-9);
  EXPECT_LT(testing::energy_rise(scene, shot), 1e-12);

  // while it presses: mu m g on the pusher moves m + (7/5) m; resistance mu_r g (7/5) m
  const BallState early = Replay(shot).state(1, 0.05);
  const double a = 9.81 * (0.2 - 1.4 * 0.01) / 2.4;
  EXPECT_NEAR(early.v.x, a * 0.05, 1e-6);
}

/// Topspin holds a ball at the cushion while it wears off: it presses, slips in place and stays.
TEST(Pressing, ABallWithTopspinIsHeldAtTheCushion) {
  Scene scene;
  scene.table = *make_table("carom-10ft");
  BallSpec spec{.radius = 0.03075, .mass = 0.21};
  const double contact = 1.42 - std::sqrt(0.03075 * 0.03075 - 0.00625 * 0.00625);
  scene.balls = {{"ball", spec, {.r = {contact, 0.1, spec.radius}, .v = {}, .w = {0, 40.0, 0}}}};
  const Trajectory shot = simulate_event(scene);
  EXPECT_EQ(shot.stop, StopReason::at_rest);
  EXPECT_LT(shot.events.size(), 10U);
  EXPECT_NEAR(shot.final[0].r.x, contact, 1e-9);
  // mu m g R works against the spin alone: w R = 1.23 m/s lost at (5/2) mu g
  EXPECT_NEAR(shot.t_end, 40.0 * spec.radius / (2.5 * 0.2 * 9.81), 1e-5);
}

/// Into a corner: two cushions at once.
TEST(Pressing, ABallIsHeldInTheCorner) {
  Scene scene;
  scene.table = *make_table("carom-10ft");
  BallSpec spec{.radius = 0.03075, .mass = 0.21};
  const double depth = std::sqrt(0.03075 * 0.03075 - 0.00625 * 0.00625);
  scene.balls = {
      {"ball",
       spec,
       {.r = {1.42 - depth, 0.71 - depth, spec.radius}, .v = {}, .w = {-30.0, 40.0, 0}}}};
  const Trajectory shot = simulate_event(scene);
  EXPECT_EQ(shot.stop, StopReason::at_rest);
  EXPECT_LT(shot.events.size(), 10U);
  EXPECT_NEAR(shot.final[0].r.x, 1.42 - depth, 1e-9);
  EXPECT_NEAR(shot.final[0].r.y, 0.71 - depth, 1e-9);
}

}  // namespace
}  // namespace cuelab
