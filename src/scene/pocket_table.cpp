#include "scene/pocket_table.hpp"

#include <cmath>
#include <string>

#include "math/elementary.hpp"

namespace cuelab {
namespace {

constexpr double radians_per_degree = pi / 180.0;

/// A nose end in the frame of its rail: u along the rail toward the pocket, v out of the table,
/// both measured from the virtual point.
struct RailEnd {
  double tangent;    ///< from the virtual point back to the end of the straight nose [m]
  Vec2 facing_from;  ///< where the jaw ends and the facing begins
  Vec2 facing_to;
};

RailEnd rail_end(const PocketSpec& spec) {
  const auto half = sin_cos(0.5 * spec.cut * radians_per_degree);
  const auto turn = sin_cos((180.0 - spec.cut) * radians_per_degree);
  const double tangent = spec.jaw_radius * half.cos / half.sin;
  const Vec2 along{turn.cos, turn.sin};
  return {.tangent = tangent,
          .facing_from = tangent * along,
          .facing_to = (spec.facing_depth / turn.sin) * along};
}

/// Position and axes of a rail end on the table.
struct RailFrame {
  Vec2 virtual_point;
  Vec2 u;  ///< along the rail toward the pocket
  Vec2 v;  ///< out of the table
};

Vec2 on_rail(const RailFrame& frame, Vec2 p) {
  return frame.virtual_point + p.x * frame.u + p.y * frame.v;
}

void add_facing(Table& table, const std::string& name, const RailFrame& frame,
                const PocketSpec& spec) {
  const RailEnd end = rail_end(spec);
  table.cushions.push_back({.id = "facing_" + name,
                            .from = on_rail(frame, end.facing_from),
                            .to = on_rail(frame, end.facing_to)});
  table.jaws.push_back({.id = "jaw_" + name,
                        .centre = on_rail(frame, {-end.tangent, spec.jaw_radius}),
                        .radius = spec.jaw_radius});
}

/// Half of the foot or head end, on the left (+1) or right (-1).
struct Quarter {
  double x;
  double y;
  const char* name;
};
constexpr Quarter quarters[] = {{1.0, 1.0, "foot_left"},
                                {1.0, -1.0, "foot_right"},
                                {-1.0, 1.0, "head_left"},
                                {-1.0, -1.0, "head_right"}};

void add_noses(Table& table, double half_length, double half_width, const PocketTableSpec& spec) {
  // where the straight parts end
  const double corner = spec.corner.mouth / std::sqrt(2.0) + rail_end(spec.corner).tangent;
  const double from_side = 0.5 * spec.side.mouth + rail_end(spec.side).tangent;
  const double to_corner = half_length - corner;
  const double end_half = half_width - corner;

  for (const double y : {1.0, -1.0}) {
    for (const double x : {1.0, -1.0}) {
      table.cushions.push_back({.id = std::string("nose_long_") + (x > 0.0 ? "foot_" : "head_") +
                                      (y > 0.0 ? "left" : "right"),
                                .from = {x * from_side, y * half_width},
                                .to = {x * to_corner, y * half_width}});
    }
  }
  for (const double x : {1.0, -1.0}) {
    table.cushions.push_back({.id = x > 0.0 ? "nose_foot" : "nose_head",
                              .from = {x * half_length, -end_half},
                              .to = {x * half_length, end_half}});
  }
}

}  // namespace

Table pocket_table(const PocketTableSpec& spec) {
  Table table;
  table.length = spec.length;
  table.width = spec.width;
  table.cushion_height = spec.cushion_height;

  const double half_length = 0.5 * spec.length;
  const double half_width = 0.5 * spec.width;
  const double corner_offset = spec.corner.mouth / std::sqrt(2.0);
  add_noses(table, half_length, half_width, spec);

  // three facings with their jaws per quarter of the table
  for (const Quarter& q : quarters) {
    const Vec2 along{q.x, 0.0};
    const Vec2 across{0.0, q.y};
    const double x = q.x * half_length;
    const double y = q.y * half_width;
    add_facing(table, std::string("corner_long_") + q.name,
               {{x - q.x * corner_offset, y}, along, across}, spec.corner);
    add_facing(table, std::string("corner_end_") + q.name,
               {{x, y - q.y * corner_offset}, across, along}, spec.corner);
    add_facing(table, std::string("side_") + q.name,
               {{q.x * 0.5 * spec.side.mouth, y}, -1.0 * along, across}, spec.side);
  }

  // holes: the middle of a corner mouth is half the offset inside both rails
  const double behind = (spec.corner.shelf + spec.corner.hole_radius) / std::sqrt(2.0);
  for (const Quarter& q : quarters) {
    table.pockets.push_back({.id = std::string("corner_") + q.name,
                             .centre = {q.x * (half_length - 0.5 * corner_offset + behind),
                                        q.y * (half_width - 0.5 * corner_offset + behind)},
                             .radius = spec.corner.hole_radius});
  }
  const double side_y = half_width + spec.side.shelf + spec.side.hole_radius;
  table.pockets.push_back(
      {.id = "side_left", .centre = {0.0, side_y}, .radius = spec.side.hole_radius});
  table.pockets.push_back(
      {.id = "side_right", .centre = {0.0, -side_y}, .radius = spec.side.hole_radius});
  return table;
}

}  // namespace cuelab
