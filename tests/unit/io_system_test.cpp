#include <gtest/gtest.h>

#include "cuelab/io.hpp"

namespace cuelab {
namespace {

std::string text_of(const std::string& kind) {
  return "schema = 1\n[system]\nkind = \"" + kind + "\"\n";
}

Scene load(const std::string& toml, const std::vector<std::string>& overrides = {}) {
  auto scene = parse_scene(toml, Format::toml, "scene.toml", overrides);
  EXPECT_TRUE(scene) << (scene ? "" : scene.error().message());
  return scene ? *scene : Scene{};
}

std::string error_in(const std::string& toml, const std::vector<std::string>& overrides = {}) {
  const auto scene = parse_scene(toml, Format::toml, "scene.toml", overrides);
  return scene ? "" : scene.error().message();
}

TEST(IoSystem, DefaultsAreThoseOfTheTypes) {
  EXPECT_EQ(load(text_of("bouncing-ball")).system, SystemSpec{BouncingBall{}});
  EXPECT_EQ(load(text_of("newtons-cradle")).system, SystemSpec{NewtonsCradle{}});
  EXPECT_EQ(load(text_of("ball-bearing")).system, SystemSpec{BallBearing{}});
  EXPECT_EQ(load("schema = 1\n[[balls]]\nposition = [0, 0]\n").system, SystemSpec{});
}

TEST(IoSystem, BringsEngineBodiesLawsAndMaterial) {
  const Scene cradle = load(text_of("newtons-cradle"));
  EXPECT_EQ(cradle.run.engine, Engine::smooth);
  EXPECT_EQ(cradle.not_built, "");
  EXPECT_EQ(cradle.balls.size(), 5U);
  EXPECT_EQ(cradle.table, Table{});
  EXPECT_EQ(cradle.smooth.ball.young, 210e9);
  EXPECT_EQ(cradle.smooth.ball_ball.normal, NormalLaw::hertz);
  const Scene bearing = load(text_of("ball-bearing"));
  EXPECT_EQ(bearing.smooth.cloth.poisson, 0.3);
  EXPECT_EQ(std::get<Ambrosio>(*bearing.smooth.ball_cloth.friction).v1, 1e-2);
}

TEST(IoSystem, WhatTheFileSaysCounts) {
  const Scene scene = load(text_of("newtons-cradle"),
                           {"smooth.materials.ball.young=1e9", "smooth.ball_ball.restitution=0.9",
                            "system.mass=0.1", "system.constraints=augmented"});
  EXPECT_EQ(scene.smooth.ball.young, 1e9);
  EXPECT_EQ(scene.smooth.ball.poisson, 0.3);
  EXPECT_EQ(scene.smooth.ball_ball.normal, NormalLaw::exact) << "hertz has no restitution";
  EXPECT_EQ(scene.smooth.ball_ball.friction, FrictionLaw(NoFriction{})) << "the cradle's default";
  EXPECT_EQ(std::get<NewtonsCradle>(scene.system.model).mass, 0.1);
  EXPECT_EQ(scene.system.constraints, ConstraintMethod::augmented);
  const Scene light = load(text_of("newtons-cradle"), {"system.density=785"});
  EXPECT_DOUBLE_EQ(std::get<NewtonsCradle>(light.system.model).mass, 0.1 * NewtonsCradle{}.mass);
}

TEST(IoSystem, RoundTrips) {
  const std::vector<std::vector<std::string>> variants[] = {
      {{"system.kind=bouncing-ball", "system.surface=tube", "system.tube_radius=0.35"}},
      {{"system.kind=newtons-cradle", "system.release=33.3", "system.strings=1",
        "system.constraints=lagrange", "system.released=2"}},
      {{"system.kind=ball-bearing", "system.races=cylinders", "system.axial_load=5.5",
        "system.defect=outer", "system.defect_angle=12.3", "physics.gravity=1.6"}}};
  for (const auto& variant : variants) {
    const Scene scene = load("schema = 1\n", variant.front());
    EXPECT_EQ(load(*scene_to_toml(scene)), scene) << *scene_to_toml(scene);
    const auto json = parse_scene(*scene_to_json(scene), Format::json, "copy.json");
    ASSERT_TRUE(json) << json.error().message();
    EXPECT_EQ(*json, scene);
  }
}

TEST(IoSystem, ClearErrors) {
  const std::string cradle = text_of("newtons-cradle");
  EXPECT_EQ(error_in(cradle, {"run.engine=event"}),
            "scene.toml: run.engine: is \"event\", must be \"smooth\" for \"newtons-cradle\"; the "
            "others simulate only pool tables");
  EXPECT_EQ(
      error_in(cradle + "[[balls]]\nposition = [0, 0]\n"),
      "scene.toml: balls: cannot be used with system.kind \"newtons-cradle\", which has its own "
      "bodies");
  EXPECT_EQ(error_in(cradle, {"system.released=9"}),
            "scene.toml: system.released: is 9, must be at most count, 5");
  EXPECT_NE(error_in(cradle, {"system.races=spheres"}).find("only ball-bearing"),
            std::string::npos);
  EXPECT_NE(error_in(cradle, {"system.mass=1", "system.density=1"}).find("one or the other"),
            std::string::npos);
  EXPECT_NE(error_in(text_of("ball-bearing"), {"system.count=40"}).find("apart"),
            std::string::npos);
  EXPECT_NE(error_in(text_of("ball-bearing"), {"system.axial_load=4"}).find("cylinders"),
            std::string::npos);
  EXPECT_NE(error_in(text_of("pendulum")).find("newtons-cradle"), std::string::npos);
}

}  // namespace
}  // namespace cuelab
