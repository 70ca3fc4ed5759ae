#include "event/table_map.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <random>

#include "cuelab/scene.hpp"

namespace cuelab {
namespace {

constexpr double radius = 0.028575;

Table box(double length, double width) {
  Table table;
  table.length = length;
  table.width = width;
  table.cushion_height = radius;
  table.contact = CushionContact::plane;
  const double x = 0.5 * length;
  const double y = 0.5 * width;
  table.cushions = {{"left", {-x, y}, {x, y}},
                    {"right", {x, -y}, {-x, -y}},
                    {"head", {-x, -y}, {-x, y}},
                    {"foot", {x, y}, {x, -y}}};
  return table;
}

TEST(TableMap, AStraightPathMeetsTheWallARadiusBeforeIt) {
  const TableMap map(box(2.0, 1.0), radius);
  std::uint64_t roots = 0;
  const TableHit hit = map.first_hit(PlanarPath{{0, 0}, {2.0, 0.1}, {0, 0}}, 10.0, roots);
  EXPECT_EQ(hit.part.kind, AgentKind::cushion);
  EXPECT_EQ(hit.part.index, 3U);
  EXPECT_NEAR(hit.t, (1.0 - radius) / 2.0, 1e-15);
  EXPECT_EQ(hit.normal, (Vec2{-1.0, 0.0}));
  EXPECT_EQ(roots, 0U);  // no polynomial was searched
}

TEST(TableMap, ALineContactIsMetOnTheSlant) {
  Table table = box(2.0, 1.0);
  table.contact = CushionContact::line;
  table.cushion_height = 1.27 * radius;
  const TableMap map(table, radius);
  std::uint64_t roots = 0;
  const TableHit hit = map.first_hit(PlanarPath{{0, 0}, {1.0, 0}, {0, 0}}, 10.0, roots);
  EXPECT_NEAR(hit.t, 1.0 - radius * std::sqrt(1.0 - 0.27 * 0.27), 1e-15);
  EXPECT_NEAR(map.sin_theta(), 0.27, 1e-14);
}

TEST(TableMap, AWallIsMetFromBothSides) {
  Table table;
  table.cushion_height = radius;
  table.contact = CushionContact::plane;
  table.cushions = {{"fence", {0, -0.5}, {0, 0.5}}};
  const TableMap map(table, radius);
  std::uint64_t roots = 0;
  for (const double side : {1.0, -1.0}) {
    const TableHit hit = map.first_hit(PlanarPath{{side, 0.1}, {-side, 0}, {0, 0}}, 10.0, roots);
    EXPECT_NEAR(hit.t, 1.0 - radius, 1e-15);
    EXPECT_EQ(hit.normal.x, side);
  }
}

TEST(TableMap, TheFreeEndOfACushionIsAPoint) {
  Table table;
  table.cushion_height = radius;
  table.contact = CushionContact::plane;
  table.cushions = {{"fence", {0, -0.5}, {0, 0.5}}};
  const TableMap map(table, radius);
  std::uint64_t roots = 0;
  // passes above the end at half a radius: meets the end point
  const TableHit hit =
      map.first_hit(PlanarPath{{1.0, 0.5 + 0.5 * radius}, {-1.0, 0}, {0, 0}}, 10.0, roots);
  EXPECT_NEAR(hit.t, 1.0 - radius * std::sqrt(0.75), 1e-12);
  EXPECT_NEAR(hit.normal.y, 0.5, 1e-12);
  // and at more than a radius: nothing
  EXPECT_EQ(map.first_hit(PlanarPath{{1.0, 0.5 + 1.01 * radius}, {-1.0, 0}, {0, 0}}, 10.0, roots).t,
            never);
}

TEST(TableMap, ABallAimedAtAPocketFalls) {
  const Table table = *make_table("pool-9ft");
  const TableMap map(table, radius);
  for (const Pocket& pocket : table.pockets) {
    // along the bisector of the corner, or square into a side pocket
    const bool corner = pocket.id.starts_with("corner");
    const Vec2 into{corner ? std::copysign(0.5, pocket.centre.x) : 0.0,
                    std::copysign(0.5, pocket.centre.y)};
    std::uint64_t roots = 0;
    const TableHit hit = map.first_hit(PlanarPath{pocket.centre - into, into, {0, 0}}, 1.0, roots);
    EXPECT_EQ(hit.part.kind, AgentKind::pocket) << pocket.id;
    EXPECT_NEAR(hit.t, 1.0 - pocket.radius / norm(into), 1e-12) << pocket.id;
  }
}

/// Distance of the centre to every part, by brute force.
double clearance(const Table& table, Vec2 r, double contact) {
  double least = 1.0;
  for (const Cushion& c : table.cushions) {
    const Vec2 along = c.to - c.from;
    const double s = std::clamp(dot(r - c.from, along) / dot(along, along), 0.0, 1.0);
    least = std::min(least, norm(r - c.from - s * along) - contact);
  }
  for (const Jaw& jaw : table.jaws)
    least = std::min(least, norm(r - jaw.centre) - jaw.radius - contact);
  for (const Pocket& p : table.pockets) least = std::min(least, norm(r - p.centre) - p.radius);
  return least;
}

TEST(TableMap, NoPathPassesThroughAnyPartOfAnyTable) {
  std::mt19937_64 random(3);
  std::uniform_real_distribution<double> unit(-1.0, 1.0);
  for (const TablePreset& preset : table_presets()) {
    const Table table = *make_table(preset.name);
    if (table.cushions.empty()) continue;
    const TableMap map(table, preset.ball_radius);
    const double contact = preset.ball_radius * std::sqrt(1.0 - map.sin_theta() * map.sin_theta());
    std::uint64_t roots = 0;
    int hits = 0;
    for (int k = 0; k < 400; ++k) {
      PlanarPath path{{0.5 * table.length * unit(random), 0.5 * table.width * unit(random)},
                      {3.0 * unit(random), 3.0 * unit(random)},
                      {unit(random), unit(random)}};
      if (clearance(table, path.r, contact) < 1e-6) continue;
      const TableHit hit = map.first_hit(path, 3.0, roots);
      const auto at = [&](double t) { return path.r + t * (path.v + t * path.a); };
      if (hit.t != never) {
        ASSERT_NEAR(clearance(table, at(hit.t), contact), 0.0, 1e-12) << preset.name;
        ++hits;
      }
      const double end = std::min(hit.t, 3.0);
      for (int i = 1; i < 300; ++i) {
        ASSERT_GT(clearance(table, at(end * i / 300.0), contact), -1e-12) << preset.name;
      }
    }
    EXPECT_GT(hits, 200) << preset.name;
  }
}

}  // namespace
}  // namespace cuelab
