#include <gtest/gtest.h>

#include <cmath>
#include <fstream>
#include <nlohmann/json.hpp>

#include "cuelab/scene.hpp"
#include "scene/geometry.hpp"

namespace cuelab {
namespace {

using nlohmann::json;

constexpr double geometry_tolerance = 1e-9;  // [m]; the sample has 12 digits

json sample() {
  std::ifstream file(CUELAB_SOURCE_DIR "/tests/data/tables_geometry.json");
  return json::parse(file).at("tables");
}

void expect_near(Vec2 actual, const json& expected, const std::string& what) {
  EXPECT_NEAR(actual.x, expected[0].get<double>(), geometry_tolerance) << what;
  EXPECT_NEAR(actual.y, expected[1].get<double>(), geometry_tolerance) << what;
}

template <class Part>
const Part& part_of(const std::vector<Part>& parts, const std::string& id) {
  static const Part missing;
  for (const Part& part : parts) {
    if (part.id == id) return part;
  }
  ADD_FAILURE() << "no part " << id;
  return missing;
}

TEST(SceneTable, PresetsHaveTheDerivedGeometry) {
  const json tables = sample();
  for (const auto& [name, expected] : tables.items()) {
    SCOPED_TRACE(name);
    const auto table = make_table(name);
    ASSERT_TRUE(table);
    EXPECT_NEAR(table->length, expected.at("length").get<double>(), geometry_tolerance);
    EXPECT_NEAR(table->width, expected.at("width").get<double>(), geometry_tolerance);
    EXPECT_NEAR(table->cushion_height, expected.at("cushion_height").get<double>(),
                geometry_tolerance);
    EXPECT_EQ(table->cushions.size(), expected.at("counts")[0]);
    EXPECT_EQ(table->jaws.size(), expected.at("counts")[1]);
    EXPECT_EQ(table->pockets.size(), expected.at("counts")[2]);
    for (const json& part : expected.at("cushion")) {
      const auto id = part.at("id").get<std::string>();
      expect_near(part_of(table->cushions, id).from, part.at("from"), id);
      expect_near(part_of(table->cushions, id).to, part.at("to"), id);
    }
    for (const json& part : expected.at("jaw")) {
      const auto id = part.at("id").get<std::string>();
      expect_near(part_of(table->jaws, id).centre, part.at("centre"), id);
      EXPECT_NEAR(part_of(table->jaws, id).radius, part.at("radius").get<double>(), 1e-12);
    }
    for (const json& part : expected.at("pocket")) {
      const auto id = part.at("id").get<std::string>();
      expect_near(part_of(table->pockets, id).centre, part.at("centre"), id);
      EXPECT_NEAR(part_of(table->pockets, id).radius, part.at("radius").get<double>(), 1e-12);
      EXPECT_NEAR(part_of(table->pockets, id).depth, part.at("depth").get<double>(), 1e-12);
    }
    for (const auto& [id, at] : expected.at("spot").items()) {
      expect_near(part_of(table->spots, id).at, at, id);
    }
  }
}

TEST(SceneTable, PresetBallsAreThoseOfTheGame) {
  const json tables = sample();
  for (const auto& [name, expected] : tables.items()) {
    const TablePreset* preset = find_preset(name);
    ASSERT_NE(preset, nullptr);
    EXPECT_NEAR(preset->ball_radius, expected.at("ball").at("radius").get<double>(), 1e-12);
    EXPECT_NEAR(preset->ball_mass, expected.at("ball").at("mass").get<double>(), 1e-12);
  }
}

TEST(SceneTable, EveryJawTouchesItsNoseAndItsFacing) {
  for (const TablePreset& preset : table_presets()) {
    const auto table = make_table(preset.name);
    ASSERT_TRUE(table);
    for (const Jaw& jaw : table->jaws) {
      int touched = 0;
      for (const Cushion& cushion : table->cushions) {
        for (const Vec2 end : {cushion.from, cushion.to}) {
          if (std::abs(norm(end - jaw.centre) - jaw.radius) > 1e-12) continue;
          // tangent: the radius to the end is perpendicular to the cushion
          const Vec2 along = cushion.to - cushion.from;
          EXPECT_NEAR(dot(along, end - jaw.centre) / norm(along), 0.0, 1e-12) << jaw.id;
          ++touched;
        }
      }
      EXPECT_EQ(touched, 2) << preset.name << ' ' << jaw.id;
    }
  }
}

TEST(SceneTable, EveryPocketMouthIsWiderThanTheBall) {
  for (const TablePreset& preset : table_presets()) {
    const auto table = make_table(preset.name);
    ASSERT_TRUE(table);
    for (const Jaw& a : table->jaws) {
      for (const Jaw& b : table->jaws) {
        if (&a == &b) continue;
        EXPECT_GT(norm(a.centre - b.centre) - a.radius - b.radius, 2.0 * preset.ball_radius)
            << preset.name << ' ' << a.id << ' ' << b.id;
      }
    }
  }
}

TEST(SceneTable, UnknownPresetIsRefusedByName) {
  const auto table = make_table("pool-10ft");
  ASSERT_FALSE(table);
  EXPECT_EQ(table.error().message(),
            "table.preset: is \"pool-10ft\", must be one of pool-7ft, pool-8ft, pool-9ft, "
            "snooker-12ft, carom-10ft, open");
}

TEST(SceneTable, NoseAboveTheCentreIsTouchedNearerThanTheRadius) {
  const auto table = make_table("pool-9ft");
  ASSERT_TRUE(table);
  const BallSpec ball;
  const double up = table->cushion_height - ball.radius;
  EXPECT_DOUBLE_EQ(touching_distance(*table, ball, ball.radius),
                   std::sqrt(ball.radius * ball.radius - up * up));
  EXPECT_LT(touching_distance(*table, ball, 0.1), 0.0);
}

}  // namespace
}  // namespace cuelab
