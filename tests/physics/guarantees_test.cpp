// The guarantees of docs/guarantees.md on adversarial scenes: dead-straight shots, frozen and
// jammed balls.
#include <gtest/gtest.h>

#include <fmt/core.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <random>

#include "math/elementary.hpp"
#include "support/audit.hpp"

namespace cuelab {
namespace {

const BallSpec spec;
const double R = spec.radius;

Ball resting(const char* id, double x, double y) {
  return {id, spec, {.r = {x, y, R}, .v = {}, .w = {}}};
}

Scene on_pool_table(std::vector<Ball> balls) {
  Scene scene;
  scene.table = *make_table("pool-9ft");
  scene.balls = std::move(balls);
  scene.run.max_events = 20000;
  return scene;
}

/// Horizontal distance from a nose at which a ball on the cloth touches it.
double nose_distance() {
  const double rise = make_table("pool-9ft")->cushion_height - R;
  return std::sqrt(R * R - rise * rise);
}

/// The cost of the scenes of one test, printed at its end.
class Costs {
 public:
  explicit Costs(const char* what) : what_(what) {}
  Costs(const Costs&) = delete;
  Costs& operator=(const Costs&) = delete;
  ~Costs() {
    if (events_.empty()) return;
    std::ranges::sort(events_);
    std::ranges::sort(times_);
    fmt::print("{} {}: events median {}, worst {}; time median {:.1f} us, worst {:.1f} us\n",
               events_.size(), what_, events_[events_.size() / 2], events_.back(),
               1e6 * times_[times_.size() / 2], 1e6 * times_.back());
  }

  Trajectory simulate(const Scene& scene) {
    const auto start = std::chrono::steady_clock::now();
    Trajectory shot = simulate_event(scene);
    const auto end = std::chrono::steady_clock::now();
    times_.push_back(std::chrono::duration<double>(end - start).count());
    events_.push_back(shot.events.size());
    return shot;
  }

 private:
  const char* what_;
  std::vector<std::size_t> events_;
  std::vector<double> times_;  // [s]
};

void expect_guarantees(const Scene& scene, Costs& costs) {
  ASSERT_FALSE(find_fault(scene)) << find_fault(scene)->message();
  const Trajectory shot = costs.simulate(scene);
  ASSERT_EQ(shot.stop, StopReason::at_rest);
  ASSERT_TRUE(testing::is_sound(shot));
  ASSERT_GT(testing::least_gap(scene, shot), -1e-9);
  ASSERT_LT(testing::energy_rise(scene, shot), 1e-9);
}

TEST(Guarantees, DeadStraightShotsInEveryDirection) {
  Costs costs("dead-straight shots");
  for (int k = 0; k < 120; ++k) {
    const double heading = 2.0 * pi * k / 120.0;
    const SinCos way = sin_cos(heading);
    for (const double height : {0.4, 0.0, -0.4}) {  // follow, stun, draw
      SCOPED_TRACE(::testing::Message() << "direction " << k << " height " << height);
      Scene scene =
          on_pool_table({resting("cue", 0, 0), resting("1", 0.25 * way.cos, 0.25 * way.sin)});
      scene.shot = Shot{.ball = 0, .speed = 2.0, .heading = heading, .height = height};
      expect_guarantees(scene, costs);
    }
  }
}

class Jammed : public ::testing::Test {
 protected:
  /// Calls `make` and checks the scene; more often in the long run.
  template <class Make>
  void each(Make make) {
    const int rounds = std::getenv("CUELAB_LONG") != nullptr ? 1000 : 25;
    Costs costs("jammed scenes");
    for (int k = 0; k < rounds; ++k) {
      SCOPED_TRACE(k);
      expect_guarantees(make(), costs);
    }
  }
  double unit() { return std::uniform_real_distribution<double>(-1.0, 1.0)(random_); }
  Vec3 spin() { return {150.0 * unit(), 150.0 * unit(), 100.0 * unit()}; }

  std::mt19937_64 random_{7};
};

TEST_F(Jammed, ABallFrozenToTheRailIsStruck) {
  each([&] {
    Scene scene = on_pool_table({resting("cue", 0.3 * unit(), 0.2 * unit()),
                                 resting("1", 0.5 + 0.5 * unit(), 0.635 - nose_distance())});
    const Vec3 way = scene.balls[1].start.r - scene.balls[0].start.r;
    scene.shot = Shot{.ball = 0,
                      .speed = 1.0 + 3.0 * std::abs(unit()),
                      .heading = cuelab::atan2(way.y, way.x) + 0.02 * unit(),
                      .side = 0.3 * unit(),
                      .height = 0.3 * unit()};
    return scene;
  });
}

TEST_F(Jammed, ASpinningBallAtTheRailPressesOnAFrozenOne) {
  each([&] {
    const double y = 0.635 - nose_distance();
    Scene scene = on_pool_table({resting("cue", 0.2, y), resting("1", 0.2 + 2.0 * R, y)});
    scene.balls[0].start.v = {0.3 * unit(), 0, 0};
    scene.balls[0].start.w = spin();
    return scene;
  });
}

TEST_F(Jammed, ABallSpinsBetweenTwo) {
  each([&] {
    Scene scene =
        on_pool_table({resting("a", 0, 0), resting("b", 2.0 * R, 0), resting("c", -2.0 * R, 0)});
    scene.balls[0].start.w = spin();
    return scene;
  });
}

TEST_F(Jammed, AFrozenTriangleIsStruck) {
  each([&] {
    const double x = std::sqrt(3.0) * R;
    Scene scene = on_pool_table({resting("a", 0, 0), resting("b", x, R), resting("c", x, -R),
                                 resting("cue", -0.4, 0.01 * unit())});
    scene.balls[3].start.v = {3.0 + 2.0 * unit(), 0, 0};
    scene.balls[3].start.w = spin();
    return scene;
  });
}

TEST_F(Jammed, ARowFrozenToTheRailIsStruck) {
  each([&] {
    const double x = 1.27 - nose_distance();
    Scene scene = on_pool_table({resting("cue", -0.3, 0), resting("1", x, 0),
                                 resting("2", x - 2.0 * R, 0), resting("3", x - 4.0 * R, 0)});
    scene.balls[0].start.v = {1.0 + 3.0 * std::abs(unit()), 0.01 * unit(), 0};
    scene.balls[0].start.w = spin();
    return scene;
  });
}

TEST_F(Jammed, TwoBallsSpinInACorner) {
  each([&] {
    const BallSpec carom{.radius = 0.03075, .mass = 0.21};
    Scene scene;
    scene.table = *make_table("carom-10ft");
    const double rise = scene.table.cushion_height - carom.radius;
    const double d = std::sqrt(carom.radius * carom.radius - rise * rise);
    const Vec3 corner{1.42 - d, 0.71 - d, carom.radius};
    scene.balls = {
        {"a", carom, {.r = corner, .v = {}, .w = spin()}},
        {"b", carom, {.r = corner - Vec3{2.0 * carom.radius, 0, 0}, .v = {}, .w = spin()}}};
    return scene;
  });
}

}  // namespace
}  // namespace cuelab
