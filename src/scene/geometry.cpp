#include "scene/geometry.hpp"

#include <algorithm>
#include <cmath>

namespace cuelab {
namespace {

/// What `depth_in` says of a ball that cannot touch the part at all [m].
constexpr double clear_of_it = -1.0;

/// A mouth reaches at most this many ball radii in front of its hole: the longest shelf in use,
/// 2 1/4 in, is one diameter of a pool ball.
constexpr double longest_shelf = 2.0;

}  // namespace

double touching_distance(const Table& table, const BallSpec& ball, double z) {
  const double R = ball.radius;
  if (table.contact == CushionContact::plane) return R;
  const double up = table.cushion_height - z;
  return std::abs(up) < R ? std::sqrt(R * R - up * up) : -R;
}

double overlap(const Ball& a, const Ball& b) {
  return a.spec.radius + b.spec.radius - norm(b.start.r - a.start.r);
}

double depth_in(const Cushion& cushion, const Table& table, const Ball& ball) {
  const double touching = touching_distance(table, ball.spec, ball.start.r.z);
  if (touching < 0.0) return clear_of_it;

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
  if (touching < 0.0) return clear_of_it;
  return jaw.radius + touching - norm(flat(ball.start.r) - jaw.centre);
}

bool on_table(const Table& table, const Ball& ball) {
  if (!(table.length > 0.0 && table.width > 0.0)) return true;
  const Vec2 at = flat(ball.start.r);
  if (std::abs(at.x) <= 0.5 * table.length && std::abs(at.y) <= 0.5 * table.width) return true;
  return std::any_of(table.pockets.begin(), table.pockets.end(), [&](const Pocket& pocket) {
    return norm(at - pocket.centre) <= pocket.radius + longest_shelf * ball.spec.radius;
  });
}

bool is_closed(const Table& table, Vec2 end) {
  const auto in_jaw = [&](const Jaw& jaw) {
    return norm(end - jaw.centre) < jaw.radius + joined_to_jaw;
  };
  const auto in_pocket = [&](const Pocket& pocket) {
    return norm(end - pocket.centre) < pocket.radius;
  };
  return std::ranges::any_of(table.jaws, in_jaw) || std::ranges::any_of(table.pockets, in_pocket);
}

}  // namespace cuelab
