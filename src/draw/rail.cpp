#include "draw/rail.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <optional>

namespace cuelab::draw {
namespace {

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

/// Finds what continues a nose line, and remembers what it has used.
class Joiner {
 public:
  Joiner(const Table& table, double depth)
      : table_(table),
        depth_(depth),
        used_cushions_(table.cushions.size()),
        used_jaws_(table.jaws.size()) {}

  /// The corners from the nose to the back of the rubber.
  std::vector<Corner> follow(const NoseEnd& end) {
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

  /// The parts that joined nothing. Nose lines on the edge always count as used.
  void collect_loose(RailPlan& plan) const {
    for (std::size_t i = 0; i < table_.cushions.size(); ++i) {
      const Cushion& c = table_.cushions[i];
      if (!used_cushions_[i] && !edge_of(c, table_)) plan.loose_cushions.push_back(c);
    }
    for (std::size_t j = 0; j < table_.jaws.size(); ++j) {
      if (!used_jaws_[j]) plan.loose_jaws.push_back(table_.jaws[j]);
    }
  }

 private:
  /// Around the jaw to the facing that leaves it and along that; without a facing, around the
  /// jaw to its side and straight back.
  std::vector<Corner> around(const Jaw& jaw, const NoseEnd& end) {
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
RailShape shape_of(const Cushion& nose, Vec2 out, Joiner& joiner) {
  const Vec2 along = (1.0 / norm(nose.to - nose.from)) * (nose.to - nose.from);
  const std::vector<Corner> first = joiner.follow({nose.from, -1.0 * along, out});
  const std::vector<Corner> last = joiner.follow({nose.to, along, out});

  // going backwards an arc belongs to the corner before it and turns the other way
  RailShape shape;
  for (std::size_t i = first.size(); i-- > 0;) {
    Corner corner{first[i].at};
    if (i + 1 < first.size()) {
      corner.arc = first[i + 1].arc;
      corner.clockwise = !first[i + 1].clockwise;
    }
    shape.front.push_back(corner);
  }
  shape.front.push_back({nose.from, first.front().arc, !first.front().clockwise});
  shape.front.push_back({nose.to});
  shape.front.insert(shape.front.end(), last.begin(), last.end());
  return shape;
}

}  // namespace

RailPlan plan_rails(const Table& table, double depth) {
  RailPlan plan;
  Joiner joiner(table, depth);
  for (const Cushion& c : table.cushions) {
    const std::optional<Vec2> out = edge_of(c, table);
    if (out && norm(c.to - c.from) > joint) plan.shapes.push_back(shape_of(c, *out, joiner));
  }
  joiner.collect_loose(plan);
  return plan;
}

}  // namespace cuelab::draw
