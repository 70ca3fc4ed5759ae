// The make region against executions drawn without strata.
#include <gtest/gtest.h>

#include <cmath>
#include <cstdlib>
#include <random>

#include "cuelab/batch.hpp"
#include "cuelab/cuelab.hpp"
#include "cuelab/shaping.hpp"

namespace cuelab {
namespace {

struct Size {
  int shots;
  std::size_t executions;
};
Size size() { return std::getenv("CUELAB_LONG") != nullptr ? Size{50, 100'000} : Size{6, 10'000}; }

class Dice {
 public:
  explicit Dice(std::uint64_t seed) : random_(seed) {}
  double between(double a, double b) {
    return a + (b - a) * static_cast<double>(random_() >> 11) * 0x1p-53;
  }

 private:
  std::mt19937_64 random_;
};

/// A cut shot at a pocket, or a hit that is to leave the struck ball in a zone.
ShapingProblem random_problem(Dice& dice, bool with_zone) {
  ShapingProblem problem;
  Scene& scene = problem.scene;
  scene = *make_scene("pool-9ft");
  const double radius = find_preset("pool-9ft")->ball_radius;
  const Vec2 corner = scene.table.pockets[0].centre;
  const Vec2 inward = (1.0 / norm(corner)) * (-1.0 * corner);
  const double turn = dice.between(-0.3, 0.3);
  const Vec2 line{inward.x - turn * inward.y, inward.y + turn * inward.x};
  const Vec2 target = corner + dice.between(0.4, 0.7) * line;
  const double cut = dice.between(-0.6, 0.6);
  const Vec2 from{line.x - cut * line.y, line.y + cut * line.x};
  for (const Vec2 at : {target + dice.between(0.3, 0.5) * from, target}) {
    Ball ball;
    ball.id = std::to_string(scene.balls.size());
    ball.spec.radius = radius;
    ball.start.r = {at.x, at.y, radius};
    scene.balls.push_back(ball);
  }
  const Vec2 ghost = target + 2.0 * radius * line;
  const Vec2 way = ghost - flat(scene.balls[0].start.r);
  scene.shot = Shot{.speed = dice.between(1.0, 2.5),
                    .heading = std::atan2(way.y, way.x),
                    .side = dice.between(-0.2, 0.2),
                    .height = dice.between(-0.2, 0.2)};
  problem.unknowns = {{.quantity = Quantity::speed, .min = 0.1, .max = 6.0}};
  problem.goals = {{.kind = Goal::Kind::pot, .ball = 1}};
  if (with_zone) {
    const Trajectory run = simulate_event(scene);
    problem.goals = {{.kind = Goal::Kind::first_hit, .ball = 0, .other = 1},
                     {.kind = Goal::Kind::stop,
                      .ball = 0,
                      .at = flat(run.final[0].r),
                      .tolerance = dice.between(0.05, 0.3)}};
  }
  return problem;
}

TEST(MakeRegion, HasTheChanceOfExecutions) {
  Dice dice(50);
  const auto [shots, executions] = size();
  int uncertain = 0;
  int beyond_two = 0;
  for (int shot = 0; shot < shots; ++shot) {
    const ShapingProblem problem = random_problem(dice, shot % 2 == 1);
    ASSERT_FALSE(find_fault(problem));
    const std::vector<double> x{problem.scene.shot->speed};
    const MakeRegion region =
        make_region(problem, x, {.simulations = executions, .seed = 3, .parallel = on_all_cores});
    const auto n = static_cast<double>(executions);
    const double plain = chance_of(problem, x, executions, 4);
    const double spread = std::sqrt(plain * (1.0 - plain) / n);
    // both estimates are uncertain; 1e-4 of the noise is beyond the region
    const double error = std::sqrt(spread * spread + region.standard_error * region.standard_error);
    EXPECT_NEAR(region.chance, plain, 3.0 * error + 1e-4) << "shot " << shot;
    EXPECT_LE(region.standard_error, 1.05 * spread + 1e-4) << "strata must not make it worse";
    uncertain += plain > 0.02 && plain < 0.98 ? 1 : 0;
    beyond_two += std::abs(region.chance - plain) > 2.0 * error + 1e-4 ? 1 : 0;
  }
  EXPECT_GE(2 * uncertain, shots);
  EXPECT_LE(beyond_two, 1 + shots / 10);
}

/// A straight pot: the region has the width that geometry gives it.
TEST(MakeRegion, HasTheWidthThatGeometryGives) {
  ShapingProblem problem;
  Scene& scene = problem.scene;
  scene = *make_scene("open");
  constexpr double R = 0.028575;
  for (const double x : {0.0, 1.0}) {
    Ball ball;
    ball.id = std::to_string(scene.balls.size());
    ball.start.r = {x, 0.0, R};
    scene.balls.push_back(ball);
  }
  scene.shot = Shot{.speed = 2.0, .heading = 0.0};
  problem.unknowns = {{.quantity = Quantity::speed, .min = 0.1, .max = 6.0}};
  problem.goals = {{.kind = Goal::Kind::first_hit, .ball = 0, .other = 1}};
  problem.noise.noise = {.heading = 0.05, .speed = 0.01};
  // hits if |heading| < asin(2 R / distance); a share erf(z / sqrt 2) of a normal distribution
  const double z = std::asin(2.0 * R) / 0.05;
  const double expected = std::erf(z / std::sqrt(2.0));
  const std::vector<double> x{2.0};
  const MakeRegion region = make_region(problem, x, {.simulations = 40000});
  EXPECT_NEAR(region.chance, expected, 3.0 * region.standard_error + 1e-4);
  EXPECT_LT(region.standard_error, 1e-3);
  // cells well inside and well outside
  const std::size_t columns = region.headings.size() - 1;
  constexpr double degrees = 180.0 / 3.14159265358979323846;
  for (std::size_t c = 0; c < region.success.size(); ++c) {
    const double low = region.headings[c % columns];
    const double high = region.headings[c % columns + 1];
    const double edge = std::asin(2.0 * R) * degrees;
    const bool outside = high < -edge || low > edge;
    const bool inside = low > -edge && high < edge;
    if (outside || inside) {
      EXPECT_EQ(region.success[c], inside ? 1.0 : 0.0) << low;
    }
  }
}

}  // namespace
}  // namespace cuelab
