// Derivatives through events against closed forms and invariants.
#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <numbers>

#include "cuelab/cuelab.hpp"

namespace cuelab {
namespace {

constexpr double R = 0.028575;

/// Balls on a plane without friction.
Scene frictionless_plane(std::initializer_list<BallState> states) {
  Scene scene = *make_scene("open");
  scene.physics.cloth = CoulombCloth{.sliding = 0.0, .rolling = 0.0, .spinning = 0.0};
  scene.physics.ball_ball = Frictionless{1.0};
  scene.run.t_max = 2.0;
  for (const BallState& s : states) {
    Ball ball;
    ball.id = std::to_string(scene.balls.size());
    ball.start = s;
    scene.balls.push_back(ball);
  }
  return scene;
}

BallState moving(Vec2 r, Vec2 v) { return {.r = {r.x, r.y, R}, .v = {v.x, v.y, 0.0}, .w = {}}; }

/// Horizontal position and velocity of every ball, one column per component.
std::vector<StateTangent> planar_columns(std::size_t balls) {
  const std::size_t columns = 4 * balls;
  std::vector<StateTangent> start(balls * columns);
  for (std::size_t ball = 0; ball < balls; ++ball) {
    StateTangent* row = &start[ball * columns + 4 * ball];
    row[0].r.x = row[1].r.y = row[2].v.x = row[3].v.y = 1.0;
  }
  return start;
}

double planar_entry(const Derivatives& d, std::size_t row, std::size_t column) {
  const StateTangent& s = d.final[row / 4 * d.columns + column];
  return std::array{s.r.x, s.r.y, s.v.x, s.v.y}[row % 4];
}

double determinant(const Derivatives& d) {
  const std::size_t n = d.columns;
  std::vector<std::vector<double>> m(n, std::vector<double>(n));
  for (std::size_t i = 0; i < n; ++i) {
    for (std::size_t j = 0; j < n; ++j) m[i][j] = planar_entry(d, i, j);
  }
  double det = 1.0;
  for (std::size_t k = 0; k < n; ++k) {
    std::size_t pivot = k;
    for (std::size_t i = k; i < n; ++i) {
      if (std::abs(m[i][k]) > std::abs(m[pivot][k])) pivot = i;
    }
    if (pivot != k) {
      std::swap(m[pivot], m[k]);
      det = -det;
    }
    det *= m[k][k];
    for (std::size_t i = k + 1; i < n; ++i) {
      const double factor = m[i][k] / m[k][k];
      for (std::size_t j = k; j < n; ++j) m[i][j] -= factor * m[k][j];
    }
  }
  return det;
}

TEST(Derivatives, EqualElasticBallsHeadOnSwap) {
  const Scene scene = frictionless_plane({moving({-0.5, 0.0}, {1.0, 0.0}), moving({}, {})});
  const Trajectory run = simulate_event(scene);
  ASSERT_EQ(run.events.size(), 1U);
  const Derivatives d = differentiate_from(scene, run, planar_columns(2));
  ASSERT_TRUE(d.is_defined(0) && d.is_defined(1));

  // along the line: positions and velocities are exchanged
  const double t = run.events[0].t;
  const double left = scene.run.t_max - t;
  constexpr double rounding = 1e-12;
  EXPECT_NEAR(planar_entry(d, 2, 2), 0.0, rounding);  // dv_a / dv_a0
  EXPECT_NEAR(planar_entry(d, 6, 2), 1.0, rounding);  // dv_b / dv_a0
  EXPECT_NEAR(planar_entry(d, 0, 0), 0.0, rounding);
  EXPECT_NEAR(planar_entry(d, 4, 0), 1.0, rounding);
  EXPECT_NEAR(planar_entry(d, 0, 4), 1.0, rounding);
  EXPECT_NEAR(planar_entry(d, 4, 4), 0.0, rounding);
  EXPECT_NEAR(d.event_times[0], -1.0, rounding);  // starts nearer by 1 m: earlier by 1 m / v
  EXPECT_NEAR(d.event_times[4], 1.0, rounding);

  // across it: the normal turns by the offset / 2R and takes the ball's velocity with it
  EXPECT_NEAR(planar_entry(d, 7, 1), -1.0 / (2.0 * R), 1e-12 / R);
  EXPECT_NEAR(planar_entry(d, 5, 1), -left / (2.0 * R), 1e-12 / R);
  EXPECT_NEAR(planar_entry(d, 3, 1), 1.0 / (2.0 * R), 1e-12 / R);
  EXPECT_NEAR(planar_entry(d, 7, 3), -t / (2.0 * R), 1e-12 / R);  // dv_b,y / dv_a,y
}

TEST(Derivatives, SlidingAndRollingToRest) {
  Scene scene = *make_scene("open");
  constexpr double mu = 0.2;
  constexpr double mu_r = 0.01;
  constexpr double v = 1.7;
  scene.physics.cloth = CoulombCloth{.sliding = mu, .rolling = mu_r, .spinning = 0.0127};
  Ball ball;
  ball.id = "cue";
  ball.start = moving({0.1, 0.2}, {v, 0.0});
  scene.balls.push_back(ball);
  const Trajectory run = simulate_event(scene);
  const double g = scene.physics.gravity;
  const double x = 12.0 / 49.0 * v * v / (mu * g) + 25.0 / 98.0 * v * v / (mu_r * g);
  ASSERT_NEAR(run.final[0].r.x - 0.1, x, 1e-12);

  std::vector<SceneNumber> numbers;
  for (const char* key : {"balls.0.velocity.0", "balls.0.velocity.1", "physics.cloth.sliding",
                          "physics.cloth.rolling", "physics.gravity", "balls.0.position.0"}) {
    numbers.push_back(*SceneNumber::find(scene, key));
  }
  const auto d = differentiate(scene, run, numbers);
  ASSERT_TRUE(d);
  ASSERT_TRUE(d->is_defined(0));
  const auto& r = d->final;
  EXPECT_NEAR(r[0].r.x, 2.0 * x / v, 1e-11 * x);
  EXPECT_NEAR(r[1].r.y, x / v, 1e-11 * x);  // the path turns
  EXPECT_NEAR(r[1].r.x, 0.0, 1e-11 * x);
  EXPECT_NEAR(r[2].r.x, -12.0 / 49.0 * v * v / (mu * mu * g), 1e-10 * x);
  EXPECT_NEAR(r[3].r.x, -25.0 / 98.0 * v * v / (mu_r * mu_r * g), 1e-9 * x / mu_r);
  EXPECT_NEAR(r[4].r.x, -x / g, 1e-10 * x);
  EXPECT_NEAR(r[5].r.x, 1.0, 1e-12);
  const double slide = 2.0 * v / (7.0 * mu * g);
  EXPECT_NEAR(d->event_times[0], slide / v, 1e-11);
  EXPECT_NEAR(d->event_times[6], slide / v + 5.0 / 7.0 / (mu_r * g), 1e-9);
  EXPECT_NEAR(d->event_times[2], -slide / mu, 1e-9);
}

TEST(Derivatives, ElasticFlowPreservesPhaseVolume) {
  const Scene pair =
      frictionless_plane({moving({-0.5, 0.021}, {1.3, 0.1}), moving({0.1, 0.01}, {-0.4, 0.13})});
  const Trajectory met = simulate_event(pair);
  ASSERT_EQ(met.events.size(), 1U);
  EXPECT_NEAR(std::abs(determinant(differentiate_from(pair, met, planar_columns(2)))), 1.0, 1e-9);

  Scene table = *make_scene("carom-10ft");
  table.physics.cloth = CoulombCloth{.sliding = 0.0, .rolling = 0.0, .spinning = 0.0};
  table.physics.cushion = Mirror{1.0};
  table.run.t_max = 3.0;
  Ball ball;
  ball.id = "cue";
  ball.spec.radius = find_preset("carom-10ft")->ball_radius;
  ball.start = {.r = {0.2, 0.1, ball.spec.radius}, .v = {1.4, 0.9, 0.0}, .w = {}};
  table.balls.push_back(ball);
  const Trajectory banked = simulate_event(table);
  ASSERT_GE(banked.events.size(), 2U);
  const Derivatives d = differentiate_from(table, banked, planar_columns(1));
  ASSERT_TRUE(d.is_defined(0));
  EXPECT_NEAR(std::abs(determinant(d)), 1.0, 1e-12);
}

/// A cut shot with side over two cushions.
Scene cut_shot() {
  Scene scene = *make_scene("pool-9ft");
  for (const Vec2 at : {Vec2{-0.6, -0.1}, Vec2{0.2, 0.1}, Vec2{0.7, 0.3}}) {
    Ball ball;
    ball.id = std::to_string(scene.balls.size());
    ball.start = moving(at, {});
    scene.balls.push_back(ball);
  }
  const double heading = *aim_at(scene.balls[0], scene.balls[1], 0.3);
  scene.shot = Shot{.speed = 3.0, .heading = heading, .side = 0.2, .height = 0.1};
  return scene;
}

TEST(Derivatives, PartsOfARunMultiply) {
  Scene scene = cut_shot();
  std::vector<SceneNumber> numbers;
  for (const char* key : {"shot.speed", "shot.heading", "shot.side", "shot.height"}) {
    numbers.push_back(*SceneNumber::find(scene, key));
  }
  const Trajectory whole = simulate_event(scene);
  const auto all = differentiate(scene, whole, numbers);
  ASSERT_TRUE(all);

  // the first part up to a time at which balls slide, roll and spin
  Scene first = scene;
  first.run.t_max = 0.9;
  const Trajectory one = simulate_event(first);
  const auto begun = differentiate(first, one, numbers);
  ASSERT_TRUE(begun);
  EventEngine engine(scene);
  Trajectory two;
  engine.run(one.final, two);
  ASSERT_GT(two.events.size(), 3U);
  const Derivatives joined = differentiate_from(scene, two, begun->final);
  for (std::size_t ball = 0; ball < 3; ++ball) {
    ASSERT_TRUE(all->is_defined(ball) && joined.is_defined(ball));
    for (std::size_t c = 0; c < 4; ++c) {
      const Vec3 a = all->final[ball * 4 + c].r;
      const Vec3 b = joined.final[ball * 4 + c].r;
      EXPECT_LE(norm(a - b), 1e-9 * (1e-3 + norm(a))) << ball << ' ' << c;
    }
  }
}

TEST(Derivatives, SampledAtAnyTime) {
  // the derivative of the state at a time between events is that of a run that ends there
  const Scene scene = cut_shot();
  const std::vector<SceneNumber> numbers{*SceneNumber::find(scene, "shot.heading"),
                                         *SceneNumber::find(scene, "shot.side")};
  const Trajectory whole = simulate_event(scene);
  const auto all = differentiate(scene, whole, numbers);
  for (const double t : {0.0, 0.1, 0.4, 1.1, 2.3}) {
    Scene part = scene;
    part.run.t_max = t;
    const auto ends = differentiate(part, simulate_event(part), numbers);
    ASSERT_TRUE(ends);
    for (std::uint32_t ball = 0; ball < 3; ++ball) {
      const std::uint32_t k = piece_at(whole, ball, t);
      for (std::size_t c = 0; c < 2; ++c) {
        const StateTangent a = tangent_on(whole.pieces[k], all->pieces[k * 2 + c], t);
        const StateTangent& b = ends->final[ball * 2 + c];
        EXPECT_LE(norm(a.r - b.r), 1e-12 * (1.0 + norm(b.r)));
        EXPECT_LE(norm(a.v - b.v), 1e-12 * (1.0 + norm(b.v)));
        EXPECT_LE(norm(a.w - b.w), 1e-10 * (1.0 + norm(b.w)));
      }
    }
  }
}

}  // namespace
}  // namespace cuelab
