#include "event/table_map.hpp"

#include <algorithm>
#include <bit>
#include <cmath>

#include "math/lanes.hpp"
#include "scene/geometry.hpp"

namespace cuelab {
namespace {

/// The smallest box around a path for a time.
struct Box {
  Vec2 low;
  Vec2 high;
};

struct Range {
  double low, high;
};

Range range_of(double r, double v, double a, double window) {
  const double end = r + window * (v + window * a);
  Range range{std::min(r, end), std::max(r, end)};
  // a turning point on the way
  if (v * a < 0.0 && std::abs(v) < 2.0 * std::abs(a) * window) {
    const double turn = r - v * v / (4.0 * a);
    range = {std::min(range.low, turn), std::max(range.high, turn)};
  }
  return range;
}

Box box_of(const PlanarPath& path, double window) {
  const Range x = range_of(path.r.x, path.v.x, path.a.x, window);
  const Range y = range_of(path.r.y, path.v.y, path.a.y, window);
  return {{x.low, y.low}, {x.high, y.high}};
}

bool overlap(const Box& a, Vec2 low, Vec2 high) {
  return a.low.x <= high.x && a.high.x >= low.x && a.low.y <= high.y && a.high.y >= low.y;
}

double distance_to_segment(Vec2 point, Vec2 from, Vec2 along, double length) {
  const double foot = std::clamp(dot(point - from, along), 0.0, length);
  return norm(point - from - foot * along);
}

double distance_to_box(Vec2 point, const Box& box) {
  return norm(Vec2{point.x - std::clamp(point.x, box.low.x, box.high.x),
                   point.y - std::clamp(point.y, box.low.y, box.high.y)});
}

}  // namespace

TableMap::TableMap(const Table& table, double ball_radius)
    : ball_radius_(ball_radius),
      nose_height_(table.cushion_height),
      vertical_walls_(table.contact == CushionContact::plane) {
  // a nose at height h meets a ball on the cloth (h - R) / R above its equator
  const double rise = table.cushion_height - ball_radius;
  sin_theta_ = std::clamp(rise / ball_radius, -1.0, 1.0);
  contact_distance_ = table.contact == CushionContact::plane
                          ? ball_radius
                          : ball_radius * std::sqrt(1.0 - sin_theta_ * sin_theta_);

  std::uint32_t index = 0;
  for (const Cushion& cushion : table.cushions) {
    const double length = norm(cushion.to - cushion.from);
    const Vec2 along = (1.0 / length) * (cushion.to - cushion.from);
    const Vec2 grown{contact_distance_ + joined_to_jaw, contact_distance_ + joined_to_jaw};
    walls_.push_back({.from = cushion.from,
                      .along = along,
                      .normal = left_of(along),
                      .length = length,
                      .index = index++,
                      .low = Vec2{std::min(cushion.from.x, cushion.to.x),
                                  std::min(cushion.from.y, cushion.to.y)} -
                             grown,
                      .high = Vec2{std::max(cushion.from.x, cushion.to.x),
                                   std::max(cushion.from.y, cushion.to.y)} +
                              grown});
  }
  for (const Jaw& jaw : table.jaws) {
    discs_.push_back({jaw.centre, jaw.radius + contact_distance_, PartKind::jaw, index++});
  }
  for (const Pocket& pocket : table.pockets) {
    discs_.push_back({pocket.centre, pocket.radius, PartKind::pocket, index++});
  }
  add_ends(table);
  find_inner_rectangle();
}

/// A cushion that ends in no jaw and no pocket is closed by a point, so that nothing slips past.
void TableMap::add_ends(const Table& table) {
  for (const Wall& wall : walls_) {
    for (const Vec2 end : {wall.from, wall.from + wall.length * wall.along}) {
      if (!is_closed(table, end)) {
        discs_.push_back({end, contact_distance_, PartKind::cushion, wall.index});
      }
    }
  }
}

/// The rectangle between the innermost cushions that run along x and y.
void TableMap::find_inner_rectangle() {
  constexpr std::array<Vec2, 4> outward = {Vec2{1, 0}, Vec2{-1, 0}, Vec2{0, 1}, Vec2{0, -1}};
  for (std::size_t k = 0; k < 4; ++k) {
    Side& side = sides_[k];
    side.outward = outward[k];
    side.distance = never;
    for (const Wall& wall : walls_) {
      const double distance = dot(side.outward, wall.from) - contact_distance_;
      const bool faces = cross(side.outward, wall.normal) == 0.0 && distance > 0.0;
      if (!faces || distance > side.distance) continue;
      if (distance < side.distance) side.stretches.clear();
      side.distance = distance;
      const Vec2 across = left_of(side.outward);
      const double one = dot(across, wall.from);
      const double other = one + wall.length * dot(across, wall.along);
      side.stretches.push_back({std::min(one, other), std::max(one, other), wall.index});
    }
    if (side.stretches.empty()) return;
    side_distances_[k] = side.distance;
  }
  has_inner_ = inner_rectangle_is_clear();
}

bool TableMap::inner_rectangle_is_clear() const {
  const Box inner{{-sides_[1].distance, -sides_[3].distance},
                  {sides_[0].distance, sides_[2].distance}};
  for (const Disc& disc : discs_) {
    if (distance_to_box(disc.centre, inner) < disc.reach - touch_gap) return false;
  }
  for (const Wall& wall : walls_) {
    const Vec2 to = wall.from + wall.length * wall.along;
    double distance = std::min(distance_to_box(wall.from, inner), distance_to_box(to, inner));
    for (const Vec2 corner : {inner.low, inner.high, Vec2{inner.low.x, inner.high.y},
                              Vec2{inner.high.x, inner.low.y}}) {
      distance =
          std::min(distance, distance_to_segment(corner, wall.from, wall.along, wall.length));
    }
    const bool crosses = cross(wall.along, inner.low - wall.from) != 0.0 &&
                         distance_to_box(wall.from + 0.5 * wall.length * wall.along, inner) == 0.0;
    if (crosses || distance < contact_distance_ - touch_gap) return false;
  }
  return true;
}

TableHit TableMap::first_hit(const PlanarPath& path, double window, std::uint64_t& roots,
                             std::uint32_t held) const {
  if (!has_inner_) return scan(path, window, roots, held);

  // how far each side of the inner rectangle is, and how that changes
  constexpr Lanes out_x = {1.0, -1.0, 0.0, 0.0};
  constexpr Lanes out_y = {0.0, 0.0, 1.0, -1.0};
  const Lanes gap = load(side_distances_.data()) - (out_x * path.r.x + out_y * path.r.y);
  if (bits(gap < -touch_gap) != 0) return scan(path, window, roots, held);
  const Lanes rate = -(out_x * path.v.x + out_y * path.v.y);
  const Lanes bend = -(out_x * path.a.x + out_y * path.a.y);

  // when and where does the path leave it?
  double exit = window;
  const Side* exit_side = nullptr;
  const Lanes still = splat(0.0);
  const Lanes least = gap + min(rate, still) * exit + min(bend, still) * (exit * exit);
  for (unsigned left = bits(least <= touch_gap); left != 0; left &= left - 1) {
    const auto k = static_cast<unsigned>(std::countr_zero(left));
    const double t = first_contact(gap[k], rate[k], bend[k]);
    if (t <= exit) {
      exit = t;
      exit_side = &sides_[k];
    }
  }
  if (exit_side == nullptr) return {};

  // on a straight cushion: that is the hit; in a mouth: look at every part
  const Vec2 at = path.r + exit * (path.v + exit * path.a);
  const double across = dot(left_of(exit_side->outward), at);
  for (const Side::Stretch& stretch : exit_side->stretches) {
    if (across >= stretch.from && across <= stretch.to) {
      return {exit, PartKind::cushion, stretch.index, -1.0 * exit_side->outward, {}};
    }
  }
  return scan(path, window, roots, held);
}

TableHit TableMap::hit_wall(const Wall& wall, const PlanarPath& path, double window) const {
  TableHit hit;
  hit.t = window;
  const Vec2 offset = path.r - wall.from;
  for (const double facing : {1.0, -1.0}) {
    const Vec2 n = facing * wall.normal;
    const double t =
        first_contact(dot(n, offset) - contact_distance_, dot(n, path.v), dot(n, path.a));
    if (t > hit.t) continue;
    const double foot = dot(wall.along, offset + t * (path.v + t * path.a));
    if (foot < 0.0 || foot > wall.length) continue;
    hit = {t, PartKind::cushion, wall.index, n, {}};
  }
  return hit;
}

TableHit TableMap::scan(const PlanarPath& path, double window, std::uint64_t& roots,
                        std::uint32_t held) const {
  TableHit first;
  Box box = box_of(path, window);

  for (const Wall& wall : walls_) {
    if (!overlap(box, wall.low, wall.high)) continue;
    const TableHit hit = hit_wall(wall, path, std::min(window, first.t));
    if (hit.index != none && hit.t < first.t) first = hit;
  }
  if (first.t < window) box = box_of(path, first.t);
  for (const Disc& disc : discs_) {
    if (disc.index == held) continue;
    const Vec2 grown{disc.reach, disc.reach};
    if (!overlap(box, disc.centre - grown, disc.centre + grown)) continue;
    const Vec2 d = path.r - disc.centre;
    const double t = first_contact(
        Approach{{d.x, d.y, 0.0}, {path.v.x, path.v.y, 0.0}, {path.a.x, path.a.y, 0.0}}, disc.reach,
        std::min(window, first.t), roots);
    if (t >= first.t) continue;
    const Vec2 out = d + t * (path.v + t * path.a);
    first = {t, disc.kind, disc.index, (1.0 / norm(out)) * out, {}, disc.reach};
  }
  return first;
}

}  // namespace cuelab
