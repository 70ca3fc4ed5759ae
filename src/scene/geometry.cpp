#include "scene/geometry.hpp"

#include <algorithm>
#include <cmath>

namespace cuelab {
namespace {

/// Result of `depth_in` for a ball that cannot touch the part at all [m].
constexpr double no_contact = -1.0;

/// A mouth reaches at most this many ball radii in front of its hole: the longest shelf in use,
/// 2 1/4 in, is one diameter of a pool ball.
constexpr double longest_shelf = 2.0;

/// Whether the way from a to b meets a cushion's nose line, its ends included.
bool is_blocked(Vec2 a, Vec2 b, const Cushion& cushion) {
  const Vec2 way = b - a;
  const Vec2 nose = cushion.to - cushion.from;
  const auto opposite = [](double s, double t) {
    return (s <= 0.0 && t >= 0.0) || (s >= 0.0 && t <= 0.0);
  };
  return opposite(cross(way, cushion.from - a), cross(way, cushion.to - a)) &&
         opposite(cross(nose, a - cushion.from), cross(nose, b - cushion.from)) &&
         cross(way, nose) != 0.0;
}

bool is_inside(const Table& table, Vec2 at) {
  return std::abs(at.x) <= 0.5 * table.length && std::abs(at.y) <= 0.5 * table.width;
}

}  // namespace

double touching_distance(const Table& table, const BallSpec& ball, double z) {
  const double R = ball.radius;
  if (table.contact != CushionContact::line) return R;
  const double up = table.cushion_height - z;
  return std::abs(up) < R ? std::sqrt(R * R - up * up) : -R;
}

double overlap(const Ball& a, const Ball& b) {
  return a.spec.radius + b.spec.radius - norm(b.start.r - a.start.r);
}

double depth_in(const Cushion& cushion, const Table& table, const Ball& ball) {
  const double touching = touching_distance(table, ball.spec, ball.start.r.z);
  if (touching < 0.0) return no_contact;

  // nearest point of the nose line, its ends included
  const Vec2 along = cushion.to - cushion.from;
  const Vec2 offset = flat(ball.start.r) - cushion.from;
  const double length = norm(along);
  const double foot = dot(offset, along) / length;
  if (foot <= 0.0) return touching - norm(offset);
  if (foot >= length) return touching - norm(flat(ball.start.r) - cushion.to);
  return touching - std::abs(cross(along, offset)) / length;
}

double depth_in(const Jaw& jaw, const Table& table, const Ball& ball) {
  const double touching = touching_distance(table, ball.spec, ball.start.r.z);
  if (touching < 0.0) return no_contact;
  return jaw.radius + touching - norm(flat(ball.start.r) - jaw.centre);
}

bool on_table(const Table& table, const Ball& ball) {
  if (!(table.length > 0.0 && table.width > 0.0)) return true;
  const Vec2 at = flat(ball.start.r);
  if (is_inside(table, at)) return true;
  return std::ranges::any_of(table.pockets, [&](const Pocket& pocket) {
    return norm(at - pocket.centre) <= pocket.radius + longest_shelf * ball.spec.radius;
  });
}

bool on_cloth(const Table& table, const Ball& ball) {
  if (!(table.length > 0.0 && table.width > 0.0)) return true;
  const Vec2 at = flat(ball.start.r);
  if (is_inside(table, at)) return true;
  return std::ranges::any_of(table.pockets, [&](const Pocket& pocket) {
    return is_in_mouth(table, pocket, at, longest_shelf * ball.spec.radius);
  });
}

bool is_in_mouth(const Table& table, const Pocket& pocket, Vec2 at, double depth) {
  if (norm(at - pocket.centre) > pocket.radius + depth) return false;
  const Vec2 before{std::clamp(pocket.centre.x, -0.5 * table.length, 0.5 * table.length),
                    std::clamp(pocket.centre.y, -0.5 * table.width, 0.5 * table.width)};
  return norm(at - before) < std::max(norm(pocket.centre - before), pocket.radius) &&
         cushion_in_front(table, at) == nullptr;
}

const Cushion* cushion_in_front(const Table& table, Vec2 at) {
  if (!(table.length > 0.0 && table.width > 0.0) || is_inside(table, at)) return nullptr;
  const Vec2 area{std::clamp(at.x, -0.5 * table.length, 0.5 * table.length),
                  std::clamp(at.y, -0.5 * table.width, 0.5 * table.width)};
  const auto nearest = std::ranges::min_element(
      table.pockets, {}, [&](const Pocket& pocket) { return norm(at - pocket.centre); });
  const Vec2 hole = nearest == table.pockets.end() ? at : nearest->centre;
  const auto found = std::ranges::find_if(table.cushions, [&](const Cushion& cushion) {
    return is_blocked(at, area, cushion) || is_blocked(at, hole, cushion);
  });
  return found == table.cushions.end() ? nullptr : &*found;
}

bool ends_in_jaw(const Table& table, Vec2 end) {
  return std::ranges::any_of(table.jaws, [&](const Jaw& jaw) {
    return std::abs(norm(end - jaw.centre) - jaw.radius) < joined_to_jaw;
  });
}

}  // namespace cuelab
