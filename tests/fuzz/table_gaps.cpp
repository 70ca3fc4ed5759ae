#include "fuzz/table_gaps.hpp"

#include <algorithm>
#include <cmath>

namespace cuelab::fuzz {
namespace {

constexpr double clear_of_it = 1.0;  // [m]
constexpr double nearby = 1e-3;      // what is farther away needs no exact distance [m]

/// A pocket's mouth reaches this far from the edge of its hole, or two radii of a ball [m].
constexpr double longest_mouth = 0.05;

double distance_to_segment(Vec2 p, Vec2 from, Vec2 to) {
  const Vec2 along = to - from;
  const double foot = std::clamp(dot(p - from, along) / dot(along, along), 0.0, 1.0);
  return norm(p - from - foot * along);
}

/// A vector without its height where the parts are walls.
Vec3 as_seen(const Table& table, const Vec3& a) {
  return {a.x, a.y, table.contact != CushionContact::line ? 0.0 : a.z};
}

/// The path relative to a point at nose height.
Parabola relative_to(const Table& table, Vec2 point, const Parabola& path) {
  const Vec3 nose{point.x, point.y, table.cushion_height};
  return {as_seen(table, path.r - nose), as_seen(table, path.v), as_seen(table, path.a)};
}

/// A path around a circle at nose height.
struct AroundCircle {
  Parabola path;  ///< relative to the centre
  double radius;
  double R;
  double fastest;

  double gap(double s) const {
    const Vec3 r = path.at(s);
    const double out = norm(flat(r)) - radius;
    return std::sqrt(out * out + r.z * r.z) - R;
  }
  /// The least gap from `low` to `high`, where it matters.
  double least(double low, double high) const {
    constexpr double resolution = 1e-10;  // [m]
    const double middle = 0.5 * (low + high);
    const double here = gap(middle);
    const double margin = 0.5 * (high - low) * fastest;
    if (here - margin > -0.5e-9 || margin < resolution) return here;
    if (here < -1e-8) return here;
    return std::min(least(low, middle), least(middle, high));
  }
};

bool cross(Vec2 a, Vec2 b, Vec2 c, Vec2 d) {
  const double first = cuelab::cross(b - a, c - a) * cuelab::cross(b - a, d - a);
  const double second = cuelab::cross(d - c, a - c) * cuelab::cross(d - c, b - c);
  return first < 0.0 && second < 0.0;
}

/// Whether a cushion or jaw stands between two places.
bool is_blocked(const Table& table, Vec2 a, Vec2 b) {
  return std::ranges::any_of(
             table.cushions,
             [&](const Cushion& nose) { return cross(a, b, nose.from, nose.to); }) ||
         std::ranges::any_of(table.jaws, [&](const Jaw& jaw) {
           return distance_to_segment(jaw.centre, a, b) < 0.999 * jaw.radius;
         });
}

/// Whether balls of this radius find cushions, jaws or pockets all along the edge.
bool is_edged(const Table& table, double R) {
  const auto covered = [&](Vec2 p) {
    const auto by_nose = [&](const Cushion& nose) {
      return distance_to_segment(p, nose.from, nose.to) < 0.5 * R;
    };
    const auto by_jaw = [&](const Jaw& jaw) { return norm(p - jaw.centre) < jaw.radius + 0.5 * R; };
    const auto by_pocket = [&](const Pocket& pocket) {
      return norm(p - pocket.centre) < pocket.radius + std::max(longest_mouth, 2.0 * R);
    };
    return std::ranges::any_of(table.cushions, by_nose) ||
           std::ranges::any_of(table.jaws, by_jaw) || std::ranges::any_of(table.pockets, by_pocket);
  };
  constexpr int samples = 200;
  for (int k = 0; k <= samples; ++k) {
    const double share = static_cast<double>(k) / samples - 0.5;
    for (const double side : {-0.5, 0.5}) {
      if (!covered({share * table.length, side * table.width})) return false;
      if (!covered({side * table.length, share * table.width})) return false;
    }
  }
  return true;
}

/// Whether an end of a cushion meets another part, so that no ball gets round it.
bool is_joined(const Table& table, const Cushion& own, Vec2 end) {
  constexpr double apart = 1e-6;  // [m]
  const auto at_nose = [&](const Cushion& nose) {
    return &nose != &own && distance_to_segment(end, nose.from, nose.to) < apart;
  };
  const auto at_jaw = [&](const Jaw& jaw) { return norm(end - jaw.centre) < jaw.radius + apart; };
  const auto in_pocket = [&](const Pocket& pocket) {
    return norm(end - pocket.centre) < pocket.radius;
  };
  return std::ranges::any_of(table.cushions, at_nose) || std::ranges::any_of(table.jaws, at_jaw) ||
         std::ranges::any_of(table.pockets, in_pocket);
}

}  // namespace

double least_gap(const Table& table, const Cushion& nose, const Passage& way) {
  const double near = distance_to_segment(flat(way.path.r), nose.from, nose.to);
  if (near - way.path.travel(way.time) > way.R + nearby) return clear_of_it;

  // the ends, then the line between them
  const Parabola from = relative_to(table, nose.from, way.path);
  const Parabola to = relative_to(table, nose.to, way.path);
  double least = std::min(least_distance(from, way.time), least_distance(to, way.time));
  const double length = norm(nose.to - nose.from);
  const Vec2 along = (1.0 / length) * (nose.to - nose.from);
  const Vec2 normal = left_of(along);
  const auto across = [&](const Vec3& a) { return Vec3{dot(normal, flat(a)), a.z, 0.0}; };
  const Parabola seen_along{across(from.r), across(from.v), across(from.a)};
  const Instants nearest = nearest_instants(seen_along, way.time);
  for (const double s : nearest.all()) {
    const double foot = dot(along, flat(from.at(s)));
    if (foot >= 0.0 && foot <= length) least = std::min(least, norm(seen_along.at(s)));
  }
  return least - way.R;
}

double least_gap(const Table& table, const Jaw& jaw, const Passage& way) {
  const double near = norm(flat(way.path.r) - jaw.centre) - jaw.radius;
  if (near - way.path.travel(way.time) > way.R + nearby) return clear_of_it;

  const Parabola around = relative_to(table, jaw.centre, way.path);
  const bool plane = table.contact != CushionContact::line;
  if (jaw.radius == 0.0) return least_distance(around, way.time) - way.R;
  if (way.airborne && !plane) {
    const AroundCircle circle{around, jaw.radius, way.R, around.fastest(way.time)};
    return std::min({circle.gap(0.0), circle.gap(way.time), circle.least(0.0, way.time)});
  }
  const auto level = [](const Vec3& a) { return Vec3{a.x, a.y, 0.0}; };
  const double distance =
      least_distance({level(around.r), level(around.v), level(around.a)}, way.time) - jaw.radius;
  if (plane) return distance - way.R;
  const double out = std::max(0.0, distance);
  return std::sqrt(out * out + around.r.z * around.r.z) - way.R;
}

bool is_behind_cushions(const Table& table, Vec2 at, double R) {
  constexpr double rounding = 1e-9;  // [m]
  if (std::abs(at.x) <= 0.5 * table.length + rounding &&
      std::abs(at.y) <= 0.5 * table.width + rounding) {
    return false;
  }
  return std::ranges::none_of(table.pockets, [&](const Pocket& pocket) {
    const double mouth = pocket.radius + std::max(longest_mouth, 2.0 * R);
    if (norm(at - pocket.centre) > mouth) return false;
    // nothing between it and the cloth before the pocket, not even the hole
    const Vec2 before{std::clamp(pocket.centre.x, R - 0.5 * table.length, 0.5 * table.length - R),
                      std::clamp(pocket.centre.y, R - 0.5 * table.width, 0.5 * table.width - R)};
    return norm(at - before) < norm(pocket.centre - before) + R && !is_blocked(table, at, before);
  });
}

bool is_closed(const Table& table, double R) {
  if (!(table.length > 0.0 && table.width > 0.0)) return false;
  return is_edged(table, R) && std::ranges::all_of(table.cushions, [&](const Cushion& nose) {
           return is_joined(table, nose, nose.from) && is_joined(table, nose, nose.to);
         });
}

}  // namespace cuelab::fuzz
