#include "drawing.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <optional>
#include <vector>

#include "cuelab/appearance.hpp"
#include "io/scene_writer.hpp"

namespace cuelab::web {
namespace {

using nlohmann::ordered_json;

constexpr double arc_step = std::numbers::pi / 24.0;  ///< maximum between points of an arc [rad]

/// Adds the points of the arc from `from` to a corner, its end included.
void add_arc(ordered_json& points, Vec2 from, const OutlineCorner& corner) {
  // the centre is on the left of a counter-clockwise arc; arcs are less than a half turn
  const Vec2 chord = corner.at - from;
  const double half = 0.5 * norm(chord);
  const double height = std::sqrt(std::max(0.0, corner.arc * corner.arc - half * half));
  const double sense = corner.clockwise ? -1.0 : 1.0;
  const Vec2 left{-chord.y, chord.x};
  const Vec2 centre = 0.5 * (from + corner.at) + (sense * height / (2.0 * half)) * left;

  const Vec2 a = from - centre;
  const Vec2 b = corner.at - centre;
  const double turn = std::atan2(cross(a, b), dot(a, b));
  const int steps = std::max(2, static_cast<int>(std::ceil(std::abs(turn) / arc_step)));
  for (int i = 1; i < steps; ++i) {
    const double angle = turn * i / steps;
    const double c = std::cos(angle);
    const double s = std::sin(angle);
    points.push_back(as_list(centre + Vec2{c * a.x - s * a.y, s * a.x + c * a.y}));
  }
  points.push_back(as_list(corner.at));
}

/// Unit vector from the nose, the longest straight line of the outline, away from the cloth.
struct Nose {
  Vec2 at;  ///< [m]
  Vec2 out;
};
Nose nose_of(const CushionOutline& outline) {
  Nose nose{};
  double longest = 0.0;
  for (std::size_t i = 1; i < outline.size(); ++i) {
    const Vec2 line = outline[i].at - outline[i - 1].at;
    const double length = norm(line);
    if (outline[i].arc > 0.0 || length <= longest) continue;
    longest = length;
    const Vec2 normal = (1.0 / length) * Vec2{-line.y, line.x};
    nose = {outline[i].at, dot(normal, outline[i].at) < 0.0 ? -1.0 * normal : normal};
  }
  return nose;
}

ordered_json rail_document(const CushionOutline& outline) {
  ordered_json front = ordered_json::array();
  for (std::size_t i = 0; i < outline.size(); ++i) {
    if (outline[i].arc > 0.0) {
      add_arc(front, outline[i - 1].at, outline[i]);
    } else {
      front.push_back(as_list(outline[i].at));
    }
  }
  const Nose nose = nose_of(outline);
  return {{"front", std::move(front)}, {"out", as_list(nose.out)}, {"nose", as_list(nose.at)}};
}

ordered_json points_document(const std::vector<Vec2>& points) {
  ordered_json document = ordered_json::array();
  for (const Vec2 point : points) document.push_back(as_list(point));
  return document;
}

ordered_json baulk_document(const std::optional<BaulkLine>& baulk) {
  if (!baulk) return nullptr;
  return {{"x", baulk->x}, {"radius", baulk->radius}, {"atLowX", baulk->at_low_x}};
}

}  // namespace

ordered_json cushions_document(const std::vector<Cushion>& cushions) {
  ordered_json document = ordered_json::array();
  for (const Cushion& part : cushions) {
    document.push_back({{"id", part.id}, {"from", as_list(part.from)}, {"to", as_list(part.to)}});
  }
  return document;
}

ordered_json jaws_document(const std::vector<Jaw>& jaws) {
  ordered_json document = ordered_json::array();
  for (const Jaw& part : jaws) {
    document.push_back(
        {{"id", part.id}, {"centre", as_list(part.centre)}, {"radius", part.radius}});
  }
  return document;
}

ordered_json table_drawing(const Table& table) {
  const TableColours colours = table_colours(table);
  const TableShape shape = table_shape(table);
  ordered_json rails = ordered_json::array();
  for (const CushionOutline& outline : shape.cushions) rails.push_back(rail_document(outline));
  return {{"cloth", colours.cloth},
          {"cushion", colours.cushion},
          {"framed", shape.framed},
          {"cushionDepth", shape.cushion_depth},
          {"railWidth", shape.rail_width},
          {"rails", std::move(rails)},
          {"looseCushions", cushions_document(shape.loose_cushions)},
          {"looseJaws", jaws_document(shape.loose_jaws)},
          {"diamonds", points_document(shape.diamonds)},
          {"spots", points_document(shape.spots)},
          {"baulk", baulk_document(shape.baulk)}};
}

ordered_json ball_drawing(const Scene& scene, std::size_t ball) {
  const BallColours colours = ball_colours(scene, ball);
  return {{"fill", colours.fill}, {"path", colours.path},   {"striped", colours.striped},
          {"disc", colours.disc}, {"label", colours.label}, {"spot", colours.spot}};
}

}  // namespace cuelab::web
