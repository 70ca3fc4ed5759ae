// Derivatives on a cloth that touches the balls in a disc, against differences of whole runs.
#include <gtest/gtest.h>

#include <array>
#include <cmath>

#include "cuelab/cuelab.hpp"

namespace cuelab {
namespace {

/// Positions of all balls at t, or at rest if t is negative.
std::vector<double> places(const Scene& scene, double t) {
  const Trajectory run = simulate(scene)->trajectory;
  const Replay replay(run);
  std::vector<double> out;
  for (std::uint32_t ball = 0; ball < scene.balls.size(); ++ball) {
    const BallState s = replay.state(ball, t < 0.0 ? run.t_end : t);
    out.insert(out.end(), {s.r.x, s.r.y});
  }
  return out;
}

/// Central differences with one extrapolation.
std::vector<double> differences(Scene scene, const SceneNumber& number, double step, double t) {
  const double at = number.get(scene);
  const auto slope = [&](double h) {
    EXPECT_FALSE(number.set(scene, at + h));
    std::vector<double> up = places(scene, t);
    EXPECT_FALSE(number.set(scene, at - h));
    const std::vector<double> down = places(scene, t);
    for (std::size_t i = 0; i < up.size(); ++i) up[i] = (up[i] - down[i]) / (2.0 * h);
    return up;
  };
  std::vector<double> fine = slope(0.5 * step);
  const std::vector<double> coarse = slope(step);
  for (std::size_t i = 0; i < fine.size(); ++i) fine[i] += (fine[i] - coarse[i]) / 3.0;
  return fine;
}

struct Column {
  const char* key;
  double step;
};

/// Compares all derivatives of positions at t (at rest if negative), relative to the largest of a
/// column.
void expect_derivatives(const Scene& scene, std::span<const Column> columns, double t,
                        double tolerance) {
  std::vector<SceneNumber> numbers;
  for (const Column& column : columns) numbers.push_back(*SceneNumber::find(scene, column.key));
  const Trajectory run = simulate(scene)->trajectory;
  const auto found = differentiate(scene, run, numbers);
  ASSERT_TRUE(found);
  for (std::size_t c = 0; c < columns.size(); ++c) {
    const std::vector<double> expected = differences(scene, numbers[c], columns[c].step, t);
    double size = 0.0;
    for (const double x : expected) size = std::max(size, std::abs(x));
    for (std::uint32_t ball = 0; ball < scene.balls.size(); ++ball) {
      ASSERT_TRUE(found->is_defined(ball, c)) << columns[c].key << " ball " << ball;
      Vec3 r = found->final[ball * columns.size() + c].r;
      if (t >= 0.0) {
        const std::uint32_t k = piece_at(run, ball, t);
        r = tangent_on(run.pieces[k], found->pieces[k * columns.size() + c], t).r;
      }
      EXPECT_NEAR(r.x, expected[2 * ball], tolerance * size) << columns[c].key << " ball " << ball;
      EXPECT_NEAR(r.y, expected[2 * ball + 1], tolerance * size)
          << columns[c].key << " ball " << ball;
    }
  }
}

Scene one_ball() {
  Scene scene = *make_scene("open");
  scene.physics.cloth = PatchCloth{.tolerance = 1e-9};
  Ball ball;
  ball.id = "a";
  ball.start = {.r = {0.0, 0.0, 0.028575}, .v = {0.664, 0.454, 0.0}, .w = {40.0, 27.4, 80.0}};
  scene.balls = {ball};
  return scene;
}

TEST(PatchDerivatives, OfOneBallAreThoseOfDifferences) {
  constexpr std::array columns{Column{"balls.0.velocity.0", 1e-3},
                               Column{"balls.0.velocity.1", 1e-3}, Column{"balls.0.spin.0", 0.05},
                               Column{"balls.0.spin.2", 0.2},
                               Column{"physics.cloth.distortion", 1e-3}};
  const Scene scene = one_ball();
  expect_derivatives(scene, columns, -1.0, 1e-6);
  expect_derivatives(scene, columns, 0.35, 2e-4);  // within a piece: a cubic
}

/// Every definition of the rolling velocity and both kinds of resistance.
TEST(PatchDerivatives, HoldForAllVariants) {
  constexpr std::array columns{Column{"balls.0.velocity.1", 1e-3}, Column{"balls.0.spin.2", 0.2}};
  for (const RollingVelocity rolling : {RollingVelocity::surface, RollingVelocity::mean}) {
    for (const RollingResistance kind : {RollingResistance::couple, RollingResistance::plough}) {
      Scene scene = one_ball();
      auto& cloth = std::get<PatchCloth>(scene.physics.cloth);
      cloth.rolling_velocity = rolling;
      cloth.resistance = kind;
      expect_derivatives(scene, columns, -1.0, 1e-5);
    }
  }
}

TEST(PatchDerivatives, PassThroughImpacts) {
  const auto scene = parse_scene(R"(
schema = 1
[table]
preset = "pool-9ft"
[[balls]]
id = "cue"
position = [-0.6, 0.1]
[[balls]]
id = "1"
position = [0.3, 0.2]
[shot]
ball = "cue"
speed = 1.6
heading = 5.0
side = 0.3
height = 0.1
[physics.cloth]
law = "patch"
tolerance = 1e-9
)",
                                 Format::toml, "test", {});
  ASSERT_TRUE(scene);
  constexpr std::array columns{Column{"shot.speed", 2e-4}, Column{"shot.heading", 2e-4},
                               Column{"shot.side", 2e-4}};
  expect_derivatives(*scene, columns, 1.5, 1e-5);
  // a rolling ball's cushion hits depend on the direction of its creep, which is known less well
  expect_derivatives(*scene, columns, -1.0, 4e-3);
}

}  // namespace
}  // namespace cuelab
