// A ball in the air against the cushions: noses are lines and circles at their height (or, with
// plane contact, walls without end), which the ball meets from any side or passes over.
#include <algorithm>
#include <array>
#include <cmath>

#include "event/path_box.hpp"

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

/// A path that starts where another one is at time t.
FlightPath later(const FlightPath& path, double t) {
  return {at(path, t), velocity(path, t), path.a};
}

/// A circle at the height of the noses.
struct Circle {
  Vec2 centre;
  double radius;
  double height;
};

/// First time within the window at which a point comes within `reach` of a circle, or `never`. The
/// distance to a circle has no polynomial of low degree, but its second derivative is bounded from
/// below: outside the circle by the acceleration, inside also by the square of the speed around the
/// axis over the distance from it. Steps that cannot pass a contact lead up to the first one.
double circle_contact(const FlightPath& path, const Circle& circle, double reach, double window) {
  constexpr int most_steps = 100'000;   // ten are usual, hundreds if it flies along the circle
  constexpr double a_moment = 1e-6;     // to see whether touching bodies press on each other [s]
  constexpr double time_error = 1e-13;  // [s]
  const auto distance_at = [&](double t) {
    const Vec3 r = at(path, t);
    return r - nearest_on_circle(r, circle.centre, circle.radius, circle.height);
  };
  const double acceleration = 2.0 * norm(path.a);
  const double fastest = norm(path.v) + acceleration * window;
  double t = 0.0;
  for (int step = 0; step < most_steps && t <= window; ++step) {
    const Vec3 d = distance_at(t);
    const double gap = norm(d) - reach;
    const double rate = dot(velocity(path, t), d) / norm(d);
    if (gap <= touch_gap && rate < -touch_speed) return t;
    const double excess = std::max(gap, 0.0);
    if (rate < 0.0 && excess < -rate * time_error) return t;
    if (excess == 0.0 && rate <= touch_speed) {  // touching, neither approaching nor parting
      if (norm(distance_at(t + a_moment)) - reach < gap - touch_gap) return t;
      t += a_moment;
      continue;
    }

    // no contact while the distance bends down by `bend` at most, which holds for a while
    const auto safe_step = [&](double bend, double holds_for) {
      const double root = std::sqrt(rate * rate + 2.0 * bend * excess);
      const double step_length = rate > 0.0 ? (rate + root) / bend : 2.0 * excess / (root - rate);
      return std::min(step_length, holds_for);
    };
    const double off_axis = norm(flat(at(path, t)) - circle.centre);
    const double nearest = 0.5 * std::min(off_axis, circle.radius);
    const double outside = safe_step(acceleration, (off_axis - circle.radius) / fastest);
    const double inside = nearest > 0.0 ? safe_step(acceleration + fastest * fastest / nearest,
                                                    (off_axis - nearest) / fastest)
                                        : 0.0;
    t += std::max({outside, inside, excess / fastest, time_error});
  }
  return never;
}

/// Times within the window at which a straight path along a nose passes its ends, in order, between
/// the beginning and the end of the window.
struct Crossings {
  std::array<double, 6> t{};
  std::size_t count = 0;

  void insert(double time) {
    std::size_t k = count++;
    for (; k > 0 && t[k - 1] > time; --k) t[k] = t[k - 1];
    t[k] = time;
  }
};

Crossings crossings_of(double foot, double rate, double bend, double length, double window) {
  Crossings result;
  result.insert(0.0);
  for (const double end : {0.0, length}) {
    // bend t^2 + rate t + foot = end
    const double c = foot - end;
    const double discriminant = rate * rate - 4.0 * bend * c;
    if (discriminant < 0.0) continue;
    const double q = -0.5 * (rate + std::copysign(std::sqrt(discriminant), rate));
    for (const double t : {bend != 0.0 ? q / bend : never, q != 0.0 ? c / q : never}) {
      if (t > 0.0 && t < window) result.insert(t);
    }
  }
  result.insert(window);
  return result;
}

}  // namespace

TableHit TableMap::first_hit(const FlightPath& path, double window, std::uint64_t& roots,
                             std::span<const std::uint32_t> held) const {
  TableHit first;
  const Vec2 R{ball_radius_, ball_radius_};
  const Box box = box_of({flat(path.r), flat(path.v), flat(path.a)}, window);
  for (const Wall& wall : walls_) {
    if (!overlap(box, wall.low - R, wall.high + R)) continue;
    const bool is_held = std::ranges::find(held, surface_of(wall, false)) != held.end() ||
                         std::ranges::find(held, surface_of(wall, true)) != held.end();
    if (is_held) continue;
    const TableHit hit = hit_wall_in_flight(wall, path, std::min(window, first.t), roots);
    if (hit.t < first.t) first = hit;
  }
  for (const Disc& disc : discs_) {
    const Vec2 grown{disc.reach + ball_radius_, disc.reach + ball_radius_};
    if (disc.part.kind == AgentKind::pocket) continue;
    if (!overlap(box, disc.centre - grown, disc.centre + grown)) continue;
    if (std::ranges::find(held, surface_of(disc)) != held.end()) continue;
    const TableHit hit = hit_disc_in_flight(disc, path, std::min(window, first.t), roots);
    if (hit.t < first.t) first = hit;
  }
  return first;
}

TableHit TableMap::hit_wall_in_flight(const Wall& wall, const FlightPath& path, double window,
                                      std::uint64_t& roots) const {
  // seen along the nose it is a point at nose height, or a line
  const double lift = vertical_walls_ ? 0.0 : 1.0;
  const auto seen = [&](const Vec3& v, double height) {
    return Vec3{dot(wall.normal, flat(v)), lift * (v.z - height), 0.0};
  };
  const Vec3 origin{wall.from.x, wall.from.y, 0.0};

  // search where the ball is between the ends
  const Crossings spans =
      crossings_of(dot(wall.along, flat(path.r - origin)), dot(wall.along, flat(path.v)),
                   dot(wall.along, flat(path.a)), wall.length, window);
  for (std::size_t k = 0; k + 1 < spans.count; ++k) {
    const double begin = spans.t[k];
    const double span = spans.t[k + 1] - begin;
    const Vec3 middle = at(path, begin + 0.5 * span) - origin;
    const double foot = dot(wall.along, flat(middle));
    if (foot < 0.0 || foot > wall.length) continue;
    const FlightPath rest = later(path, begin);
    const Approach approach{seen(rest.r - origin, nose_height_), seen(rest.v, 0.0),
                            seen(rest.a, 0.0)};
    const double t = first_contact(approach, ball_radius_, span, roots);
    if (t == never) continue;
    const Vec3 out = approach.d + t * (approach.v + t * approach.a);
    const double across = out.x / norm(out);
    const Vec3 n{across * wall.normal.x, across * wall.normal.y, out.y / norm(out)};
    return {begin + t, wall.part, {}, n, surface_of(wall, across < 0.0)};
  }
  return {};
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
    t = circle_contact(path, {disc.centre, radius, nose_height_}, ball_radius_, window);
  }
  if (t == never) return {};
  const Vec3 r = at(path, t);
  const double height = vertical_walls_ ? r.z : nose_height_;
  const Vec3 out = r - nearest_on_circle(r, disc.centre, radius, height);
  return {t, disc.part, {}, (1.0 / norm(out)) * out, surface_of(disc)};
}

}  // namespace cuelab
