#include "event/table_map.hpp"

#include <algorithm>
#include <bit>
#include <cmath>

#include "event/path_box.hpp"
#include "math/lanes.hpp"
#include "scene/geometry.hpp"

namespace cuelab {
namespace {

constexpr double foot_error = 1e-12;  ///< rounding of a position along a wall [m]

bool contains(std::span<const std::uint32_t> list, std::uint32_t value) {
  return std::ranges::find(list, value) != list.end();
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
      vertical_walls_(table.contact != CushionContact::line) {
  // a nose at height h meets a ball on the cloth (h - R) / R above its equator
  const double rise = table.cushion_height - ball_radius;
  const bool level = table.contact == CushionContact::plane;
  sin_theta_ = level ? 0.0 : std::clamp(rise / ball_radius, -1.0, 1.0);
  contact_distance_ =
      vertical_walls_ ? ball_radius : ball_radius * std::sqrt(1.0 - sin_theta_ * sin_theta_);

  std::uint32_t index = 0;
  for (const Cushion& cushion : table.cushions) {
    const double length = norm(cushion.to - cushion.from);
    const Vec2 along = (1.0 / length) * (cushion.to - cushion.from);
    const Vec2 grown{contact_distance_ + joined_to_jaw, contact_distance_ + joined_to_jaw};
    walls_.push_back({.from = cushion.from,
                      .along = along,
                      .normal = left_of(along),
                      .length = length,
                      .part = {AgentKind::cushion, index++},
                      .low = Vec2{std::min(cushion.from.x, cushion.to.x),
                                  std::min(cushion.from.y, cushion.to.y)} -
                             grown,
                      .high = Vec2{std::max(cushion.from.x, cushion.to.x),
                                   std::max(cushion.from.y, cushion.to.y)} +
                              grown});
  }
  index = 0;
  for (const Jaw& jaw : table.jaws) {
    discs_.push_back({jaw.centre, jaw.radius + contact_distance_, {AgentKind::jaw, index++}});
  }
  index = 0;
  for (const Pocket& pocket : table.pockets) {
    discs_.push_back({pocket.centre, pocket.radius, {AgentKind::pocket, index++}});
  }
  add_ends(table);
  find_inner_rectangle();
}

/// A cushion that ends in no jaw is closed by a point, so that nothing slips past.
void TableMap::add_ends(const Table& table) {
  for (const Wall& wall : walls_) {
    for (const Vec2 end : {wall.from, wall.from + wall.length * wall.along}) {
      if (!ends_in_jaw(table, end)) discs_.push_back({end, contact_distance_, wall.part});
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
      const auto index = static_cast<std::uint32_t>(&wall - walls_.data());
      side.stretches.push_back({std::min(one, other), std::max(one, other), index});
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
                             std::span<const std::uint32_t> held) const {
  if (!has_inner_ || !held.empty()) return scan(path, window, roots, held);

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
      const Wall& wall = walls_[stretch.wall];
      const Vec2 n = -1.0 * exit_side->outward;
      return {exit, wall.part, n, {}, surface_of(wall, dot(n, wall.normal) < 0.0)};
    }
  }
  return scan(path, window, roots, held);
}

/// When the foot of the perpendicular from the ball comes onto the wall past one of its ends; 0 if
/// it is there. A ball pressed on a jaw comes to the cushion's end already touching its line.
double TableMap::entry_time(const Wall& wall, const PlanarPath& path) {
  const double foot = dot(wall.along, path.r - wall.from);
  const double rate = dot(wall.along, path.v);
  const double bend = dot(wall.along, path.a);
  if (foot < 0.0) return first_contact(-foot, -rate, -bend);
  if (foot > wall.length) return first_contact(foot - wall.length, rate, bend);
  return 0.0;
}

TableHit TableMap::hit_wall(const Wall& wall, const PlanarPath& path, double window,
                            std::span<const std::uint32_t> held) const {
  TableHit hit;
  hit.t = window;
  // where its other contacts lead a ball past the end of the wall, the search begins there
  const double entry = held.empty() ? 0.0 : entry_time(wall, path);
  if (entry > window) return hit;
  const Vec2 offset = path.r + entry * (path.v + entry * path.a) - wall.from;
  const Vec2 v = path.v + (2.0 * entry) * path.a;
  for (const bool behind : {false, true}) {
    const std::uint32_t surface = surface_of(wall, behind);
    if (contains(held, surface)) continue;
    const Vec2 n = (behind ? -1.0 : 1.0) * wall.normal;
    const double gap = dot(n, offset) - contact_distance_;
    const double rate = dot(n, v);
    const double bend = dot(n, path.a);
    constexpr double deepest = 1e-7;  // [m]; a ball deeper past the end has hit another part
    const bool is_beyond = gap < (entry > 0.0 ? -deepest : -contact_distance_);
    const double t = is_beyond ? first_return(gap, rate, bend) : first_contact(gap, rate, bend);
    if (entry + t > hit.t) continue;
    const double foot = dot(wall.along, offset + t * (v + t * path.a));
    const double slack = entry > 0.0 ? foot_error : 0.0;
    if (foot < -slack || foot > wall.length + slack) continue;
    hit = {entry + t, wall.part, n, {}, surface};
  }
  return hit;
}

TableHit TableMap::scan(const PlanarPath& path, double window, std::uint64_t& roots,
                        std::span<const std::uint32_t> held) const {
  TableHit first;
  Box box = box_of(path, window);

  for (const Wall& wall : walls_) {
    if (!overlap(box, wall.low, wall.high)) continue;
    const TableHit hit = hit_wall(wall, path, std::min(window, first.t), held);
    if (hit.part.kind != AgentKind::nothing && hit.t < first.t) first = hit;
  }
  if (first.t < window) box = box_of(path, first.t);
  for (const Disc& disc : discs_) {
    const Vec2 grown{disc.reach, disc.reach};
    if (!overlap(box, disc.centre - grown, disc.centre + grown)) continue;
    if (contains(held, surface_of(disc))) continue;
    const Vec2 d = path.r - disc.centre;
    const double t = first_contact(
        Approach{{d.x, d.y, 0.0}, {path.v.x, path.v.y, 0.0}, {path.a.x, path.a.y, 0.0}}, disc.reach,
        std::min(window, first.t), roots);
    if (t >= first.t) continue;
    const Vec2 out = d + t * (path.v + t * path.a);
    first = {t, disc.part, (1.0 / norm(out)) * out, {}, surface_of(disc)};
  }
  return first;
}

NoseGap TableMap::gap_to(std::uint32_t surface, const BallState& s) const {
  const bool above = s.motion == Motion::airborne || s.r.z > ball_radius_;
  const bool airborne = above && !vertical_walls_;
  const bool straight = surface < 2 * walls_.size();

  // across the nose: outward, distance along it, and how fast it turns
  Vec2 out;
  double across = 0.0;
  double turning = 0.0;
  NoseGap result;
  if (straight) {
    const Wall& wall = walls_[surface / 2];
    const Vec2 offset = flat(s.r) - wall.from;
    const double foot = dot(wall.along, offset);
    out = (surface % 2 == 0 ? 1.0 : -1.0) * wall.normal;
    across = dot(out, offset);
    result.is_beside = foot < -foot_error || foot > wall.length + foot_error;
  } else {
    const Disc& disc = discs_[surface - 2 * walls_.size()];
    const Vec2 d = flat(s.r) - disc.centre;
    const double distance = norm(d);
    out = distance > 0.0 ? (1.0 / distance) * d : Vec2{1.0, 0.0};
    across = distance - (disc.reach - contact_distance_);
    const double around = cross(out, flat(s.v));
    turning = distance > 0.0 ? around * around / distance : 0.0;
  }
  if (!airborne) {
    result.n = {out.x, out.y, 0.0};
    result.gap = across - contact_distance_;
    result.curvature = turning;
    return result;
  }

  // in the air also over it
  const double over = s.r.z - nose_height_;
  const double distance = std::sqrt(across * across + over * over);
  const double level = across / distance;
  result.n = {level * out.x, level * out.y, over / distance};
  result.gap = distance - ball_radius_;
  const double swing = (across * s.v.z - over * dot(out, flat(s.v))) / distance;
  result.curvature = swing * swing / distance + level * turning;
  return result;
}

}  // namespace cuelab
