// Whole shots with the hybrid engine.
#include <gtest/gtest.h>

#include <algorithm>

#include "cuelab/cuelab.hpp"
#include "smooth/geometry.hpp"
#include "support/touching_balls.hpp"

namespace cuelab::testing {
namespace {

constexpr double R = TouchingBalls::R;

/// A break of a nine-ball rack that touches.
Scene nine_ball_break(double speed) {
  const std::vector<std::string> touching{"rack.gap=0", "rack.jitter=0"};
  Scene scene = *load_scene(CUELAB_SOURCE_DIR "/scenes/break_9ball.toml", touching);
  scene.shot->speed = speed;
  scene.run.engine = Engine::hybrid;
  return scene;
}

TEST(Hybrid, SymmetricBreaksStaySymmetric) {
  for (const double gap : {0.0, 1e-4}) {
    const TouchingBalls balls = TouchingBalls{}.strike(8.0).triangle(5, gap);
    const Trajectory run = balls.run(Engine::hybrid, 0.02);
    EXPECT_GT(run.cost.clusters, 0U);
    std::size_t first = 1;  // of a row
    for (std::size_t row = 0; row < 5; ++row) {
      for (std::size_t k = 0; k <= row; ++k) {
        const BallState& a = run.final[first + k];
        const BallState& b = run.final[first + row - k];
        EXPECT_NEAR(a.r.x, b.r.x, 1e-9) << row << " " << k;
        EXPECT_NEAR(a.r.y, -b.r.y, 1e-9) << row << " " << k;
      }
      first += row + 1;
    }
  }
}

TEST(Hybrid, ClustersKeepMomentum) {
  TouchingBalls balls = TouchingBalls{}.strike(8.0, 0.0, 0.004).triangle(5, 1e-5);
  balls.scene.physics.cloth = CoulombCloth{.sliding = 0.0, .rolling = 0.0, .spinning = 0.0};
  balls.scene.smooth.held = true;
  for (const auto integrator : {Hybrid::Integrator::accurate, Hybrid::Integrator::fast}) {
    balls.scene.hybrid.integrator = integrator;
    const Trajectory run = balls.run(Engine::hybrid, 0.02);
    Vec3 sum{};
    for (const BallState& s : run.final) sum += s.v;
    EXPECT_NEAR(sum.x / 8.0, 1.0, 1e-12);
    EXPECT_NEAR(sum.y / 8.0, 0.0, 1e-12);
  }
}

TEST(Hybrid, TheLedgerOfClustersCloses) {
  Scene scene = nine_ball_break(7.0);
  scene.run.t_max = 1.0;
  for (const double rel_tol : {1e-5, 1e-9}) {
    scene.hybrid.rel_tol = rel_tol;
    const EnergyLedger ledger = simulate(scene)->trajectory.ledger;
    EXPECT_LT(ledger.error / ledger.initial, std::max(2.0 * rel_tol, 1e-8)) << rel_tol;
    double sum = ledger.kinetic + ledger.potential;
    for (const EnergySink& sink : ledger.sinks) sum += sink.work;
    EXPECT_NEAR(sum, ledger.initial, 1e-12 * ledger.initial);
    // what balls lose when they leave a cluster, with contacts as good as over, is little
    for (const EnergySink& sink : ledger.sinks) {
      if (sink.name != "end of clusters") continue;
      EXPECT_LT(std::abs(sink.work), 1e-3 * ledger.initial);
    }
  }
}

// With compliant cushions nine-ball breaks follow the smooth engine, hops of the balls included.
TEST(Hybrid, BreaksFollowTheSmoothEngine) {
  for (const double speed : {6.0, 8.0, 10.0}) {
    Scene scene = nine_ball_break(speed);
    scene.hybrid.compliant_cushions = true;
    scene.hybrid.rel_tol = 1e-8;
    scene.smooth.integration.rel_tol = 1e-10;
    const RunOptions options{.t_max = 0.4, .at = {0.4}};
    const RunResult hybrid = *simulate(scene, options);
    scene.run.engine = Engine::smooth;
    const RunResult smooth = *simulate(scene, options);
    scene.run.engine = Engine::event;
    const RunResult event = *simulate(scene, options);
    EXPECT_LT(position_difference(hybrid.trajectory, smooth.trajectory), 2e-4) << speed;
    EXPECT_GT(position_difference(event.trajectory, smooth.trajectory), 0.1) << speed;
  }
}

// A ball that falls from 2 cm: the forces of the cloth, bounce by bounce.
TEST(Hybrid, LandingsAreIntegratedWithCompliantCushions) {
  for (const double spin : {0.0, 60.0}) {
    TouchingBalls balls = TouchingBalls{}.add({0.0, 0.0}, {0.5, 0.0}, R + 0.02);
    balls.scene.balls[0].start.w = {0.0, spin, 0.0};
    balls.scene.hybrid.rel_tol = 1e-8;
    balls.scene.smooth.integration.rel_tol = 1e-10;
    const Trajectory smooth = balls.run(Engine::smooth, 1.0);
    const Trajectory instant = balls.run(Engine::hybrid, 1.0);
    EXPECT_EQ(instant.cost.clusters, 0U);
    balls.scene.hybrid.compliant_cushions = true;
    const Trajectory forces = balls.run(Engine::hybrid, 1.0);
    EXPECT_GT(forces.cost.clusters, 2U);
    const auto landings = [](const Trajectory& run) {
      return std::ranges::count(run.events, EventType::ball_slate, &Event::type);
    };
    EXPECT_GE(landings(forces), landings(instant));
    EXPECT_LT(position_difference(forces, smooth), 1e-5) << spin;
    EXPECT_LT(velocity_difference(forces, smooth), 1e-4) << spin;
    EXPECT_GT(position_difference(instant, smooth), 1e-5) << spin;
    EXPECT_LT(forces.ledger.error, 1e-6 * forces.ledger.initial);
  }
}

TEST(Hybrid, AnImpactAloneIsThatOfTheForces) {
  for (const double cut : {0.0, 0.3, 0.8, 1.2}) {
    for (const double speed : {1.0, 3.0}) {
      const TouchingBalls balls =
          TouchingBalls{}.row(1, 0.0).strike(speed, 0.0, 2.0 * R * sin_cos(cut).sin);
      const Trajectory smooth = balls.run(Engine::smooth, 0.008);
      const Trajectory hybrid = balls.run(Engine::hybrid, 0.008);
      EXPECT_EQ(hybrid.cost.clusters, 0U);
      EXPECT_LT(velocity_difference(hybrid, smooth) / speed, 1e-3) << cut << " " << speed;
      EXPECT_LT(position_difference(hybrid, smooth), 1e-5) << cut << " " << speed;
      // the same impact integrated
      TouchingBalls integrated = balls;
      integrated.scene.hybrid.rel_tol = 1e-10;
      const Trajectory cluster = integrated.run(Engine::hybrid, 0.008);
      EXPECT_EQ(cluster.cost.clusters, cut > 0.0 ? 1U : 0U);
      EXPECT_LT(velocity_difference(hybrid, cluster) / speed, 5e-4) << cut << " " << speed;
      EXPECT_LT(position_difference(hybrid, cluster), 1e-5) << cut << " " << speed;
    }
  }
}

// A contact that lasts much longer than an elastic one is integrated: others may come near.
TEST(Hybrid, LongContactsAreIntegrated) {
  Scene scene = *load_scene(CUELAB_SOURCE_DIR "/scenes/cut_left_side.toml");
  scene.run.engine = Engine::hybrid;
  EXPECT_EQ(simulate(scene)->trajectory.cost.clusters, 0U);
  const std::vector<std::string> plastic{"physics.ball_ball.restitution=0.02"};
  scene = *load_scene(CUELAB_SOURCE_DIR "/scenes/cut_left_side.toml", plastic);
  scene.run.engine = Engine::hybrid;
  EXPECT_GT(simulate(scene)->trajectory.cost.clusters, 0U);
}

// A jaw without a rounding does not tell on which side of a nose the rubber is.
TEST(Hybrid, ACushionWithSharpEndsLiesBehindItsNose) {
  Scene scene;
  scene.table.length = 2.0;
  scene.table.width = 1.27;
  scene.table.cushion_height = 1.27 * R;
  scene.table.cushions = {{"left", {-1.0, 0.635}, {1.0, 0.635}}};
  const BallSpec ball;
  scene.balls = {{.id = "cue", .spec = ball, .start = {.r = {0.0, 0.5, R}, .v = {0.3, 2.0, 0.0}}},
                 {.id = "1", .spec = ball, .start = {.r = {0.0, 0.635 - R, R}}}};
  scene.run.engine = Engine::hybrid;
  scene.run.t_max = 1.0;
  const Trajectory open = simulate(scene)->trajectory;
  scene.table.jaws = {{"sharp", {-1.0, 0.635}, 0.0}};
  const Trajectory sharp = simulate(scene)->trajectory;
  EXPECT_GT(sharp.cost.clusters, 0U);
  EXPECT_LT(sharp.final[1].r.y, 0.635 - R);
  EXPECT_LT(position_difference(open, sharp), 1e-12);
}

// The rubber of a facing at a sharp jaw lies behind the nose, not in the mouth of the pocket: a
// ball there does not begin inside it, flung out with energy from nowhere.
TEST(Hybrid, TheMouthOfAPocketWithSharpJawsIsEmpty) {
  Scene scene = *make_scene("pool-9ft");
  scene.table.contact = CushionContact::line;
  const Vec2 corner{-0.5 * scene.table.length, 0.5 * scene.table.width};
  const Vec2 nose = corner + Vec2{0.07, 0.0};
  scene.table.cushions = {{"nose", {-0.1, corner.y}, nose},
                          {"facing", nose, corner + Vec2{0.01, 0.06}}};
  scene.table.jaws = {{"sharp", nose, 0.0}};
  const Vec2 mouth = nose + Vec2{-0.015, -0.023};  // the ball nearly touches the tip
  for (const Obstacle& obstacle : pool_system(scene).obstacles) {
    for (const Part& part : obstacle.parts) {
      if (part.agent.kind == AgentKind::pocket) continue;
      EXPECT_GT(smooth::gap_to(part.shape, {mouth.x, mouth.y, R}, 0.9 * R).gap, 0.0);
      const Vec2 rubber = nose + Vec2{0.005, 0.01};  // between nose and facing
      if (part.agent.kind == AgentKind::jaw) continue;
      const double high = scene.table.cushion_height;
      EXPECT_LT(smooth::gap_to(part.shape, {rubber.x, rubber.y, high - 0.001}, 0.001).gap, 0.0);
    }
  }
}

TEST(Hybrid, TheSameBitsTwice) {
  const Scene scene = nine_ball_break(8.0);
  HybridEngine engine(scene);
  Trajectory run;
  engine.run(struck(scene), run);
  const std::uint64_t first = hash_of(run);
  engine.run(*scene.shot, run);
  EXPECT_EQ(hash_of(run), first);
  EXPECT_EQ(hash_of(simulate(scene)->trajectory), first);
}

TEST(Hybrid, EndsAtTheTimeLimitWithinACluster) {
  Scene scene = nine_ball_break(8.0);
  const Trajectory whole = simulate(scene)->trajectory;
  ASSERT_FALSE(whole.contacts.empty());
  scene.run.t_max = whole.events[whole.contacts[0].begin].t + 1e-4;
  const Trajectory run = simulate(scene)->trajectory;
  EXPECT_EQ(run.stop, StopReason::t_max);
  EXPECT_EQ(run.t_end, scene.run.t_max);
  const Replay replay(whole);
  for (std::size_t i = 0; i < run.final.size(); ++i) {
    EXPECT_NEAR(norm(run.final[i].r - replay.state(i, run.t_end).r), 0.0, 5e-6) << i;
  }
}

}  // namespace
}  // namespace cuelab::testing
