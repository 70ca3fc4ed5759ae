// Numbers of a scene set by key without text: the same result as the loader's overrides.
#include "cuelab/scene_number.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "cuelab/io.hpp"

namespace cuelab {
namespace {

constexpr const char* text = R"(
schema = 1
[table]
preset = "pool-9ft"
[[balls]]
id = "cue"
position = [-0.5, 0.1]
[[balls]]
id = "1"
position = [0.3, 0.0]
[shot]
speed = 2
heading = 10
)";

Scene loaded(const std::vector<std::string>& overrides = {}) {
  auto scene = parse_scene(text, Format::toml, "test.toml", overrides);
  EXPECT_TRUE(scene) << scene.error().message();
  return *scene;
}

TEST(SceneNumber, SetsTheSameAsAnOverride) {
  const std::pair<const char*, double> cases[] = {
      {"physics.gravity", 9.5},
      {"physics.cloth.sliding", 0.18},
      {"physics.ball_ball.restitution", 0.9},
      {"physics.cushion.loss_speed", 2.5},
      {"physics.slate.min_bounce", 0.01},
      {"smooth.rel_tol", 1e-7},
      {"smooth.ball_ball.restitution", 0.8},
      {"smooth.ball_cloth.rolling", 0.02},
      {"smooth.cushion.friction.coefficient", 0.1},
      {"smooth.materials.cushion.young", 5e6},
      {"cue.end_mass", 0.004},
      {"shot.speed", 3.5},
      {"shot.heading", -33.3},
      {"shot.side", 0.2},
      {"shot.elevation", 12.5},
      {"stepped.time_step", 1e-4},
      {"run.t_max", 12.0},
      {"table.cushion_height", 0.037},
      {"balls.1.position.0", 0.42},
      {"balls.1.mass", 0.2},
      {"balls.1.radius", 0.03},
      {"balls.1.inertia", 5.0e-5},
  };
  for (const auto& [key, value] : cases) {
    Scene scene = loaded();
    const auto error = apply(scene, key, value);
    EXPECT_FALSE(error) << error->message();
    char assignment[64];
    std::snprintf(assignment, sizeof assignment, "%s=%.17g", key, value);
    EXPECT_EQ(scene, loaded({assignment})) << key;
    const auto number = SceneNumber::find(scene, key);
    ASSERT_TRUE(number) << key;
    EXPECT_DOUBLE_EQ(number->get(scene), value) << key;
  }
}

TEST(SceneNumber, FrictionBetweenBallsHasThreeNumbers) {
  Scene scene = loaded();
  EXPECT_FALSE(apply(scene, "physics.ball_ball.friction.b", 0.05));
  EXPECT_EQ(std::get<FrictionalAlongImpulse>(scene.physics.ball_ball).friction.b, 0.05);
}

TEST(SceneNumber, ReportsWhatANumberAffects) {
  const Scene scene = loaded();
  using Affects = SceneNumber::Affects;
  EXPECT_EQ(SceneNumber::find(scene, "shot.speed")->affects(), Affects::start);
  EXPECT_EQ(SceneNumber::find(scene, "balls.0.position.1")->affects(), Affects::start);
  EXPECT_EQ(SceneNumber::find(scene, "physics.cloth.rolling")->affects(), Affects::laws);
  EXPECT_EQ(SceneNumber::find(scene, "balls.0.radius")->affects(), Affects::geometry);
  EXPECT_EQ(SceneNumber::find(scene, "table.cushion_height")->affects(), Affects::geometry);
  EXPECT_EQ(SceneNumber::find(scene, "table.pocket.0.radius")->affects(), Affects::geometry);
}

TEST(SceneNumber, RefusesUnknownKeysAndValuesOutOfRange) {
  Scene scene = loaded();
  const Scene before = scene;
  for (const char* key : {"physics.cloth.slidng", "physics.cloth", "shot.at", "balls.7.mass",
                          "balls.x.mass", "physics.cushion.law", "", "shot.", "physics"}) {
    EXPECT_FALSE(SceneNumber::find(scene, key)) << key;
    EXPECT_TRUE(apply(scene, key, 1.0)) << key;
  }
  const auto error = apply(scene, "physics.cloth.sliding", -0.1);
  ASSERT_TRUE(error);
  EXPECT_EQ(error->message(), "physics.cloth.sliding: is -0.1, must be between 0 and 10");
  EXPECT_TRUE(apply(scene, "shot.speed", std::nan("")));
  EXPECT_EQ(scene, before);
}

TEST(SceneNumber, MovesThePartsOfTheTable) {
  Scene scene = loaded();
  EXPECT_FALSE(apply(scene, "table.pocket.5.radius", 0.07));
  EXPECT_EQ(scene.table.pockets[5].radius, 0.07);
  EXPECT_FALSE(apply(scene, "table.cushion.2.to.1", 0.6));
  EXPECT_EQ(scene.table.cushions[2].to.y, 0.6);
  EXPECT_FALSE(apply(scene, "table.jaw.11.radius", 0.02));
  EXPECT_EQ(scene.table.jaws[11].radius, 0.02);
  EXPECT_TRUE(apply(scene, "table.pocket.6.radius", 0.07)) << "there are six";
}

TEST(SceneNumber, IsGoneWithItsLaw) {
  Scene scene = loaded();
  const auto number = SceneNumber::find(scene, "physics.cushion.loss_speed");
  ASSERT_TRUE(number);
  scene.physics.cushion = Mirror{};
  EXPECT_TRUE(std::isnan(number->get(scene)));
  EXPECT_TRUE(number->set(scene, 2.0));
  EXPECT_EQ(scene.physics.cushion, CushionLaw(Mirror{}));

  scene.shot.reset();
  EXPECT_FALSE(SceneNumber::find(scene, "shot.speed"));
}

}  // namespace
}  // namespace cuelab
