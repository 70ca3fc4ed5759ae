// How a run of the event engine grows with its stroke: exact derivatives against neighbouring runs.
#include <gtest/gtest.h>

#include "cuelab/compare.hpp"
#include "cuelab/io.hpp"
#include "cuelab/run.hpp"

namespace cuelab {
namespace {

constexpr double degrees_per_radian = 57.29577951308232;

std::vector<double> times_to(double end) {
  std::vector<double> times;
  for (int k = 0; k <= 200; ++k) times.push_back(end * k / 200.0);
  return times;
}

/// A change of the stroke by p: its heading [rad], or its speed relative to itself.
enum class Change : std::uint8_t { heading, speed };

SampledRun neighbour(Scene scene, Change change, double p, const std::vector<double>& times) {
  if (change == Change::heading) scene.shot->heading += p;
  if (change == Change::speed) scene.shot->speed *= 1.0 + p;
  const auto run = simulate(scene, {.t_max = times.back(), .at = times});
  SampledRun sampled{.impacts = impacts_of(scene, run->trajectory)};
  for (const Snapshot& snapshot : run->samples) {
    auto& states = sampled.states.emplace_back();
    for (const Sample& body : snapshot.bodies) states.push_back(body.state);
  }
  return sampled;
}

Amplification by_neighbours(const Scene& scene, Change change, double step,
                            const std::vector<double>& times) {
  const SampledRun base = neighbour(scene, change, 0.0, times);
  const SampledRun plus = neighbour(scene, change, step, times);
  const SampledRun minus = neighbour(scene, change, -step, times);
  return amplification({scene, plus, base, minus, step, scene.balls[0].spec.radius}, times);
}

Amplification by_derivatives(const Scene& scene, Change change, const std::vector<double>& times) {
  const Trajectory run = simulate(scene, {.t_max = times.back()})->trajectory;
  const bool turns = change == Change::heading;
  const auto number = SceneNumber::find(scene, turns ? "shot.heading" : "shot.speed");
  const auto derivatives = differentiate(scene, run, {&*number, 1});
  const double per_unit = turns ? degrees_per_radian : scene.shot->speed;
  return amplification(ExactTangents{scene, run, *derivatives, 0, per_unit}, times);
}

TEST(Sensitivity, ExactDerivativesAndNeighboursAgree) {
  for (const char* name : {"cut_left_side", "three_cushion", "break_9ball"}) {
    Scene scene = *load_named_scene(name);
    scene.run.engine = Engine::event;
    const bool is_break = scene.balls.size() > 3;
    const std::vector<double> times = times_to(is_break ? 0.5 : 4.0);
    for (const Change change : {Change::heading, Change::speed}) {
      SCOPED_TRACE(std::string(name) + (change == Change::heading ? " heading" : " speed"));
      const Amplification exact = by_derivatives(scene, change, times);
      EXPECT_FALSE(exact.undefined);
      EXPECT_EQ(exact.values.size(), times.size());
      const Amplification near = by_neighbours(scene, change, 1e-8, times);
      ASSERT_GT(near.values.size(), times.size() / 4);
      EXPECT_GT(near.values.back(), 0.1);
      EXPECT_LT(relative_difference(exact, near), is_break ? 1e-2 : 1e-5);
    }
  }
}

// A ball that only rolls turns with the stroke: the change is the distance covered. It goes on to
// the end of the run, where neighbours are as far apart as their limit allows.
TEST(Sensitivity, OfALoneBallIsTheDistanceCovered) {
  Scene scene = *make_scene("open");
  scene.balls = {{.id = "cue", .spec = {}, .start = {.r = {0.0, 0.0, BallSpec{}.radius}}}};
  scene.shot = Shot{.speed = 2.0};
  const std::vector<double> times = times_to(3.0);
  const Amplification exact = by_derivatives(scene, Change::heading, times);
  const SampledRun run = neighbour(scene, Change::heading, 0.0, times);
  ASSERT_EQ(exact.values.size(), times.size());
  for (std::size_t k = 0; k < times.size(); ++k) {
    EXPECT_NEAR(exact.values[k], run.states[k][0].r.x, 1e-12);
  }
}

// Two neighbours of a ball that just misses another hit it; the derivative is that of the miss.
TEST(Sensitivity, GoesOnWhereNeighboursHaveOtherImpacts) {
  constexpr double R = BallSpec{}.radius;
  Scene scene = *make_scene("open");
  scene.balls = {{.id = "cue", .spec = {}, .start = {.r = {0.0, 0.0, R}}},
                 {.id = "1", .spec = {}, .start = {.r = {1.0, 2.0 * R + 1e-9, R}}}};
  scene.shot = Shot{.speed = 2.0};
  const std::vector<double> times = times_to(2.0);
  const Amplification near = by_neighbours(scene, Change::heading, 1e-7, times);
  ASSERT_TRUE(near.differs);
  EXPECT_LT(near.values.size(), times.size());
  const Amplification exact = by_derivatives(scene, Change::heading, times);
  ASSERT_EQ(exact.values.size(), times.size());
  EXPECT_LT(relative_difference(exact, near), 1e-6);
  EXPECT_EQ(joined(exact, near).values, exact.values);
}

// What a ball that lies in a pocket would have done does not count.
TEST(Sensitivity, APocketIsOnePlace) {
  Scene scene = *load_named_scene("cut_left_side");
  scene.run.engine = Engine::event;
  const Trajectory run = simulate(scene)->trajectory;
  ASSERT_EQ(run.final[1].motion, Motion::pocketed);
  const std::vector<double> times{run.t_end};
  const auto number = SceneNumber::find(scene, "shot.heading");
  const auto derivatives = differentiate(scene, run, {&*number, 1});
  const Amplification exact = amplification(ExactTangents{scene, run, *derivatives, 0}, times);
  EXPECT_EQ(exact.values[0], norm(derivatives->final[0].r));
  EXPECT_GT(norm(derivatives->final[0].r), 0.0);
}

// Balls pressed together have no derivatives; what neighbours say is used from there on.
TEST(Sensitivity, EndsWhereABallHasNoDerivative) {
  const Amplification exact{
      .values = {0.0, 1.0}, .undefined = 1.5, .reason = Undefined::lasting_contact};
  const Amplification near{.values = {0.0, 1.1, 2.2}, .differs = 3.0};
  EXPECT_EQ(joined(exact, near).values, (std::vector<double>{0.0, 1.0, 2.2}));
  EXPECT_NEAR(relative_difference(exact, near), 0.1 / 1.1, 1e-15);
}

}  // namespace
}  // namespace cuelab
