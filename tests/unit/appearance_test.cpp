// Appearance of tables and balls: facts about real ones, symmetry, and closed outlines.
#include "cuelab/appearance.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

namespace cuelab {
namespace {

constexpr double same = 1e-9;  ///< [m]

TableShape shape_of(const char* preset) { return table_shape(*make_table(preset)); }

bool has_point(const std::vector<Vec2>& points, Vec2 p) {
  return std::ranges::any_of(points, [&](Vec2 q) { return norm(p - q) < same; });
}

std::vector<Vec2> corners_of(const TableShape& shape) {
  std::vector<Vec2> corners;
  for (const CushionOutline& outline : shape.cushions) {
    for (const OutlineCorner& corner : outline) corners.push_back(corner.at);
  }
  return corners;
}

TEST(TableShape, CushionsBetweenPockets) {
  EXPECT_EQ(shape_of("pool-9ft").cushions.size(), 6U);
  EXPECT_EQ(shape_of("snooker-12ft").cushions.size(), 6U);
  EXPECT_EQ(shape_of("carom-10ft").cushions.size(), 4U);
}

TEST(TableShape, APoolTableHas18DiamondsACaromTable20ASnookerTableNone) {
  EXPECT_EQ(shape_of("pool-9ft").diamonds.size(), 18U);
  EXPECT_EQ(shape_of("carom-10ft").diamonds.size(), 20U);
  EXPECT_TRUE(shape_of("snooker-12ft").diamonds.empty());
}

TEST(TableShape, NoPartOfAPresetIsLoose) {
  for (const TablePreset& preset : table_presets()) {
    const TableShape shape = table_shape(*make_table(preset.name));
    if (!shape.framed) continue;
    EXPECT_TRUE(shape.loose_cushions.empty()) << preset.name;
    EXPECT_TRUE(shape.loose_jaws.empty()) << preset.name;
  }
}

TEST(TableShape, OutlinesAreMirrorImages) {
  for (const char* preset : {"pool-9ft", "snooker-12ft", "carom-10ft"}) {
    const std::vector<Vec2> corners = corners_of(shape_of(preset));
    for (const Vec2 p : corners) {
      EXPECT_TRUE(has_point(corners, {-p.x, p.y})) << preset << " " << p.x << " " << p.y;
      EXPECT_TRUE(has_point(corners, {p.x, -p.y})) << preset << " " << p.x << " " << p.y;
    }
  }
}

TEST(TableShape, OutlinesLieBetweenNoseAndWood) {
  for (const char* preset : {"pool-9ft", "snooker-12ft", "carom-10ft"}) {
    const Table table = *make_table(preset);
    const TableShape shape = table_shape(table);
    for (const Vec2 p : corners_of(shape)) {
      const double beyond =
          std::max(std::abs(p.x) - 0.5 * table.length, std::abs(p.y) - 0.5 * table.width);
      EXPECT_GE(beyond, -same) << preset;
      EXPECT_LE(beyond, shape.cushion_depth + same) << preset;
    }
  }
}

TEST(TableShape, ArcsFollowTheJawsTheyGoAround) {
  const Table table = *make_table("pool-9ft");
  std::size_t arcs = 0;
  for (const CushionOutline& outline : table_shape(table).cushions) {
    for (std::size_t i = 1; i < outline.size(); ++i) {
      const OutlineCorner& corner = outline[i];
      if (corner.arc == 0.0) continue;
      ++arcs;
      const auto jaw = std::ranges::find_if(table.jaws, [&](const Jaw& j) {
        return std::abs(norm(corner.at - j.centre) - j.radius) < 1e-4 &&
               std::abs(norm(outline[i - 1].at - j.centre) - j.radius) < 1e-4;
      });
      ASSERT_NE(jaw, table.jaws.end());
      EXPECT_EQ(corner.arc, jaw->radius);
      // the arc is the shorter of the two around the centre
      const double turn = cross(outline[i - 1].at - jaw->centre, corner.at - jaw->centre);
      EXPECT_EQ(turn < 0.0, corner.clockwise);
    }
  }
  EXPECT_EQ(arcs, table.jaws.size());
}

TEST(TableShape, TheDOfASnookerTableFacesTheNearerEnd) {
  const TableShape shape = shape_of("snooker-12ft");
  ASSERT_TRUE(shape.baulk.has_value());
  EXPECT_EQ(shape.baulk->at_low_x, shape.baulk->x < 0.0);
  EXPECT_NEAR(shape.baulk->radius, 0.292, 0.001);  // 11.5 inches
  EXPECT_FALSE(shape_of("pool-9ft").baulk.has_value());
}

TEST(TableShape, WithoutRailsEverythingIsLoose) {
  Table table;
  table.cushions = {{"wall", {1.0, -1.0}, {1.0, 1.0}}};
  table.jaws = {{"post", {0.0, 1.0}, 0.02}};
  const TableShape shape = table_shape(table);
  EXPECT_FALSE(shape.framed);
  EXPECT_EQ(shape.loose_cushions.size(), 1U);
  EXPECT_EQ(shape.loose_jaws.size(), 1U);
  EXPECT_TRUE(shape.cushions.empty());
}

Scene scene_of(const char* preset, const std::vector<std::string>& ids) {
  Scene scene;
  scene.table = *make_table(preset);
  for (const std::string& id : ids) {
    scene.balls.emplace_back();
    scene.balls.back().id = id;
  }
  return scene;
}

TEST(BallColours, StripesHaveTheColoursOfTheSolids) {
  std::vector<std::string> ids;
  for (int n = 1; n <= 15; ++n) ids.push_back(std::to_string(n));
  const Scene scene = scene_of("pool-9ft", ids);
  for (std::size_t n = 1; n <= 7; ++n) {
    const BallColours solid = ball_colours(scene, n - 1);
    const BallColours stripe = ball_colours(scene, n + 7);
    EXPECT_EQ(solid.fill, stripe.fill);
    EXPECT_FALSE(solid.striped);
    EXPECT_TRUE(stripe.striped);
    EXPECT_EQ(stripe.label, ids[n + 7]);
  }
  EXPECT_FALSE(ball_colours(scene, 7).striped);
}

TEST(BallColours, NumbersAreRedsOnASnookerTable) {
  const Scene scene = scene_of("snooker-12ft", {"3", "red", "red7", "redder"});
  EXPECT_EQ(ball_colours(scene, 0).fill, ball_colours(scene, 1).fill);
  EXPECT_EQ(ball_colours(scene, 2).fill, ball_colours(scene, 1).fill);
  EXPECT_NE(ball_colours(scene, 3).fill, ball_colours(scene, 1).fill);
}

}  // namespace
}  // namespace cuelab
