// Laws of the calling program: they run like those of the library, and a cloth whose paths are not
// parabolas is followed in pieces.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "cuelab/event_engine.hpp"
#include "cuelab/io.hpp"
#include "cuelab/laws.hpp"
#include "cuelab/stepped.hpp"

namespace cuelab {
namespace {

Scene scene_named(const char* name) {
  return *load_scene(std::string(CUELAB_SOURCE_DIR "/scenes/") + name + ".toml");
}

Pair frictionless(const void* context, const PairSpec& spec, const Pair& pair, const Vec3& n) {
  return resolve(*static_cast<const Frictionless*>(context), spec, pair, n);
}

BallState mirror(const void* context, const CushionImpact& at, const BallState& s) {
  return resolve(*static_cast<const Mirror*>(context), at, s);
}

TEST(CustomLaw, GivesTheBitsOfTheLawItCalls) {
  const Frictionless ball_ball{.restitution = 0.93};
  const Mirror cushion{.restitution = 0.7};
  Scene own = scene_named("break_9ball");
  own.physics.ball_ball = ball_ball;
  own.physics.cushion = cushion;
  Scene custom = own;
  custom.physics.ball_ball = CustomBallBall{frictionless, &ball_ball};
  custom.physics.cushion = CustomCushion{mirror, &cushion};
  EXPECT_FALSE(find_fault(custom));
  EXPECT_EQ(hash_of(simulate_event(custom)), hash_of(simulate_event(own)));
}

TEST(CustomLaw, CannotBeWrittenToAFile) {
  const Mirror cushion;
  Scene scene = scene_named("break_9ball");
  scene.physics.cushion = CustomCushion{mirror, &cushion};
  const auto written = scene_to_toml(scene);
  ASSERT_FALSE(written);
  EXPECT_EQ(written.error().message(),
            "physics.cushion: a law of the calling program cannot be written to a file");
  EXPECT_FALSE(trajectory_to_json(scene, simulate_event(scene), {.pieces = true}));
  EXPECT_TRUE(trajectory_to_json(scene, simulate_event(scene), {}));
}

TEST(CustomLaw, WithoutAFunctionIsAFault) {
  Scene scene = scene_named("break_9ball");
  scene.physics.ball_ball = CustomBallBall{};
  EXPECT_TRUE(find_fault(scene));
  scene.physics.ball_ball = Frictional{};
  scene.physics.cloth = CustomCloth{};
  EXPECT_TRUE(find_fault(scene));
}

// --- cloth in pieces -----------------------------------------------------------------------------

double constant_sliding(const void*, const BallSpec&, const BallState&) { return 0.2; }
double constant_rolling(const void*, const BallSpec&, const BallState&) { return 0.01; }

double coulomb_sliding(const void* context, const BallSpec&, const BallState&) {
  return static_cast<const CoulombCloth*>(context)->sliding;
}
double coulomb_rolling(const void* context, const BallSpec&, const BallState&) {
  return static_cast<const CoulombCloth*>(context)->rolling;
}

/// Coulomb's friction, cut into pieces of at most 50 ms.
Flow cut_coulomb(const void* context, const BallSpec& ball, const Environment& around,
                 const BallState& s) {
  constexpr double longest = 0.05;  // [s]
  Flow flow = flow_of(*static_cast<const CoulombCloth*>(context), ball, around, s);
  if (flow.duration > longest) {
    flow.duration = longest;
    flow.continues = true;
  }
  return flow;
}

TEST(CustomCloth, CuttingAMotionIntoPiecesChangesNothingButRounding) {
  for (const char* name : {"cut_left_side", "three_cushion", "masse", "dead_straight_draw"}) {
    Scene scene = scene_named(name);
    const Trajectory whole = simulate_event(scene);
    const CoulombCloth cloth = std::get<CoulombCloth>(scene.physics.cloth);
    scene.physics.cloth = CustomCloth{cut_coulomb, coulomb_sliding, coulomb_rolling, &cloth};
    const Trajectory cut = simulate_event(scene);
    EXPECT_GT(cut.pieces.size(), whole.pieces.size() + 10) << name;
    ASSERT_EQ(cut.events.size(), whole.events.size()) << name;
    for (std::size_t k = 0; k < cut.events.size(); ++k) {
      EXPECT_EQ(cut.events[k].type, whole.events[k].type) << name << " event " << k;
      EXPECT_NEAR(cut.events[k].t, whole.events[k].t, 1e-9) << name << " event " << k;
    }
    for (std::size_t i = 0; i < cut.final.size(); ++i) {
      EXPECT_LT(norm(cut.final[i].r - whole.final[i].r), 1e-9) << name << " ball " << i;
    }
  }
}

/// Rolling against a drag c v: v = v0 exp(-c t), x = (v0 / c) (1 - exp(-c t)); in pieces of
/// constant deceleration, each with the mean speed and the end speed of the true motion up to
/// third order in c h.
struct Drag {
  double c = 0.5;       ///< [1/s]
  double step = 0.01;   ///< [s]
  double floor = 0.01;  ///< below this speed the ball is stopped by constant friction [m/s]
};

Flow drag_flow(const void* context, const BallSpec& ball, const Environment& around,
               const BallState& s) {
  const Drag& drag = *static_cast<const Drag*>(context);
  const double speed = norm(flat(s.v));
  if (s.motion != Motion::rolling || speed <= drag.floor) {
    return flow_of(CoulombCloth{}, ball, around, s);
  }
  const double x = drag.c * drag.step;
  const double mean_deceleration = drag.c * speed * (1.0 - 0.5 * x + x * x / 6.0);
  const Vec2 a = (-mean_deceleration / speed) * flat(s.v);
  return {.a = {0.5 * a.x, 0.5 * a.y, 0.0},
          .dw = (1.0 / ball.radius) * left_of(a),
          .duration = drag.step,
          .continues = true};
}

/// A ball rolling along x, alone on an open cloth with drag.
Scene rolling_ball(const Drag& drag, double speed) {
  Scene scene;
  scene.table = *make_table("open");
  Ball ball;
  ball.id = "cue";
  ball.start = {
      .r = {0, 0, ball.spec.radius}, .v = {speed, 0, 0}, .w = {0, speed / ball.spec.radius, 0}};
  scene.balls = {ball};
  scene.physics.cloth = CustomCloth{drag_flow, constant_sliding, constant_rolling, &drag};
  return scene;
}

/// Distance from the closed form after 2 s.
double drag_error(double step) {
  const Drag drag{.step = step};
  Scene scene = rolling_ball(drag, 2.0);
  scene.run.t_max = 2.0;
  const Trajectory run = simulate_event(scene);
  EXPECT_TRUE(run.events.empty()) << "ends of pieces are not events";
  return std::abs(run.final[0].r.x - 2.0 / drag.c * (1.0 - std::exp(-drag.c * 2.0)));
}

TEST(CustomCloth, APathThatIsNotAParabolaConvergesToItsClosedForm) {
  const double coarse = drag_error(0.02);
  const double fine = drag_error(0.01);
  EXPECT_LT(fine, 1e-5);
  EXPECT_NEAR(std::log2(coarse / fine), 2.0, 0.1);
}

TEST(CustomCloth, ShortPiecesMissNoHit) {
  const Drag drag{.step = 0.01};
  Scene scene = rolling_ball(drag, 2.0);
  Ball target;
  target.id = "1";
  target.start.r = {1.5, 0.0, target.spec.radius};
  scene.balls.push_back(target);
  const Trajectory run = simulate_event(scene);
  ASSERT_FALSE(run.events.empty());
  EXPECT_EQ(run.events[0].type, EventType::ball_ball);
  // x(t) = (v0 / c) (1 - exp(-c t)) reaches the ghost ball
  const double reach = 1.5 - 2.0 * target.spec.radius;
  EXPECT_NEAR(run.events[0].t, -std::log(1.0 - drag.c * reach / 2.0) / drag.c, 1e-5);
}

TEST(CustomCloth, TheSteppedEngineFollowsPiecesToo) {
  const Drag drag{.step = 0.01};
  Scene scene = rolling_ball(drag, 2.0);
  scene.run.t_max = 2.0;
  const Trajectory run = simulate_stepped(scene);
  EXPECT_TRUE(run.events.empty());
  EXPECT_NEAR(run.final[0].r.x, 2.0 / drag.c * (1.0 - std::exp(-drag.c * 2.0)), 1e-3);
}

}  // namespace
}  // namespace cuelab
