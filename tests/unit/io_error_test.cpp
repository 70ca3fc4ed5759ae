#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

#include "cuelab/io.hpp"

namespace cuelab {
namespace {

const std::string minimal = "schema = 1\n[[balls]]\nposition = [0.0, 0.0]\n";

/// The message for a scene made of the minimal one and more TOML, or "" when it loads.
std::string error_in(const std::string& toml) {
  const auto scene = parse_scene(toml, Format::toml, "scene.toml");
  return scene ? "" : scene.error().message();
}

std::string error_with(const std::string& more) { return error_in(minimal + more); }

std::string error_of_override(const std::string& assignment) {
  const std::vector<std::string> overrides = {assignment};
  const auto scene = parse_scene(minimal, Format::toml, "scene.toml", overrides);
  return scene ? "" : scene.error().message();
}

TEST(IoError, ValuesOutOfRangeNameFileKeyValueAndLimit) {
  EXPECT_EQ(error_with("[physics]\ncloth = { sliding = -0.2 }\n"),
            "scene.toml: physics.cloth.sliding: is -0.2, must be between 0 and 10");
  EXPECT_EQ(error_with("[ball]\nmass = 0\n"),
            "scene.toml: ball.mass: is 0, must be between 1e-06 and 1e+06");
  EXPECT_EQ(error_with("[physics]\nball_ball = { restitution = 1.5 }\n"),
            "scene.toml: physics.ball_ball.restitution: is 1.5, must be between 0 and 1");
  EXPECT_EQ(error_with("[run]\nmax_events = 2.5\n"),
            "scene.toml: run.max_events: is 2.5, must be a whole number, between 1 and "
            "1e+09");
  EXPECT_EQ(error_in("schema = 2\n[[balls]]\nposition = [0, 0]\n"),
            "scene.toml: schema: is 2, must be 1");
}

TEST(IoError, WrongTypesSayWhatIsWanted) {
  EXPECT_EQ(error_with("[physics]\ngravity = \"strong\"\n"),
            "scene.toml: physics.gravity: is \"strong\", must be a number in m/s^2, between 1e-09 "
            "and 1000");
  EXPECT_THAT(error_with("[physics]\ncushion = { law = \"bouncy\" }\n"),
              testing::StartsWith("scene.toml: physics.cushion.law: is \"bouncy\", must be one of "
                                  "mirror, han-2005, impulse, "));
  EXPECT_EQ(error_in("schema = 1\n[[balls]]\nposition = [0.0]\n"),
            "scene.toml: balls.0.position: is [0.0], must be [x, y] or [x, y, z], each between "
            "-1000 and 1000, in m");
  EXPECT_EQ(error_with("[physics]\nball_ball = { friction = \"marlow\" }\n"),
            "scene.toml: physics.ball_ball.friction: is \"marlow\", must be between 0 and 10 or "
            "alciatore or a table");
  EXPECT_EQ(error_with("[cue]\nmass = true\n"),
            "scene.toml: cue.mass: is true, must be a number in kg, between 1e-06 and 1e+06");
}

TEST(IoError, UnknownKeysComeWithASuggestion) {
  EXPECT_EQ(error_with("[physics]\ncloth = { slidng = 0.2 }\n"),
            "scene.toml: physics.cloth.slidng: unknown key, did you mean \"sliding\"?");
  EXPECT_EQ(error_with("[shto]\nspeed = 1\n"),
            "scene.toml: shto: unknown key, did you mean \"shot\"?");
  EXPECT_EQ(error_with("[run]\ngravity = 9.8\n"),
            "scene.toml: run.gravity: unknown key, did you mean \"physics.gravity\"?");
}

TEST(IoError, SynonymsOfTheFieldAreUnderstood) {
  EXPECT_EQ(error_with("[shot]\nenglish = 0.3\n"),
            "scene.toml: shot.english: unknown key, did you mean \"side\"?");
  EXPECT_EQ(error_with("[shot]\nangle = 3\n"),
            "scene.toml: shot.angle: unknown key, did you mean \"heading\"?");
  EXPECT_EQ(error_with("[physics]\ncloth = { spin = 0.1 }\n"),
            "scene.toml: physics.cloth.spin: unknown key, did you mean \"spinning\"?");
}

TEST(IoError, FarNamesAreNotSuggested) {
  EXPECT_EQ(error_with("[shot]\nwobbliness = 0.3\n"),
            "scene.toml: shot.wobbliness: unknown key; available: ball, at, cut, speed, heading, "
            "side, height, elevation");
  EXPECT_EQ(error_with("[rack]\nfoo = 1\n"),
            "scene.toml: rack.foo: unknown key; available: game, at, gap, jitter, seed");
}

TEST(IoError, ValuesOfTheWrongTypeNameTheUnit) {
  EXPECT_EQ(error_with("[shot]\nspeed = \"3 m/s\"\n"),
            "scene.toml: shot.speed: is \"3 m/s\", must be a number in m/s, between 0 and 100");
  EXPECT_EQ(error_of_override("table.pocket=[{centre=[0,0],radius='6 cm'}]"),
            "scene.toml: table.pocket.0.radius: is \"6 cm\", must be a number in m, above 0 "
            "and at most 100");
  EXPECT_EQ(error_of_override("balls.0.velocity=[1, 2]"),
            "scene.toml: balls.0.velocity: is [1,2], must be [x, y, z], each between -1000 and "
            "1000, in m/s");
  EXPECT_EQ(error_of_override("run.max_events=few"),
            "scene.toml: run.max_events: is \"few\", must be a whole number, between 1 and 1e+09");
}

TEST(IoError, KeysOfAnotherLawAreRefused) {
  EXPECT_EQ(error_with("[physics]\ncushion = { law = \"mirror\", omega_ratio = 1.8 }\n"),
            "scene.toml: physics.cushion.omega_ratio: is 1.8, but law \"mirror\" has no such key, "
            "only stronge");
}

TEST(IoError, WhatIsNotANumberIsRefused) {
  EXPECT_EQ(error_with("[shot]\nspeed = nan\n"),
            "scene.toml: shot.speed: is nan, must be between 0 and 100");
  EXPECT_EQ(error_with("[run]\nt_max = inf\n"),
            "scene.toml: run.t_max: is inf, must be between 0 and 1e+06");
  const auto json =
      parse_scene(R"({"schema":1,"balls":[{"position":[1e999,0]}]})", Format::json, "scene.json");
  EXPECT_FALSE(json);
}

TEST(IoError, SyntaxErrorsGiveLineAndColumn) {
  EXPECT_EQ(error_in("schema = 1\nname = \n").find("scene.toml: line 2, column "), 0U);
  const auto json = parse_scene("{\"schema\": 1,\n  oops}", Format::json, "scene.json");
  ASSERT_FALSE(json);
  EXPECT_EQ(json.error().message().find("scene.json: line 2, column "), 0U)
      << json.error().message();
}

TEST(IoError, EveryMessageIsOneLine) {
  for (const std::string& toml :
       {std::string("name = \"a\nb"), minimal + "[shot]\nball = \"\"\"x\ny\"\"\"\n",
        minimal + "\"bad\\nkey\" = 1\n", std::string("[[["), std::string("\xff\xfe")}) {
    const std::string message = error_in(toml);
    EXPECT_NE(message, "");
    EXPECT_EQ(message.find('\n'), std::string::npos) << message;
  }
}

TEST(IoError, KeysThatContradictEachOtherAreRefused) {
  const std::string two = minimal + "[[balls]]\nposition = [0.5, 0.0]\n";
  EXPECT_EQ(error_in(two + "[shot]\nat = \"1\"\nheading = 3\n"),
            "scene.toml: shot.heading: is given beside shot.at; give one or the other");
  EXPECT_EQ(error_in(two + "[shot]\ncut = 3\n"),
            "scene.toml: shot.cut: needs shot.at, the ball to be cut");
  EXPECT_EQ(error_in(two + "[shot]\nat = \"7\"\n"),
            "scene.toml: shot.at: is \"7\", must be the id of a ball: cue, 1");
  EXPECT_EQ(error_with("[table]\npreset = \"open\"\nlength = 2.0\n"),
            "scene.toml: table.length: is given beside table.preset; give one or the other");
  EXPECT_EQ(error_with("[rack]\ngame = \"nine-ball\"\ngap = 1e-6\njitter = 1e-6\n"),
            "scene.toml: rack.jitter: is 1e-06, must be between 0 and half the gap, 5e-07");
  const auto gap_error = [](const std::string& gap) {
    return error_with("[rack]\ngame = \"nine-ball\"\ngap = " + gap + "\n");
  };
  EXPECT_EQ(
      gap_error("{ distribution = \"normal\" }"),
      "scene.toml: rack.gap.distribution: is \"normal\", must be one of exponential, uniform");
  EXPECT_EQ(gap_error("{ distribution = \"exponential\" }"),
            "scene.toml: rack.gap.mean: is missing, must be a number in m, above 0 and at most 1");
  EXPECT_EQ(gap_error("{ distribution = \"uniform\", mean = 1e-4, max = 1e-4 }"),
            "scene.toml: rack.gap.mean: is 1e-04, but distribution \"uniform\" has no such key, "
            "only exponential");
  EXPECT_EQ(gap_error("{ distribution = \"uniform\", max = 0.01 }"),
            "scene.toml: rack.gap.max: is 0.01, must be above 0 and at most a tenth of the radius, "
            "0.0028575");
  EXPECT_EQ(gap_error("{ distribution = \"exponential\", mean = 1e-4 }\njitter = 1e-5"),
            "scene.toml: rack.jitter: is 1e-05, must be 0 where rack.gap is a distribution");
  EXPECT_EQ(error_with("[table]\npreset = \"open\"\n[rack]\ngame = \"nine-ball\"\n"),
            "scene.toml: rack.at: is missing, and the table has no spot \"foot\"; must be [x, y]");
  EXPECT_EQ(error_in("schema = 1\n"), "scene.toml: balls: a scene needs at least one ball");
  EXPECT_EQ(error_in("[[balls]]\nposition = [0, 0]\n"),
            "scene.toml: schema: is missing, must be 1");
}

TEST(IoError, FaultsOfTheWholeSceneCarryTheFile) {
  EXPECT_EQ(error_with("[[balls]]\nposition = [0.05, 0.0]\n"),
            "scene.toml: balls.1.position: ball \"1\" overlaps ball \"cue\" by 7.15 mm");
  EXPECT_EQ(error_with("[shot]\nside = 0.6\n"),
            "scene.toml: shot: miscue: the tip offset, sqrt(side^2 + height^2), is 0.6, must be at "
            "most cue.miscue, 0.5");
}

TEST(IoError, DuplicateJsonKeysAndDeepNestingAreRefused) {
  const auto twice = parse_scene(R"({"schema":1,"schema":1})", Format::json, "s.json");
  ASSERT_FALSE(twice);
  EXPECT_EQ(twice.error().message(), "s.json: schema: the key is given twice");
  const auto deep = parse_scene(std::string(1'000'000, '['), Format::json, "s.json");
  ASSERT_FALSE(deep);
  EXPECT_EQ(deep.error().message(), "s.json: nested deeper than 64 levels");
}

TEST(IoError, AMillionBallsAreRefusedBeforeParsing) {
  std::string toml = "schema = 1\n";
  for (int i = 0; i < 1'000'000; ++i) toml += "[[balls]]\nposition = [0.0, 0.0]\n";
  EXPECT_EQ(error_in(toml), "scene.toml: is larger than 4 MB; a scene may hold at most 1024 balls");
}

TEST(IoError, MoreBallsThanAllowedAreCounted) {
  std::string toml = "schema = 1\n";
  for (int i = 0; i < 1025; ++i) toml += "[[balls]]\nposition = [0.0, 0.0]\n";
  EXPECT_EQ(error_in(toml), "scene.toml: balls: there are 1025, must be at most 1024");
}

TEST(IoError, FilesThatCannotBeReadAreNamed) {
  const auto missing = load_scene("/no/such/scene.toml");
  ASSERT_FALSE(missing);
  EXPECT_EQ(missing.error().message(),
            "/no/such/scene.toml: cannot be read: No such file or directory");
  EXPECT_FALSE(load_scene("/tmp"));
  EXPECT_FALSE(load_recording("/no/such/run.json"));
}

TEST(IoError, IndicesOfOverridesAreChecked) {
  EXPECT_EQ(error_of_override("balls[1].position=[0, 0]"),
            "scene.toml: balls[1].position: there is no element 1; the scene's list balls has only "
            "element 0");
  EXPECT_EQ(error_of_override("balls[].position=[0, 0]"),
            "scene.toml: balls[].position: \"\" is not an index; an element of balls is written "
            "as in balls[0]");
  EXPECT_EQ(error_of_override("balls.position=[0, 0]"),
            "scene.toml: balls.position: \"position\" is not an index; an element of balls is "
            "written as in balls[0]");
  EXPECT_EQ(error_of_override("table.jaw[0].radius=0.1"),
            "scene.toml: table.jaw[0].radius: the scene has no list table.jaw");
  for (const char* path : {"balls[0", "balls[0]position", "balls[0]]"}) {
    EXPECT_EQ(error_of_override(std::string(path) + "=1"),
              std::string("scene.toml: ") + path +
                  ": is malformed; an index is written as in balls[0].position");
  }
}

TEST(IoError, BadOverridesAreRefused) {
  EXPECT_EQ(error_of_override("physics.cloth.sliding=-1"),
            "scene.toml: physics.cloth.sliding: is -1, must be between 0 and 10");
  EXPECT_EQ(error_of_override("balls.3.id=x"),
            "scene.toml: balls.3.id: there is no element 3; the scene's list balls has only "
            "element 0");
  EXPECT_EQ(error_of_override("nonsense"),
            "scene.toml: override \"nonsense\" must have the form key.path=value");
  EXPECT_EQ(error_of_override("phisics.gravity=1"),
            "scene.toml: phisics: unknown key, did you mean \"physics\"?");
  EXPECT_EQ(error_of_override("physics.gravity=[1"),
            "scene.toml: physics.gravity: the value \"[1\" is not valid TOML");
  EXPECT_EQ(error_of_override("schema.x=1"),
            "scene.toml: schema.x: goes through 1, which is not a table");
}

}  // namespace
}  // namespace cuelab
