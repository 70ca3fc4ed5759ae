// Outlines of cushions, rails and markings.
#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <optional>

#include "cuelab/appearance.hpp"

namespace cuelab {
namespace {

constexpr double default_depth = 0.05;        ///< of a cushion without facings [m]
constexpr double deepest = 0.15;              ///< a facing ends at most this far out [m]
constexpr double wood_width = 0.082;          ///< [m]
constexpr double wood_behind_pocket = 0.022;  ///< [m]
constexpr double joint = 1e-4;  ///< ends closer than this are joined in the picture [m]

/// The outward normal of the table's edge on which a nose line lies, if it does.
std::optional<Vec2> edge_of(const Cushion& c, const Table& table) {
  const double x = 0.5 * table.length;
  const double y = 0.5 * table.width;
  if (x <= 0.0 || y <= 0.0) return {};
  for (const double side : {-1.0, 1.0}) {
    if (std::abs(c.from.x - side * x) < joint && std::abs(c.to.x - side * x) < joint) {
      return Vec2{side, 0.0};
    }
    if (std::abs(c.from.y - side * y) < joint && std::abs(c.to.y - side * y) < joint) {
      return Vec2{0.0, side};
    }
  }
  return {};
}

/// Whether a cushion can be the end of another one: short, and not itself on the edge.
bool is_facing(const Cushion& c, const Table& table) {
  constexpr double longest = 0.2;  // [m]
  return norm(c.to - c.from) < longest && !edge_of(c, table);
}

bool touches(const Jaw& jaw, Vec2 p) { return std::abs(norm(p - jaw.centre) - jaw.radius) < joint; }

/// One end of a nose line.
struct NoseEnd {
  Vec2 at;     ///< [m]
  Vec2 along;  ///< unit vector out of the nose line
  Vec2 out;    ///< unit vector away from the cloth
};

/// Finds the parts that continue a nose line, and remembers which it has used.
class RailBuilder {
 public:
  RailBuilder(const Table& table, double depth)
      : table_(table),
        depth_(depth),
        used_cushions_(table.cushions.size()),
        used_jaws_(table.jaws.size()) {}

  /// The corners from the nose to the back of the rubber.
  std::vector<OutlineCorner> follow(const NoseEnd& end) {
    for (std::size_t j = 0; j < table_.jaws.size(); ++j) {
      if (!touches(table_.jaws[j], end.at)) continue;
      used_jaws_[j] = true;
      return around(table_.jaws[j], end);
    }
    for (std::size_t i = 0; i < table_.cushions.size(); ++i) {
      const Cushion& c = table_.cushions[i];
      const bool forward = norm(c.from - end.at) < joint;
      if ((!forward && norm(c.to - end.at) >= joint) || !is_facing(c, table_)) continue;
      used_cushions_[i] = true;
      return {{facing_end(end.at, forward ? c.to : c.from, end)}};
    }
    return {{end.at + depth_ * (is_mitred(end) ? end.along + end.out : end.out)}};
  }

  /// Adds the parts that belong to no rail. Nose lines on the edge always count as used.
  void collect_loose(TableShape& table) const {
    for (std::size_t i = 0; i < table_.cushions.size(); ++i) {
      const Cushion& c = table_.cushions[i];
      if (!used_cushions_[i] && !edge_of(c, table_)) table.loose_cushions.push_back(c);
    }
    for (std::size_t j = 0; j < table_.jaws.size(); ++j) {
      if (!used_jaws_[j]) table.loose_jaws.push_back(table_.jaws[j]);
    }
  }

 private:
  /// Around the jaw to the facing that leaves it and along that; without a facing, around the
  /// jaw to its side and straight back.
  std::vector<OutlineCorner> around(const Jaw& jaw, const NoseEnd& end) {
    for (std::size_t i = 0; i < table_.cushions.size(); ++i) {
      const Cushion& c = table_.cushions[i];
      const bool forward = touches(jaw, c.from);
      if ((!forward && !touches(jaw, c.to)) || !is_facing(c, table_)) continue;
      used_cushions_[i] = true;
      const Vec2 start = forward ? c.from : c.to;
      const bool clockwise = cross(end.at - jaw.centre, start - jaw.centre) < 0.0;
      return {{start, jaw.radius, clockwise}, {facing_end(start, forward ? c.to : c.from, end)}};
    }
    const Vec2 side = jaw.centre + jaw.radius * end.along;
    const bool clockwise = cross(end.at - jaw.centre, side - jaw.centre) < 0.0;
    const double missing = std::max(0.0, depth_ - dot(side - end.at, end.out));
    return {{side, jaw.radius, clockwise}, {side + missing * end.out}};
  }

  /// Where the facing, made longer or shorter, reaches the back of the rubber.
  Vec2 facing_end(Vec2 start, Vec2 finish, const NoseEnd& end) const {
    const double climb = dot(finish - start, end.out);
    if (climb < joint) return finish;
    const double missing = depth_ - dot(start - end.at, end.out);
    return start + (missing / climb) * (finish - start);
  }

  /// Whether the nose of another edge of the table ends at the same point.
  bool is_mitred(const NoseEnd& end) const {
    return std::any_of(table_.cushions.begin(), table_.cushions.end(), [&](const Cushion& c) {
      if (norm(c.from - end.at) >= joint && norm(c.to - end.at) >= joint) return false;
      const std::optional<Vec2> edge = edge_of(c, table_);
      return edge && std::abs(dot(*edge, end.out)) < 0.5;
    });
  }

  const Table& table_;
  double depth_;
  std::vector<bool> used_cushions_;
  std::vector<bool> used_jaws_;
};

/// The outline of one nose line with both its ends: up the first end backwards, along the nose,
/// and down the second.
CushionOutline outline_of(const Cushion& nose, Vec2 out, RailBuilder& builder) {
  const Vec2 along = (1.0 / norm(nose.to - nose.from)) * (nose.to - nose.from);
  const std::vector<OutlineCorner> first = builder.follow({nose.from, -1.0 * along, out});
  const std::vector<OutlineCorner> last = builder.follow({nose.to, along, out});

  // in reverse, an arc belongs to the previous corner and has the opposite direction
  CushionOutline outline;
  for (std::size_t i = first.size(); i-- > 0;) {
    OutlineCorner corner{first[i].at};
    if (i + 1 < first.size()) {
      corner.arc = first[i + 1].arc;
      corner.clockwise = !first[i + 1].clockwise;
    }
    outline.push_back(corner);
  }
  outline.push_back({nose.from, first.front().arc, !first.front().clockwise});
  outline.push_back({nose.to});
  outline.insert(outline.end(), last.begin(), last.end());
  return outline;
}

double cushion_depth(const Table& table) {
  double depth = default_depth;
  for (const Cushion& c : table.cushions) {
    for (const Vec2 p : {c.from, c.to}) {
      const double beyond =
          std::max(std::abs(p.x) - 0.5 * table.length, std::abs(p.y) - 0.5 * table.width);
      if (beyond < deepest) depth = std::max(depth, beyond);
    }
  }
  return depth;
}

double rail_width(const Table& table) {
  // the wood goes around every hole
  double width = cushion_depth(table) + wood_width;
  for (const Pocket& p : table.pockets) {
    const double beyond = std::max(std::abs(p.centre.x) - 0.5 * table.length,
                                   std::abs(p.centre.y) - 0.5 * table.width);
    if (beyond < deepest) width = std::max(width, beyond + p.radius + wood_behind_pocket);
  }
  return width;
}

bool is_framed(const Table& table) {
  if (table.length <= 0.0 || table.width <= 0.0) return false;
  // every edge has a nose line
  std::array<bool, 4> edges{};
  for (const Cushion& c : table.cushions) {
    const Vec2 m = 0.5 * (c.from + c.to);
    const double dx = 0.5 * table.length - std::abs(m.x);
    const double dy = 0.5 * table.width - std::abs(m.y);
    if (std::abs(dx) < 1e-3) edges[m.x < 0.0 ? 0 : 1] = true;
    if (std::abs(dy) < 1e-3) edges[m.y < 0.0 ? 2 : 3] = true;
  }
  return edges[0] && edges[1] && edges[2] && edges[3];
}

bool is_near_pocket(Vec2 p, const Table& table) {
  return std::any_of(table.pockets.begin(), table.pockets.end(), [&](const Pocket& pocket) {
    return norm(p - pocket.centre) < 2.0 * pocket.radius;
  });
}

/// At the eighths of the long sides and the quarters of the short ones; snooker tables have none.
std::vector<Vec2> diamonds_of(const Table& table, double beyond_nose) {
  std::vector<Vec2> diamonds;
  if (table.preset.starts_with("snooker")) return diamonds;
  const double x = 0.5 * table.length;
  const double y = 0.5 * table.width;
  for (int side = -1; side <= 1; side += 2) {
    for (int k = -3; k <= 3; ++k) {
      const Vec2 at{x * k / 4.0, side * (y + beyond_nose)};
      if (!is_near_pocket(at, table)) diamonds.push_back(at);
    }
    for (int k = -1; k <= 1; ++k) diamonds.push_back({side * (x + beyond_nose), y * k / 2.0});
  }
  return diamonds;
}

std::optional<BaulkLine> baulk_of(const Table& table) {
  const Spot* brown = find_spot(table, "brown");
  const Spot* yellow = find_spot(table, "yellow");
  if (brown == nullptr || yellow == nullptr || !table.preset.starts_with("snooker")) return {};
  return BaulkLine{brown->at.x, std::abs(yellow->at.y - brown->at.y), brown->at.x <= 0.0};
}

}  // namespace

TableShape table_shape(const Table& table) {
  TableShape shape{.framed = is_framed(table),
                   .cushion_depth = cushion_depth(table),
                   .rail_width = rail_width(table),
                   .pockets = table.pockets,
                   .baulk = baulk_of(table)};
  for (const Spot& spot : table.spots) {
    // the apex of the reds is a position in the rack, not a mark on the cloth
    if (spot.id != "red_apex") shape.spots.push_back(spot.at);
  }
  if (!shape.framed) {
    shape.loose_cushions = table.cushions;
    shape.loose_jaws = table.jaws;
    return shape;
  }
  shape.diamonds = diamonds_of(table, 0.5 * (shape.cushion_depth + shape.rail_width));
  RailBuilder builder(table, shape.cushion_depth);
  for (const Cushion& c : table.cushions) {
    const std::optional<Vec2> out = edge_of(c, table);
    if (out && norm(c.to - c.from) > joint) shape.cushions.push_back(outline_of(c, *out, builder));
  }
  builder.collect_loose(shape);
  return shape;
}

}  // namespace cuelab
