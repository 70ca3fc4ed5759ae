#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <sstream>

#include "cuelab/io.hpp"
#include "io/keys.hpp"
#include "io/scene_reader.hpp"
#include "io/spelling.hpp"

namespace cuelab {
namespace {

const std::string minimal = "schema = 1\n[[balls]]\nposition = [0.0, 0.0]\n";

Scene load(const std::string& toml, const std::vector<std::string>& overrides = {}) {
  auto scene = parse_scene(toml, Format::toml, "scene.toml", overrides);
  EXPECT_TRUE(scene) << (scene ? "" : scene.error().message());
  return scene ? *std::move(scene) : Scene{};
}

TEST(IoScene, DefaultsOfTheKeysAreThoseOfTheStructs) {
  const Scene scene = load(minimal + "[shot]\n");
  EXPECT_EQ(scene.physics, Physics{});
  EXPECT_EQ(scene.smooth, Smooth{});
  EXPECT_EQ(scene.cue, Cue{});
  EXPECT_EQ(scene.run, RunSettings{});
  EXPECT_EQ(scene.shot, Shot{});
  EXPECT_EQ(scene.balls[0].spec, BallSpec{});
  EXPECT_EQ(scene.balls[0].id, "cue");
  EXPECT_EQ(scene.table.preset, "pool-9ft");
  EXPECT_EQ(scene.balls[0].start.r.z, BallSpec{}.radius);
}

TEST(IoScene, DefaultsOfALawAloneAreThoseOfItsStruct) {
  const auto cushion = [](const std::string& law) {
    return load(minimal + "[physics]\ncushion = { law = \"" + law + "\" }\n").physics.cushion;
  };
  EXPECT_EQ(cushion("mirror"), CushionLaw(Mirror{}));
  EXPECT_EQ(cushion("mathavan-2010"), CushionLaw(Mathavan2010{}));
  EXPECT_EQ(cushion("rubber"), CushionLaw(RubberCushion{}));
  EXPECT_EQ(cushion("stronge"), CushionLaw(Stronge{}));
}

TEST(IoScene, AParameterLeftOutTakesItsLawsDefault) {
  const Scene scene = load(minimal +
                           "[physics]\n"
                           "cloth = { sliding = 0.3 }\n"
                           "ball_ball = { restitution = 0.9 }\n"
                           "slate = { restitution = 0.6 }\n");
  EXPECT_EQ(scene.physics.cloth, ClothLaw(CoulombCloth{.sliding = 0.3}));
  EXPECT_EQ(scene.physics.ball_ball, BallBallLaw(FrictionalAlongImpulse{.restitution = 0.9}));
  EXPECT_EQ(scene.physics.slate, (Slate{.restitution = 0.6}));
}

TEST(IoScene, OverridesChangeOneValueOfADefaultTable) {
  const Scene scene = load(minimal, {"physics.cloth.sliding=0.3", "balls.0.position=[0.1,0.2]",
                                     "balls.0.id=white", "run.engine=hybrid"});
  EXPECT_EQ(scene.physics.cloth, ClothLaw(CoulombCloth{.sliding = 0.3}));
  EXPECT_EQ(flat(scene.balls[0].start.r), (Vec2{0.1, 0.2}));
  EXPECT_EQ(scene.balls[0].id, "white");
  EXPECT_EQ(scene.run.engine, Engine::hybrid);
}

TEST(IoScene, OverridesTakeAnIndexForEveryList) {
  const Scene scene =
      load(minimal,
           {"table.length=2", "table.width=1", "table.cushion=[{from=[-1,0.5], to=[1,0.5]}]",
            "table.jaw=[{centre=[1,1], radius=0.1}]", "table.pocket=[{centre=[1,-1], radius=0.06}]",
            "balls[0].position=[0.1,0.2]", "balls[0].position[1]=0.3", "table.cushion[0].to[0]=0.9",
            "table.jaw[0].radius=0.2", "table.pocket[0].depth=0.1"});
  EXPECT_EQ(flat(scene.balls[0].start.r), (Vec2{0.1, 0.3}));
  EXPECT_EQ(scene.table.cushions[0].to, (Vec2{0.9, 0.5}));
  EXPECT_EQ(scene.table.jaws[0].radius, 0.2);
  EXPECT_EQ(scene.table.pockets[0].depth, 0.1);
}

TEST(IoScene, OverridingALawKeepsTheParametersItHas) {
  EXPECT_EQ(load(minimal, {"physics.cushion.law=han-2005"}).physics.cushion, CushionLaw(Han2005{}));
  EXPECT_EQ(load(minimal, {"physics.cushion.law=mirror"}).physics.cushion, CushionLaw(Mirror{}));
}

TEST(IoScene, OverriddenTextsNeedNoQuotes) {
  const std::string two = minimal + "[[balls]]\nposition = [0.5, 0.5]\n[shot]\n";
  EXPECT_NEAR(load(two, {"shot.at=1"}).shot->heading, radians(45.0), 1e-12);
  EXPECT_EQ(load(two, {"name=two balls"}).name, "two balls");
}

TEST(IoScene, JsonAndTomlGiveTheSameScene) {
  const auto json = parse_scene(
      R"({"schema":1,"balls":[{"position":[0,0]}],"physics":{"cloth":{"sliding":0.3}}})",
      Format::json, "scene.json");
  ASSERT_TRUE(json);
  EXPECT_EQ(*json, load(minimal + "[physics]\ncloth = { sliding = 0.3 }\n"));
}

TEST(IoScene, BallsMayDifferAndKeepTheInertiaOfASolidSphere) {
  const Scene scene = load(minimal +
                           "[[balls]]\nposition = [0.5, 0]\nradius = 0.03\n"
                           "[[balls]]\nposition = [0.8, 0]\ninertia = 1e-4\n"
                           "[ball]\nmass = 0.2\n");
  EXPECT_EQ(scene.balls[0].spec.mass, 0.2);
  EXPECT_EQ(scene.balls[1].spec.inertia, 0.4 * 0.2 * 0.03 * 0.03);
  EXPECT_EQ(scene.balls[1].start.r.z, 0.03);
  EXPECT_EQ(scene.balls[2].spec.inertia, 1e-4);
}

TEST(IoScene, RackDefaultsToTheFootSpot) {
  const Scene scene = load("schema = 1\n[rack]\ngame = \"nine-ball\"\n");
  ASSERT_EQ(scene.balls.size(), 9U);
  EXPECT_EQ(flat(scene.balls[0].start.r), (Vec2{0.635, 0.0}));
}

TEST(IoScene, EveryNamedSceneLoadsAndRoundTrips) {
  int count = 0;
  for (const auto& entry : std::filesystem::directory_iterator(CUELAB_SOURCE_DIR "/scenes")) {
    if (entry.path().extension() != ".toml") continue;
    SCOPED_TRACE(entry.path().string());
    const auto scene = load_scene(entry.path().string());
    ASSERT_TRUE(scene) << scene.error().message();
    EXPECT_NE(scene->name, "");
    EXPECT_EQ(scene->not_built, "");
    const auto toml = parse_scene(*scene_to_toml(*scene), Format::toml, "copy.toml");
    ASSERT_TRUE(toml) << toml.error().message();
    EXPECT_EQ(*toml, *scene);
    const auto json = parse_scene(*scene_to_json(*scene), Format::json, "copy.json");
    ASSERT_TRUE(json) << json.error().message();
    EXPECT_EQ(*json, *scene);
    ++count;
  }
  EXPECT_GE(count, 12);
}

// --- scenes made at random
// ------------------------------------------------------------------------

double between(double low, double high) {
  constexpr int steps = 1 << 30;
  return low + (high - low) * *rc::gen::inRange(0, steps) / steps;
}

BallBallLaw any_ball_ball() {
  const double e = between(0, 1);
  switch (*rc::gen::inRange(0, 6)) {
    case 4:
      return Mathavan2014{.restitution = e, .friction = {}};
    case 5:
      return FrictionalAlongImpulse{.restitution = e, .friction = {.a = e, .b = 0.0, .c = 0.0}};
    case 0:
      return Frictionless{.restitution = e};
    case 1:
      return Frictional{.restitution = e, .friction = {}};
    case 2:
      return Frictional{.restitution = e, .friction = {.a = between(0, 1), .b = 0.0, .c = 0.0}};
    default:
      return Frictional{.restitution = e,
                        .friction = {.a = between(0, 1), .b = between(0, 1), .c = between(0, 3)}};
  }
}

CushionLaw any_cushion() {
  const double e = between(0, 1);
  const double mu = between(0, 1);
  switch (*rc::gen::inRange(0, 5)) {
    case 0:
      return Mirror{.restitution = e};
    case 1:
      return Han2005{.restitution = e, .friction = mu};
    case 2:
      return ImpulseCushion{.restitution = e, .friction = mu};
    case 3:
      return Mathavan2010{.restitution = e, .friction = mu};
    default:
      return Stronge{.restitution = e, .friction = mu, .omega_ratio = between(1, 3)};
  }
}

Table any_table() {
  if (*rc::gen::arbitrary<bool>()) {
    const auto presets = table_presets();
    const auto i = *rc::gen::inRange<std::size_t>(0, presets.size());
    Table table = *make_table(presets[i].name);
    if (*rc::gen::arbitrary<bool>()) table.contact = CushionContact::plane;
    if (*rc::gen::arbitrary<bool>()) table.cushion_height = between(0.03, 0.04);
    return table;
  }
  Table table;
  table.length = between(3, 4);
  table.width = between(3, 4);
  table.cushion_height = between(0.03, 0.04);
  table.cushions = {{.id = "far", .from = {between(-5, 5), 8.0}, .to = {between(-5, 5), 9.0}}};
  table.jaws = {{.id = "round", .centre = {between(-5, 5), 7.0}, .radius = between(1e-6, 1)}};
  table.pockets = {
      {.id = "hole", .centre = {between(-5, 5), 7.0}, .radius = between(0.01, 1), .depth = 0.1}};
  add_default_spots(table);
  return table;
}

Vec3 any_vector(double size) {
  return {between(-size, size), between(-size, size), between(-size, size)};
}

std::vector<Ball> any_balls() {
  std::vector<Ball> balls(*rc::gen::inRange<std::size_t>(1, 8));
  for (std::size_t i = 0; i < balls.size(); ++i) {
    Ball& ball = balls[i];
    ball.id = "ball \"" + std::to_string(i) + "\" \\ ü";
    if (*rc::gen::arbitrary<bool>()) {
      ball.spec = {.radius = between(0.025, 0.035), .mass = between(0.1, 0.3)};
    }
    if (*rc::gen::arbitrary<bool>()) {
      ball.spec.inertia = between(1e-5, 1.0) * ball.spec.mass * ball.spec.radius * ball.spec.radius;
    }
    ball.start.r = {-0.35 + 0.1 * static_cast<double>(i) + between(0, 0.02), between(-0.1, 0.1),
                    *rc::gen::arbitrary<bool>() ? ball.spec.radius : between(0.04, 1)};
    if (*rc::gen::arbitrary<bool>()) ball.start.v = any_vector(5);
    if (*rc::gen::arbitrary<bool>()) ball.start.w = any_vector(200);
  }
  return balls;
}

Scene any_scene() {
  Scene scene;
  scene.name = *rc::gen::element<std::string>("", "a shot", "quotes \" and \\ and ü");
  scene.table = any_table();
  scene.balls = any_balls();
  scene.physics = {.gravity = between(1, 20),
                   .cloth = CoulombCloth{between(0, 1), between(0, 0.1), between(0, 0.1)},
                   .ball_ball = any_ball_ball(),
                   .cushion = any_cushion(),
                   .slate = {between(0, 1), between(0, 1), between(1e-6, 0.1)}};
  scene.cue = {between(0.1, 1), between(0, 0.02), between(0.5, 0.7), between(0, 0.1)};
  if (*rc::gen::arbitrary<bool>()) {
    scene.shot = Shot{.ball = *rc::gen::inRange<std::size_t>(0, scene.balls.size()),
                      .speed = between(0, 10),
                      .heading = radians(between(-360, 360)),
                      .side = between(-0.3, 0.3),
                      .height = between(-0.3, 0.3),
                      .elevation = radians(between(0, 90))};
  }
  scene.run = {.engine = *rc::gen::element(Engine::event, Engine::smooth, Engine::hybrid),
               .t_max = between(0, 100),
               .max_events = *rc::gen::inRange<std::size_t>(1, 1'000'000)};
  return scene;
}

RC_GTEST_PROP(IoScene, WrittenScenesReadBackToTheSameBits, ()) {
  const Scene scene = any_scene();
  const auto toml = parse_scene(*scene_to_toml(scene), Format::toml, "copy.toml");
  if (!toml) RC_FAIL(toml.error().message() + "\n" + *scene_to_toml(scene));
  RC_ASSERT(*toml == scene);
  const auto json = parse_scene(*scene_to_json(scene), Format::json, "copy.json");
  if (!json) RC_FAIL(json.error().message());
  RC_ASSERT(*json == scene);
}

RC_GTEST_PROP(IoScene, AimedHeadingsSurviveTheWayThroughDegrees, ()) {
  const double heading = radians(degrees(between(-6, 6)));
  RC_ASSERT(radians(degrees(heading)) == heading);
}

// --- the table of keys
// ----------------------------------------------------------------------------

TEST(IoKeys, PresetsAndRacksAreThoseOfTheScene) {
  for (const KeyRow& row : key_rows()) {
    std::vector<std::string_view> expected;
    if (row.path == "table.preset") {
      for (const TablePreset& preset : table_presets()) expected.push_back(preset.name);
    } else if (row.path == "rack.game") {
      expected = rack_games();
    } else {
      continue;
    }
    EXPECT_EQ(words(row.names), expected);
  }
}

TEST(IoKeys, EveryKeyIsDocumentedAndHasAKnownParent) {
  for (const KeyDoc& key : scene_keys()) {
    EXPECT_NE(key.doc, "") << key.path;
    EXPECT_NE(key.type, "") << key.path;
    const auto dot = key.path.rfind('.');
    if (dot == std::string::npos) continue;
    std::string parent = key.path.substr(0, dot);
    if (parent.ends_with("[]")) parent.resize(parent.size() - 2);
    const auto& rows = key_rows();
    EXPECT_TRUE(std::any_of(rows.begin(), rows.end(), [&](const KeyRow& row) {
      return row.path == parent;
    })) << key.path;
  }
}

TEST(IoScene, NamedScenesAreEmbedded) {
  const std::vector<NamedScene> all = named_scenes();
  EXPECT_GT(all.size(), 20U);
  for (const NamedScene& scene : all) {
    const auto loaded = load_named_scene(scene.name);
    EXPECT_TRUE(loaded) << loaded.error().message();
  }
  EXPECT_EQ(load_named_scene("break_9ball", std::vector<std::string>{"shot.speed=3"})->shot->speed,
            3.0);
  EXPECT_EQ(load_named_scene("break_9bal").error().message(),
            "break_9bal: no such scene (did you mean \"break_9ball\"?)");
}

TEST(IoKeys, EditDistanceCountsSingleLetterChanges) {
  EXPECT_EQ(edit_distance("sliding", "sliding"), 0U);
  EXPECT_EQ(edit_distance("slidng", "sliding"), 1U);
  EXPECT_EQ(edit_distance("", "abc"), 3U);
  EXPECT_EQ(edit_distance("kitten", "sitting"), 3U);
  EXPECT_EQ(edit_distance("shto", "shot"), 1U);
}

TEST(IoKeys, CommittedSchemaIsTheGeneratedOne) {
  std::ifstream file(CUELAB_SOURCE_DIR "/schema/scene.schema.json");
  std::stringstream text;
  text << file.rdbuf();
  EXPECT_EQ(text.str(), scene_schema()) << "write scene_schema() to schema/scene.schema.json";
}

}  // namespace
}  // namespace cuelab
