// One ball on the patch cloth in the event and the smooth engine: figures of the integral model,
// the tolerance of the pieces, energy.
#include <gtest/gtest.h>

#include <cmath>
#include <random>

#include "cuelab/cuelab.hpp"
#include "support/patch_ball.hpp"
#include "support/smooth_scenes.hpp"

namespace cuelab::testing {
namespace {

constexpr double R = BallSpec{}.radius;

/// A ball on an endless patch cloth; it keeps its height in the smooth engine.
Scene lone_ball(const Vec2& v, const Vec3& w, const PatchCloth& cloth = pool_patch()) {
  Scene scene = *make_scene("open");
  scene.physics.cloth = cloth;
  scene.smooth.held = true;
  scene.run.t_max = 100.0;
  scene.balls = {{"cue", {}, {.r = {0.0, 0.0, R}, .v = {v.x, v.y, 0.0}, .w = w}}};
  return scene;
}

Vec2 stop_by_event(const Scene& scene) { return flat(simulate_event(scene).final[0].r); }
Vec2 stop_by_forces(const Scene& scene) { return flat(run_of(scene).trajectory.final[0].r); }

TEST(PatchEngines, ANaturalRollStopsWhereACoulombBallDoes) {
  const Scene scene = lone_ball({1.5, 0.0}, {0.0, 1.5 / R, 0.0});
  for (const Vec2 stop : {stop_by_event(scene), stop_by_forces(scene)}) {
    EXPECT_NEAR(stop.x, 1.5 * 1.5 / (2.0 * 0.01 * 9.81), 3e-3);
    EXPECT_LT(std::abs(stop.y), 1e-9);
  }
}

TEST(PatchEngines, WithoutDistortionSideSpinBendsNoPath) {
  PatchCloth even = pool_patch();
  even.distortion = 0.0;
  Scene scene = lone_ball({1.5, 0.0}, {0.0, 1.5 / R, 80.0}, even);
  scene.run.t_max = 2.0;
  EXPECT_LT(std::abs(stop_by_event(scene).y), 1e-9);
  EXPECT_LT(std::abs(stop_by_forces(scene).y), 1e-9);
}

TEST(PatchEngines, SideSpinBendsARollAwayFromIt) {
  // left spin bends to the right, four and a half times more if the ball's surface decides
  const auto rolling = [](double side, RollingVelocity velocity) {
    PatchCloth cloth = pool_patch();
    cloth.rolling_velocity = velocity;
    return lone_ball({1.5, 0.0}, {0.0, 1.5 / R, side}, cloth);
  };
  const Scene left = rolling(80.0, RollingVelocity::patch);
  const Vec2 event = stop_by_event(left);
  for (const Vec2 stop : {event, stop_by_forces(left)}) {
    EXPECT_NEAR(stop.x, 11.4789, 1e-3);
    EXPECT_NEAR(stop.y, -0.02086, 2e-4);
  }
  const Vec2 mirrored = stop_by_event(rolling(-80.0, RollingVelocity::patch));
  EXPECT_NEAR(mirrored.x, event.x, 1e-9);
  EXPECT_NEAR(mirrored.y, -event.y, 1e-9);

  const Scene surface = rolling(80.0, RollingVelocity::surface);
  EXPECT_NEAR(stop_by_event(surface).y, -0.0935, 1e-3);
  EXPECT_NEAR(stop_by_forces(surface).y, -0.0935, 1e-3);
  const Vec2 mean = stop_by_event(rolling(80.0, RollingVelocity::mean));
  EXPECT_LT(mean.y, -0.021);
  EXPECT_GT(mean.y, -0.0935);
}

TEST(PatchEngines, AMasseCurvesAsTheIntegralModelSays) {
  Scene scene = lone_ball({1.0, 0.0}, {-60.0, 0.0, 200.0});
  const Vec2 early = flat(Replay(simulate_event(scene)).state(0, 0.5).r);
  EXPECT_NEAR(early.x, 0.39677, 2e-4);
  EXPECT_NEAR(early.y, 0.15936, 2e-4);
  for (const Vec2 stop : {stop_by_event(scene), stop_by_forces(scene)}) {
    EXPECT_NEAR(stop.x, 3.2807, 3e-3);
    EXPECT_NEAR(stop.y, 2.0798, 3e-3);
  }
  std::get<PatchCloth>(scene.physics.cloth).distortion = 0.0;
  scene.run.t_max = 0.5;
  for (const Vec2 at : {stop_by_event(scene), stop_by_forces(scene)}) {
    EXPECT_NEAR(at.x, 0.40271, 2e-4);
    EXPECT_NEAR(at.y, 0.16681, 2e-4);
  }
}

/// A scene with a random ball.
Scene random_ball(std::mt19937_64& random, const PatchCloth& cloth) {
  std::uniform_real_distribution<double> unit(-1.0, 1.0);
  const auto next = [&] { return unit(random); };
  const double side = random() % 3 == 0 ? 0.0 : 120.0 * next();
  return lone_ball({2.0 * next(), 2.0 * next()}, {80.0 * next(), 80.0 * next(), side}, cloth);
}

// The tolerance is of an estimate, which is exceeded in some cases: see docs/guarantees.md.
TEST(PatchEngines, PiecesKeepThePositionAtRestWithinTwiceTheirTolerance) {
  std::mt19937_64 random(11);
  for (int i = 0; i < 12; ++i) {
    PatchCloth cloth = pool_patch();
    cloth.tolerance = i % 2 == 0 ? 1e-6 : 1e-7;
    cloth.rolling_velocity = static_cast<RollingVelocity>(i % 3);
    cloth.resistance = static_cast<RollingResistance>(i / 3 % 2);
    const Scene scene = random_ball(random, cloth);
    const BallState& start = scene.balls[0].start;
    PatchBall reference{.cloth = cloth, .v = flat(start.v), .w = start.w};
    reference.run_to_stop(5e-5, 1e-7);
    EXPECT_LT(norm(stop_by_event(scene) - reference.r), 2.0 * cloth.tolerance) << i;
  }
}

TEST(PatchEngines, RecordedPiecesJoinInPositionAndVelocity) {
  const Scene scene = lone_ball({1.2, 0.3}, {-50.0, 20.0, 90.0});
  const Trajectory run = simulate_event(scene);
  ASSERT_GT(run.pieces.size(), 10U);
  for (std::size_t i = 1; i + 2 < run.pieces.size(); ++i) {  // the last one ends the creep
    const Piece& next = run.pieces[i];
    const BallState end = state_on(run.pieces[i - 1], next.t0);
    EXPECT_LT(norm(end.r - next.r0), 1e-14) << i;
    EXPECT_LT(norm(end.v - next.v0), 1e-13) << i;
    EXPECT_LT(norm(end.w - next.w0), 1e-11) << i;
  }
}

/// Velocities just before an impact are those of the law, wherever in a piece it comes: those of a
/// run that ends there.
TEST(PatchEngines, APieceThatIsCutShortHasTheVelocitiesOfTheLaw) {
  PatchCloth cloth = pool_patch();
  cloth.epsilon = 3e-3;
  Scene scene = lone_ball({0.4, 0.1}, {0.0, 5.0, 12.0}, cloth);
  for (int k = 1; k <= 60; ++k) {
    scene.run.t_max = 0.004 * k;
    const BallState s = simulate_event(scene).final[0];
    PatchBall reference{
        .cloth = cloth, .v = flat(scene.balls[0].start.v), .w = scene.balls[0].start.w};
    for (int i = 0; i < 100 * k; ++i) reference.step(4e-5);
    EXPECT_LT(norm(flat(s.v) - reference.v), 2e-5) << k;
    EXPECT_LT(R * norm(s.w - reference.w), 6e-5) << k;
  }
}

/// Side spin decays and stays at zero: no long step of a slow roll carries it past.
TEST(PatchEngines, SideSpinNeverTurnsRound) {
  for (const double side : {2.0, 7.0, 30.0}) {
    PatchCloth cloth = pool_patch();
    cloth.distortion = 0.06;
    cloth.epsilon = 2e-4;
    const Scene scene = lone_ball({0.57, 0.0}, {0.0, 0.57 / R, side}, cloth);
    const Trajectory run = simulate_event(scene);
    for (const Piece& piece : run.pieces) {
      EXPECT_GT(piece.w0.z, -1e-3 * side) << piece.t0;
      EXPECT_LT(piece.w0.z, std::max(0.0, side - 10.0 * piece.t0) + 0.1) << piece.t0;
    }
  }
}

TEST(PatchEngines, EnergyOnlyFallsAndTheSmoothEngineAccountsForIt) {
  std::mt19937_64 random(12);
  for (int i = 0; i < 20; ++i) {
    PatchCloth cloth = pool_patch();
    cloth.rolling_velocity = static_cast<RollingVelocity>(i % 3);
    Scene scene = random_ball(random, cloth);
    const Trajectory run = simulate_event(scene);
    const Replay replay(run);
    double least = total_energy(scene, {replay.state(0, 0.0)});
    const double initial = least;
    for (int k = 1; k <= 2000; ++k) {
      const double energy = total_energy(scene, {replay.state(0, run.t_end * k / 2000)});
      ASSERT_LE(energy, least + 1e-9 * initial) << i << ' ' << k;
      least = std::min(least, energy);
    }
    if (i % 5 != 0) continue;
    scene.run.t_max = 1.0;
    const EnergyLedger& ledger = run_of(scene).trajectory.ledger;
    EXPECT_LT(ledger.error, 1e-7 * initial);
  }
}

TEST(PatchEngines, EveryFormAndRegularisationStopsNearTheExactOne) {
  const auto stop_of = [](PatchForm form, Regularisation kind) {
    PatchCloth cloth = pool_patch();
    cloth.form = form;
    cloth.regularisation = kind;
    return stop_by_event(lone_ball({1.5, 0.0}, {0.0, 0.0, 80.0}, cloth));
  };
  const Vec2 exact = stop_of(PatchForm::exact, Regularisation::tanh);
  EXPECT_NEAR(exact.x, 5.913, 2e-3);
  EXPECT_NEAR(exact.y, -0.0214, 2e-4);
  EXPECT_NEAR(stop_of(PatchForm::fitted, Regularisation::tanh).y, -0.0218, 2e-4);
  EXPECT_NEAR(stop_of(PatchForm::rolling, Regularisation::tanh).y, -0.0177, 3e-4);
  for (int form = 0; form <= static_cast<int>(PatchForm::fitted); ++form) {
    for (int kind = 0; kind <= static_cast<int>(Regularisation::inside); ++kind) {
      const auto f = static_cast<PatchForm>(form);
      const auto k = static_cast<Regularisation>(kind);
      if (!has_regularisation(f, k)) continue;
      EXPECT_LT(norm(stop_of(f, k) - exact), 0.1) << form << ' ' << kind;
    }
  }
}

TEST(PatchEngines, PloughingDiffersOnlyWhileSliding) {
  PatchCloth plough = pool_patch();
  plough.resistance = RollingResistance::plough;
  const Vec3 natural{0.0, 1.5 / R, 0.0};
  EXPECT_NEAR(stop_by_event(lone_ball({1.5, 0.0}, natural, plough)).x,
              stop_by_event(lone_ball({1.5, 0.0}, natural)).x, 1e-3);
  EXPECT_NEAR(stop_by_event(lone_ball({1.5, 0.0}, {0.0, 0.0, 80.0}, plough)).x, 5.894, 2e-3);
}

TEST(PatchEngines, WithVerticalMotionThePatchMayFollowTheDepth) {
  // a cloth so soft that the static patch has the radius of the constant one
  PatchCloth cloth = pool_patch();
  Scene scene = lone_ball({1.0, 0.0}, {-30.0, 0.0, 60.0}, cloth);
  scene.run.t_max = 0.6;
  const Vec2 held = stop_by_forces(scene);
  scene.smooth.held = false;
  scene.smooth.equilibrium = true;
  const double modulus = modulus_of(cloth, {}, 9.81);
  scene.smooth.cloth = {.young = modulus, .poisson = 0.0};
  scene.smooth.ball.young = 1e14;
  std::get<PatchCloth>(scene.physics.cloth).patch_radius = PatchRadius::depth;
  const Vec2 free = stop_by_forces(scene);
  EXPECT_LT(norm(free - held), 1e-4);
  // half as stiff: a patch wider by the cube root of two, with more effect
  scene.smooth.cloth.young = 0.5 * modulus;
  const Vec2 soft = stop_by_forces(scene);
  PatchCloth wide = cloth;
  wide.radius *= std::cbrt(2.0);
  Scene wider = lone_ball({1.0, 0.0}, {-30.0, 0.0, 60.0}, wide);
  wider.run.t_max = 0.6;
  EXPECT_LT(norm(soft - stop_by_forces(wider)), 1e-4);
  EXPECT_GT(norm(soft - free), 1e-3);
}

TEST(PatchEngines, TheSmoothEngineMayOverrideTheCloth) {
  Scene scene = lone_ball({1.0, 0.0}, {0.0, 0.0, 60.0});
  scene.run.t_max = 1.0;
  const Vec2 same = stop_by_forces(scene);
  Scene other = scene;
  other.physics.cloth = CoulombCloth{};
  other.smooth.patch = pool_patch();
  EXPECT_EQ(norm(stop_by_forces(other) - same), 0.0);
  Scene plain = scene;
  plain.smooth.ball_cloth.friction = Ambrosio{};
  EXPECT_GT(norm(stop_by_forces(plain) - same), 1e-4);
}

TEST(PatchEngines, RefusesWhatCouldAddEnergyOrHasNoRegularisation) {
  Scene scene = lone_ball({1.0, 0.0}, {});
  EXPECT_FALSE(find_fault(scene));
  PatchCloth& cloth = std::get<PatchCloth>(scene.physics.cloth);
  cloth.distortion = 1.01;
  ASSERT_TRUE(find_fault(scene));
  EXPECT_NE(find_fault(scene)->message().find("between 0 and 1; above 1 the pressure is negative"),
            std::string::npos)
      << find_fault(scene)->message();
  cloth.distortion = 1.0;
  cloth.coefficient = 0.03;
  ASSERT_TRUE(find_fault(scene));
  EXPECT_EQ(find_fault(scene)->key, "physics.cloth.distortion");
  cloth = pool_patch();
  cloth.regularisation = Regularisation::inside;
  ASSERT_TRUE(find_fault(scene));
  EXPECT_EQ(find_fault(scene)->key, "physics.cloth.regularisation");
}

}  // namespace
}  // namespace cuelab::testing
