// Input that crashed, hung or gave NaN: it must be refused with a message, in files and for scenes
// built in C++, and every value that is accepted must give finite results.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "cuelab/cuelab.hpp"

namespace cuelab {
namespace {

using testing::HasSubstr;

const std::string minimal = "schema = 1\n[[balls]]\nposition = [0.0, 0.0]\n";

std::string error_in(const std::string& text, Format format = Format::toml) {
  const auto scene = parse_scene(text, format, "scene");
  return scene ? "" : scene.error().message();
}

std::string error_of_file(const std::string& name) {
  const auto scene = load_scene(CUELAB_SOURCE_DIR "/tests/regression/refused/" + name);
  return scene ? "" : scene.error().message();
}

TEST(RefusedInput, Files) {
  EXPECT_THAT(error_of_file("friction_1e308.json"),
              HasSubstr("physics.cushion.friction: is 1e+308, must be between 0 and 10"));
  EXPECT_THAT(error_of_file("min_bounce_0.toml"),
              HasSubstr("physics.slate.min_bounce: is 0, must be between 1e-06 and 1; 0 would mean "
                        "infinitely many bounces"));
  EXPECT_THAT(error_of_file("behind_cushion.toml"),
              HasSubstr("balls.0.position: ball \"cue\" is behind cushion"));
}

TEST(RefusedInput, MassesAndInertias) {
  for (const char* mass : {"1e308", "1e-308", "1e7", "1e-7", "0.0"}) {
    EXPECT_THAT(error_in(minimal + "[ball]\nmass = " + mass + "\n"),
                HasSubstr("must be between 1e-06 and 1e+06"));
  }
  EXPECT_THAT(error_in(minimal + "[ball]\ninertia = 4.9e-324\n"), HasSubstr("ball.inertia: is"));
  EXPECT_EQ(error_in(minimal + "[ball]\nmass = 0.2\nradius = 0.03\ninertia = 1.81e-4\n"),
            "scene: balls.0.inertia: is 0.000181, must be between 1e-06 and 1 times m R^2, 0.00018 "
            "for ball \"cue\"");
  EXPECT_NE(error_in(minimal + "[ball]\nmass = 0.2\nradius = 0.03\ninertia = 1e-10\n"), "");
}

// --- nesting -------------------------------------------------------------------------------------

std::string repeated(const std::string& part, int count) {
  std::string text;
  for (int i = 0; i < count; ++i) text += part;
  return text;
}

TEST(RefusedInput, DeepNesting) {
  constexpr int many = 50'000;
  const std::string keys = repeated("a.", many) + "a";
  const std::string deep[] = {
      "[" + keys + "]\n", "[[" + keys + "]]\n", keys + " = 1\n", "x = { " + keys + " = 1 }\n",
      "x = " + repeated("[", many) + repeated("]", many) + "\n",
      "x = " + repeated("{a=", many) + "1" + repeated("}", many) + "\n",
      "x = " + repeated("{a.a.a=", 30) + "1" + repeated("}", 30) + "\n",
      // quotes that look like the end of a string, or its beginning
      "x = [\"\"\"a\"\"\"\", {" + keys + "=1}]\n", "x = ['''a''''', {" + keys + "=1}]\n",
      "x = [\"\\\"\", {" + keys + "=1}]\n", "x = ['\\', {" + keys + "=1}]\n",
      "# \"\n" + keys + " = 1\n"};
  for (const std::string& text : deep) {
    EXPECT_EQ(error_in(text), "scene: nested deeper than 64 levels") << text.substr(0, 30);
  }
  EXPECT_EQ(error_in(repeated("{\"a\":", many), Format::json),
            "scene: nested deeper than 64 levels");
  for (const std::string& assignment :
       {keys + "=1", "name=" + repeated("[", many), "shot={" + keys + "=1}"}) {
    const std::vector<std::string> overrides{assignment};
    EXPECT_FALSE(parse_scene(minimal, Format::toml, "scene", overrides));
  }
}

TEST(RefusedInput, TextsAndNumbersAreNotNesting) {
  EXPECT_EQ(
      error_in("name = \"" + repeated("[a.", 30) + "\" # " + repeated("[.", 100) + "\n" + minimal),
      "");
  std::string walls;
  for (int i = 1; i <= 100; ++i) {
    const std::string x = std::to_string(i) + ".5";
    walls += "{ from = [" + x + ", 0.5], to = [" + x + ", 0.7] },\n";
  }
  walls.resize(walls.size() - 2);
  EXPECT_EQ(error_in(minimal + "[table]\ncushion = [\n" + walls + "]\n"), "");
}

// --- scenes built in C++ -------------------------------------------------------------------------

Scene one_ball() {
  Scene scene;
  scene.table = *make_table("pool-9ft");
  scene.balls = {{.id = "cue", .spec = {}, .start = {.r = {0.0, 0.0, 0.028575}}}};
  return scene;
}

TEST(RefusedInput, NumbersOfScenesBuiltInCpp) {
  const std::vector<double> bad{std::numeric_limits<double>::quiet_NaN(),
                                std::numeric_limits<double>::infinity(), 1e300, -1e300};
  using Change = void (*)(Scene&, double);
  const Change changes[] = {
      [](Scene& s, double x) { s.balls[0].spec.mass = x; },
      [](Scene& s, double x) { s.balls[0].spec.radius = x; },
      [](Scene& s, double x) { s.balls[0].spec.inertia = x; },
      [](Scene& s, double x) { s.balls[0].start.r.x = x; },
      [](Scene& s, double x) { s.balls[0].start.v.y = x; },
      [](Scene& s, double x) { s.balls[0].start.w.z = x; },
      [](Scene& s, double x) { s.physics.gravity = x; },
      [](Scene& s, double x) { s.physics.cloth = CoulombCloth{.sliding = x}; },
      [](Scene& s, double x) { s.physics.ball_ball = Frictional{.restitution = x}; },
      [](Scene& s, double x) { s.physics.cushion = Stronge{.friction = x}; },
      [](Scene& s, double x) { s.physics.slate.min_bounce = x; },
      [](Scene& s, double x) { s.smooth.ball.young = x; },
      [](Scene& s, double x) { s.smooth.rolling = x; },
      [](Scene& s, double x) { s.smooth.cushion.friction = Ambrosio{.coefficient = x}; },
      [](Scene& s, double x) { s.smooth.integration.max_step = x; },
      [](Scene& s, double x) { s.stepped.time_step = x; },
      [](Scene& s, double x) { s.cue.mass = x; },
      [](Scene& s, double x) { s.shot = Shot{.speed = x}; },
      [](Scene& s, double x) { s.shot = Shot{.heading = x}; },
      [](Scene& s, double x) { s.shot = Shot{.elevation = x}; },
      [](Scene& s, double x) { s.run.t_max = x; },
      [](Scene& s, double x) { s.table.length = x; },
      [](Scene& s, double x) { s.table.cushion_height = x; },
      [](Scene& s, double x) { s.table.cushions[0].from.x = x; },
      [](Scene& s, double x) { s.table.jaws[0].radius = x; },
      [](Scene& s, double x) { s.table.pockets[0].depth = x; }};
  EXPECT_FALSE(find_fault(one_ball()));
  for (const Change& change : changes) {
    for (const double x : bad) {
      Scene scene = one_ball();
      change(scene, x);
      EXPECT_FALSE(simulate(scene)) << (&change - changes) << " " << x;
    }
  }
}

TEST(RefusedInput, NoBalls) {
  Scene scene = one_ball();
  Trajectory run = simulate_event(scene);
  run.final[0].motion = Motion::pocketed;
  const Scene empty = final_scene(scene, run);
  ASSERT_TRUE(empty.balls.empty());
  ASSERT_TRUE(find_fault(empty));
  EXPECT_EQ(find_fault(empty)->message(), "balls: a scene needs at least one ball");
  for (const Engine engine : {Engine::event, Engine::stepped, Engine::smooth}) {
    Scene other = empty;
    other.run.engine = engine;
    EXPECT_FALSE(simulate(other)) << name_of(engine);
  }
  EXPECT_FALSE(scene_to_toml(empty));
  EXPECT_FALSE(scene_to_json(empty));

  // functions that cannot refuse: nothing happens
  const Trajectory nothing = simulate_event(empty);
  EXPECT_TRUE(nothing.final.empty() && nothing.events.empty());
  EXPECT_TRUE(simulate_batch(empty, {}).empty());
  EXPECT_TRUE(struck(empty).empty());
  EXPECT_TRUE(simulate_stepped(empty).final.empty());
  const auto no_bodies = simulate(make_system(empty), {}, {.t_max = 1.0, .at = {}, .progress = {}});
  EXPECT_TRUE(!no_bodies || no_bodies->trajectory.final.empty());
  EXPECT_FALSE(trajectory_to_json(empty, nothing, {.pieces = true}));
  EXPECT_TRUE(trajectory_to_json(empty, nothing, {}));
  EXPECT_NE(trajectory_to_csv(empty, nothing), "");
  EXPECT_NE(draw_top_view(empty, nothing), "");
  EXPECT_NE(draw_side_view(empty, nothing), "");
  EXPECT_NE(draw_curves(empty, nothing), "");
  EXPECT_NE(replay_page(empty, nothing, Viewpoint::top), "");
  EXPECT_NE(replay_page(empty, nothing, Viewpoint::side), "");
  EXPECT_TRUE(energy_audit(empty, nothing).empty());
  EXPECT_EQ(hash_of(nothing), hash_of(Trajectory{}));
}

}  // namespace
}  // namespace cuelab
