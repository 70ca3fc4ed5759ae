#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <cmath>
#include <limits>

#include "cuelab/scene.hpp"
#include "math/elementary.hpp"

namespace cuelab {
namespace {

constexpr double R = 0.028575;

Ball ball_at(const std::string& id, double x, double y, double z = R) {
  Ball ball;
  ball.id = id;
  ball.start.r = {x, y, z};
  return ball;
}

Scene scene_of(std::vector<Ball> balls, const char* preset = "pool-9ft") {
  Scene scene;
  scene.table = *make_table(preset);
  scene.balls = std::move(balls);
  return scene;
}

std::string fault_in(const Scene& scene) {
  const auto fault = find_fault(scene);
  return fault ? fault->message() : "";
}

TEST(SceneFault, ValidScenesHaveNone) {
  EXPECT_EQ(fault_in(scene_of({ball_at("cue", 0, 0), ball_at("1", 0.2, 0)})), "");
  EXPECT_EQ(fault_in(scene_of({ball_at("a", 0, 0), ball_at("b", 2 * R, 0)}, "open")), "")
      << "touching is allowed";
}

TEST(SceneFault, OverlapNamesBothBallsAndTheDepth) {
  EXPECT_EQ(fault_in(scene_of({ball_at("cue", 0, 0), ball_at("1", 0.05, 0)})),
            "balls.1.position: ball \"1\" overlaps ball \"cue\" by 7.15 mm");
  EXPECT_EQ(fault_in(scene_of({ball_at("a", 0, 0), ball_at("b", 2 * R - 0.9e-9, 0)}, "open")), "");
  EXPECT_NE(fault_in(scene_of({ball_at("a", 0, 0), ball_at("b", 2 * R - 1.1e-9, 0)}, "open")), "");
}

TEST(SceneFault, DuplicateIdsAreRefused) {
  EXPECT_EQ(fault_in(scene_of({ball_at("1", 0, 0), ball_at("1", 0.5, 0)})),
            "balls.1.id: is \"1\", as is that of balls.0; ids must differ");
}

TEST(SceneFault, BallsMustBeOnTheTable) {
  EXPECT_NE(fault_in(scene_of({ball_at("cue", 2.0, 0)})).find("is off the table"),
            std::string::npos);
  EXPECT_NE(fault_in(scene_of({ball_at("cue", 0.6, 0.62)})).find("deep in cushion"),
            std::string::npos);
  EXPECT_NE(fault_in(scene_of({ball_at("cue", 1.30, 0.66)})).find("over the hole of pocket"),
            std::string::npos);
  EXPECT_NE(fault_in(scene_of({ball_at("cue", 0, 0, 0.02)})).find("deep in the cloth"),
            std::string::npos);
}

TEST(SceneFault, BallsMayHangInTheJawsOrFlyOverAPocket) {
  // between the corner's points, in front of the hole, its centre beyond neither rail
  EXPECT_EQ(fault_in(scene_of({ball_at("cue", 1.245, 0.61)})), "");
  EXPECT_EQ(fault_in(scene_of({ball_at("cue", 1.30, 0.66, 0.2)})), "");
}

TEST(SceneFault, FrozenToTheCushionIsAllowed) {
  const Scene empty = scene_of({});
  const double h = empty.table.cushion_height;
  const double touching = std::sqrt(R * R - (h - R) * (h - R));
  EXPECT_EQ(fault_in(scene_of({ball_at("cue", 0.6, 0.635 - touching)})), "");
  EXPECT_NE(fault_in(scene_of({ball_at("cue", 0.6, 0.635 - touching + 2e-9)})), "");
}

TEST(SceneFault, FreeEndsOfCushionsAreChecked) {
  Scene scene = scene_of({ball_at("cue", 0.0, 0.0)}, "open");
  scene.table.cushion_height = R;
  scene.table.cushions = {{.id = "stub", .from = {R - 1e-3, 0.0}, .to = {1.0, 0.0}}};
  EXPECT_EQ(fault_in(scene), "balls.0.position: ball \"cue\" is 1 mm deep in cushion \"stub\"");
  scene.table.cushions[0].from.x = R;
  EXPECT_EQ(fault_in(scene), "");
}

TEST(SceneFault, CushionMustBeWhereABallCanTouchIt) {
  Scene scene = scene_of({ball_at("cue", 0, 0)});
  scene.table.cushion_height = 2.0 * R;
  EXPECT_NE(fault_in(scene).find("table.cushion_height: is 0.05715"), std::string::npos);
  scene.table.cushion_height = 1.96 * R;
  EXPECT_EQ(fault_in(scene),
            "table.cushion_height: is 0.056007, must be between 0.05 R and 1.95 R, 0.00143 and "
            "0.0557 for ball \"cue\"");
  scene.table.cushion_height = 0.04 * R;
  EXPECT_NE(fault_in(scene), "");
  for (const double met : {0.06, 1.94}) {
    scene.table.cushion_height = met * R;
    EXPECT_EQ(fault_in(scene), "");
  }
  scene.table.cushion_height = 2.0 * R;
  scene.table.contact = CushionContact::plane;
  EXPECT_EQ(fault_in(scene), "");
}

TEST(SceneFault, CushionsMustHaveALength) {
  Scene scene = scene_of({ball_at("cue", 0, 0)}, "open");
  scene.table.cushion_height = R;
  scene.table.cushions = {{.id = "dot", .from = {1.0, 0.0}, .to = {1.0, 9e-7}}};
  EXPECT_EQ(fault_in(scene),
            "table.cushion: cushion \"dot\" is 0.0009 mm long, must be at least 0.001 mm");
  scene.table.cushions[0].to.y = 2e-6;
  EXPECT_EQ(fault_in(scene), "");
}

TEST(SceneFault, AJawMayBeAPointExceptForTheSmoothEngine) {
  Scene scene = scene_of({ball_at("cue", 0, 0)});
  scene.table.jaws[2].radius = 0.0;
  EXPECT_EQ(fault_in(scene), "");
  scene.run.engine = Engine::smooth;
  EXPECT_EQ(fault_in(scene),
            "table.jaw.2.radius: is 0, must be at least 1e-06 for the smooth engine");
}

TEST(SceneFault, CushionsMayMeetButNotCross) {
  Scene scene = scene_of({ball_at("cue", 0, 0)}, "open");
  scene.table.cushion_height = R;
  const auto fault_with = [&](Vec2 from, Vec2 to) {
    scene.table.cushions = {{.id = "a", .from = {1.0, -1.0}, .to = {1.0, 1.0}},
                            {.id = "b", .from = from, .to = to}};
    return fault_in(scene);
  };
  EXPECT_EQ(fault_with({0.5, 0.5}, {1.5, 0.6}),
            "table.cushion: cushions \"a\" and \"b\" cross; they may meet only at their ends");
  EXPECT_EQ(fault_with({0.5, 1.0}, {1.0, 1.0}), "") << "a corner";
  EXPECT_EQ(fault_with({0.5, 0.98}, {1.02, 0.98}), "") << "a corner with overhanging ends";
  EXPECT_EQ(fault_with({0.5, 0.5}, {1.0, 0.5}), "") << "a branch";
  EXPECT_EQ(fault_with({1.0, 0.5}, {1.0, 2.0}), "") << "in one line";
}

TEST(SceneFault, BallsMustNotBeBehindACushion) {
  // beside and behind the side pocket, and behind the facings of a corner
  for (const Vec2 at : {Vec2{0.11, -0.70}, Vec2{-0.11, 0.69}, Vec2{1.19, 0.67}, Vec2{1.31, 0.58}}) {
    EXPECT_NE(fault_in(scene_of({ball_at("cue", at.x, at.y)})), "") << at.x << ' ' << at.y;
  }
  // in the mouths of side and corner pocket
  EXPECT_EQ(fault_in(scene_of({ball_at("cue", 0.0, -0.636)})), "");
  EXPECT_EQ(fault_in(scene_of({ball_at("cue", 0.01, 0.637)})), "");
  EXPECT_EQ(fault_in(scene_of({ball_at("cue", 0.09, -0.64, 0.075)})), "") << "flies over the rail";
}

TEST(SceneFault, NanIsRejectedEverywhere) {
  const double nan = std::numeric_limits<double>::quiet_NaN();
  const double inf = std::numeric_limits<double>::infinity();
  const Scene good = scene_of({ball_at("cue", 0, 0)});
  std::vector<Scene> bad(8, good);
  bad[0].balls[0].start.r.y = nan;
  bad[1].balls[0].start.w.z = inf;
  bad[2].physics.cloth = CoulombCloth{.rolling = nan};
  bad[3].physics.cushion = Stronge{.restitution = 0.8, .friction = nan, .omega_ratio = 1.8};
  bad[4].table.jaws[0].radius = inf;
  bad[5].cue.mass = nan;
  bad[6].shot = Shot{.ball = 0, .speed = inf};
  bad[7].run.t_max = nan;
  for (const Scene& scene : bad) {
    EXPECT_NE(fault_in(scene).find("not a finite number"), std::string::npos);
  }
}

TEST(SceneFault, MiscueIsRefused) {
  Scene scene = scene_of({ball_at("cue", 0, 0)});
  scene.shot = Shot{.ball = 0, .side = 0.3, .height = 0.4};
  EXPECT_EQ(fault_in(scene), "");
  scene.shot->side = 0.4;
  EXPECT_EQ(fault_in(scene),
            "shot: miscue: the tip offset, sqrt(side^2 + height^2), is 0.566, must be at most "
            "cue.miscue, 0.5");
  scene.shot = Shot{.ball = 3};
  EXPECT_NE(fault_in(scene).find("shot.ball"), std::string::npos);
}

/// Where the cue ball first touches the object ball, followed along the heading.
double cut_obtained(const Ball& cue, const Ball& object, double heading) {
  const SinCos way = sin_cos(heading);
  const Vec2 e{way.cos, way.sin};
  const Vec2 line = flat(object.start.r) - flat(cue.start.r);
  const double D = 2.0 * std::sqrt(cue.spec.radius * object.spec.radius);
  const double across = cross(e, line);
  const double s = dot(e, line) - std::sqrt(D * D - across * across);
  const Vec2 hit = line - s * e;
  return atan2(cross(e, hit), dot(e, hit));
}

RC_GTEST_PROP(SceneAim, GhostBallGivesTheCut, ()) {
  const double angle = *rc::gen::inRange(-180, 181) * pi / 180.0;
  const double distance = 0.001 * *rc::gen::inRange(80, 2000);
  const double cut = *rc::gen::inRange(-85, 86) * pi / 180.0;
  const SinCos way = sin_cos(angle);
  const Ball cue = ball_at("cue", 0.1, -0.2);
  Ball object = ball_at("1", 0.1 + distance * way.cos, -0.2 + distance * way.sin);
  object.spec.radius = *rc::gen::element(R, 0.02, 0.035);
  const auto heading = aim_at(cue, object, cut);
  RC_ASSERT(static_cast<bool>(heading));
  RC_ASSERT(std::abs(cut_obtained(cue, object, *heading) - cut) < 1e-9);
}

TEST(SceneAim, StraightIsStraight) {
  const auto heading = aim_at(ball_at("cue", -0.5, 0), ball_at("1", 0.5, 0), 0.0);
  ASSERT_TRUE(heading);
  EXPECT_EQ(*heading, 0.0);
}

TEST(SceneAim, CutsBeyondARightAngleAreOutOfReach) {
  EXPECT_FALSE(aim_at(ball_at("cue", -0.5, 0), ball_at("1", 0.5, 0), 0.6 * pi));
  EXPECT_FALSE(aim_at(ball_at("cue", 0, 0), ball_at("1", 0, 0), 0.0));
}

TEST(SceneNames, EnginesHaveTheNamesOfTheCommandLine) {
  EXPECT_EQ(name_of(Engine::event), "event");
  EXPECT_EQ(name_of(Engine::smooth), "smooth");
  EXPECT_EQ(name_of(Engine::hybrid), "hybrid");
  EXPECT_EQ(name_of(Engine::stepped), "stepped");
}

}  // namespace
}  // namespace cuelab
