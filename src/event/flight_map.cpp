// A ball in the air against the cushions: noses are lines and circles at their height (or, with
// plane contact, walls without end), which the ball meets from any side or passes over.
#include <algorithm>
#include <cmath>

#include "event/table_map.hpp"

namespace cuelab {
namespace {

Vec3 at(const FlightPath& path, double t) { return path.r + t * (path.v + t * path.a); }
Vec3 velocity(const FlightPath& path, double t) { return path.v + (2.0 * t) * path.a; }

/// The point of a circle at height h nearest to r.
Vec3 nearest_on_circle(const Vec3& r, Vec2 centre, double radius, double height) {
  const Vec2 d = flat(r) - centre;
  const double distance = norm(d);
  const Vec2 out = distance > 0.0 ? (1.0 / distance) * d : Vec2{1.0, 0.0};
  return {centre.x + radius * out.x, centre.y + radius * out.y, height};
}

/// First contact with a circle. The distance to it has no polynomial of low degree, but a known
/// greatest slope and bend: steps that cannot pass a contact lead up to it.
double circle_contact(const FlightPath& path, Vec2 centre, double radius, double height,
                      double reach, double window) {
  constexpr int most_steps = 2000;
  constexpr double close = 1e-9;  // a graze that still approaches counts [m]
  const double fastest = norm(path.v) + 2.0 * norm(path.a) * window;
  const double bend = fastest * fastest / (0.5 * std::min(radius, reach)) + 2.0 * norm(path.a);
  double t = 0.0;
  for (int step = 0; step < most_steps && t <= window; ++step) {
    const Vec3 d = at(path, t) - nearest_on_circle(at(path, t), centre, radius, height);
    const double gap = norm(d) - reach;
    const double rate = dot(velocity(path, t), d) / norm(d);
    if (gap <= touch_gap && rate < -touch_speed) return t;
    const double by_slope = std::max(gap, 0.0) / fastest;
    const double by_bend = rate > 0.0 ? rate / bend : 0.0;
    const double forward = std::max(by_slope, by_bend);
    if (forward < 1e-15 * (1.0 + t)) return gap <= close && rate < 0.0 ? t : never;
    t += forward;
  }
  return never;
}

}  // namespace

TableHit TableMap::first_hit(const FlightPath& path, double window, std::uint64_t& roots) const {
  TableHit first;
  for (const Wall& wall : walls_) {
    const TableHit hit = hit_wall_in_flight(wall, path, std::min(window, first.t), roots);
    if (hit.t < first.t) first = hit;
  }
  for (const Disc& disc : discs_) {
    if (disc.kind == PartKind::pocket) continue;
    const TableHit hit = hit_disc_in_flight(disc, path, std::min(window, first.t), roots);
    if (hit.t < first.t) first = hit;
  }
  return first;
}

TableHit TableMap::hit_wall_in_flight(const Wall& wall, const FlightPath& path, double window,
                                      std::uint64_t& roots) const {
  // seen along the nose it is a point at nose height, or a line
  const Vec2 offset = flat(path.r) - wall.from;
  const double lift = vertical_walls_ ? 0.0 : 1.0;
  const Vec3 d{dot(wall.normal, offset), lift * (path.r.z - nose_height_), 0.0};
  const Vec3 v{dot(wall.normal, flat(path.v)), lift * path.v.z, 0.0};
  const Vec3 a{dot(wall.normal, flat(path.a)), lift * path.a.z, 0.0};
  const double t = first_contact(Approach{d, v, a}, ball_radius_, window, roots);
  if (t == never) return {};
  const double foot = dot(wall.along, flat(at(path, t)) - wall.from);
  if (foot < 0.0 || foot > wall.length) return {};
  const Vec3 out = d + t * (v + t * a);
  const double across = out.x / norm(out);
  const Vec3 n{across * wall.normal.x, across * wall.normal.y, out.y / norm(out)};
  return {t, PartKind::cushion, wall.index, {}, n};
}

TableHit TableMap::hit_disc_in_flight(const Disc& disc, const FlightPath& path, double window,
                                      std::uint64_t& roots) const {
  const double radius = disc.reach - contact_distance_;
  const Vec3 centre{disc.centre.x, disc.centre.y, nose_height_};
  double t = never;
  if (vertical_walls_) {
    const auto level = [](const Vec3& p) { return Vec3{p.x, p.y, 0.0}; };
    t = first_contact(Approach{level(path.r - centre), level(path.v), level(path.a)},
                      radius + ball_radius_, window, roots);
  } else if (radius == 0.0) {
    t = first_contact(Approach{path.r - centre, path.v, path.a}, ball_radius_, window, roots);
  } else {
    t = circle_contact(path, disc.centre, radius, nose_height_, ball_radius_, window);
  }
  if (t == never) return {};
  const Vec3 r = at(path, t);
  const double height = vertical_walls_ ? r.z : nose_height_;
  const Vec3 out = r - nearest_on_circle(r, disc.centre, radius, height);
  return {t, disc.kind, disc.index, {}, (1.0 / norm(out)) * out};
}

}  // namespace cuelab
