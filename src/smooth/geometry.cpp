#include "smooth/geometry.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <variant>

namespace cuelab::smooth {
namespace {

// Signed distances of a point: gaps of a sphere of radius 0.

/// From the intersection of two regions whose surfaces are perpendicular: outside both, the nearest
/// point lies on their common edge; otherwise the larger gap decides.
SurfaceGap common(const SurfaceGap& a, const SurfaceGap& b) {
  if (a.gap > 0.0 && b.gap > 0.0) {
    const double distance = std::sqrt(a.gap * a.gap + b.gap * b.gap);
    if (distance > least_length) {
      return {distance, (a.gap / distance) * a.normal + (b.gap / distance) * b.normal};
    }
  }
  return a.gap >= b.gap ? a : b;
}

/// From a slab of this half thickness, at the height x above its middle.
SurfaceGap slab(double x, double half, const Vec3& axis) {
  return {std::abs(x) - half, std::copysign(1.0, x) * axis};
}

SurfaceGap with_radius(const SurfaceGap& point, double radius) {
  return {point.gap - radius, point.normal};
}

/// Some unit vector perpendicular to the unit vector n.
Vec3 across(const Vec3& n) {
  const Vec3 other = std::abs(n.x) < 0.5 ? Vec3{1.0, 0.0, 0.0} : Vec3{0.0, 1.0, 0.0};
  const Vec3 p = cross(n, other);
  return (1.0 / norm(p)) * p;
}

/// A point relative to an axis.
struct Polar {
  double along = 0.0;   ///< from the base, along the axis
  Vec3 out;             ///< from the axis to the point, perpendicular to it
  double radius = 0.0;  ///< length of that
};

Polar polar(const Vec3& from_base, const Vec3& n) {
  const double along = dot(from_base, n);
  const Vec3 out = from_base - along * n;
  return {along, out, norm(out)};
}

/// Unit, from the axis n to the point; any perpendicular direction for a point on the axis.
Vec3 outward(const Polar& at, const Vec3& n) {
  return at.radius > least_length ? (1.0 / at.radius) * at.out : across(n);
}

/// From an infinite solid cylinder.
SurfaceGap bar(const Polar& at, double radius, const Vec3& n) {
  return {at.radius - radius, outward(at, n)};
}

/// From a triangle, within its plane of normal n, corners in any order. d: the point minus each
/// corner; the component along n is ignored.
SurfaceGap triangle(const Vec3 (&corners)[3], const Vec3 (&d)[3], const Vec3& n) {
  constexpr double infinity = std::numeric_limits<double>::infinity();
  SurfaceGap inside{-infinity, {}};
  SurfaceGap outside{infinity, {}};
  for (int k = 0; k < 3; ++k) {
    const int next = (k + 1) % 3;
    const Vec3 edge = corners[next] - corners[k];
    const double length = norm(edge);
    const Vec3 side = cross(edge, n);
    const double turn = dot(side, corners[(k + 2) % 3] - corners[k]) > 0.0 ? -1.0 : 1.0;
    const Vec3 out = (turn / length) * side;
    const SurfaceGap face{dot(d[k], out), out};
    if (face.gap > inside.gap) inside = face;
    if (face.gap <= 0.0) continue;

    // outside this edge: the nearest of its points is one between its ends, or an end
    const double foot = dot(d[k], edge);
    SurfaceGap nearest = face;
    if (foot < 0.0 || foot > length * length) {
      const Vec3& from = foot < 0.0 ? d[k] : d[next];
      const Vec3 flat_part = from - dot(from, n) * n;
      const double distance = norm(flat_part);
      nearest = {distance, direction_of(flat_part, distance, out)};
    }
    if (nearest.gap < outside.gap) outside = nearest;
  }
  return inside.gap > 0.0 ? outside : inside;
}

/// Direction from the axis to the nearest point of a tube's wall: unit, perpendicular to the axis.
Vec3 nearest_on_arc(const Tube& tube, const Polar& at, const Vec3& n) {
  if (tube.facing == Vec3{}) return outward(at, n);
  const Vec3 w = direction_of(at.out, at.radius, tube.facing);
  if (dot(w, tube.facing) >= tube.least_cosine) return w;

  // beyond an end of the arc
  const Vec3 side = cross(n, tube.facing);
  const double sine = std::sqrt(std::max(0.0, 1.0 - tube.least_cosine * tube.least_cosine));
  return tube.least_cosine * tube.facing + std::copysign(sine, dot(w, side)) * side;
}

}  // namespace

SurfaceGap gap_to(const Cuboid& cuboid, const Vec3& centre, double radius) {
  const Vec3 d = centre - cuboid.centre;
  const Vec3& u = cuboid.axes[0];
  const Vec3& v = cuboid.axes[1];
  const Vec3 w = cross(u, v);
  const SurfaceGap column =
      common(slab(dot(d, u), cuboid.half.x, u), slab(dot(d, v), cuboid.half.y, v));
  return with_radius(common(column, slab(dot(d, w), cuboid.half.z, w)), radius);
}

SurfaceGap gap_to(const Prism& prism, const Vec3& centre, double radius) {
  const Vec3(&corners)[3] = prism.corners;
  const Vec3 area = cross(corners[1] - corners[0], corners[2] - corners[0]);
  const Vec3 n = (1.0 / norm(area)) * area;
  const Vec3 d[3] = {centre - corners[0], centre - corners[1], centre - corners[2]};
  const double half = 0.5 * dot(prism.extrusion, n);  // negative: the prism lies behind the corners
  const SurfaceGap ends = slab(dot(d[0], n) - half, std::abs(half), n);
  return with_radius(common(triangle(corners, d, n), ends), radius);
}

SurfaceGap gap_to(const Cylinder& cylinder, const Vec3& centre, double radius) {
  const double length = norm(cylinder.axis);
  const Vec3 n = direction_of(cylinder.axis, length, {0.0, 0.0, 1.0});
  const Polar at = polar(centre - cylinder.base, n);
  const SurfaceGap ends = slab(at.along - 0.5 * length, 0.5 * length, n);
  return with_radius(common(bar(at, cylinder.radius, n), ends), radius);
}

SurfaceGap gap_to(const Tube& tube, const Vec3& centre, double radius) {
  const double length = norm(tube.axis);
  const Vec3 n = direction_of(tube.axis, length, {0.0, 0.0, 1.0});
  const Polar at = polar(centre - tube.base, n);
  const double beyond = at.along - std::clamp(at.along, 0.0, length);
  const Vec3 wall = nearest_on_arc(tube, at, n);
  const Vec3 d = (at.out - tube.radius * wall) + beyond * n;
  const double distance = norm(d);
  return {distance - radius, direction_of(d, distance, -wall)};
}

SurfaceGap gap_to(const Disc& disc, const Vec3& centre, double radius) {
  const Polar at = polar(centre - disc.centre, disc.normal);
  const SurfaceGap sides = slab(at.along, 0.0, disc.normal);
  return with_radius(common(sides, bar(at, disc.radius, disc.normal)), radius);
}

SurfaceGap gap_to(const Sphere& sphere, const Vec3& centre, double radius) {
  if (!sphere.hollow) return gap_between_spheres(centre, radius, sphere.centre, sphere.radius);
  const Vec3 d = sphere.centre - centre;
  const double distance = norm(d);
  return {sphere.radius - distance - radius, direction_of(d, distance, {0.0, 0.0, 1.0})};
}

SurfaceGap gap_to(const Shape& shape, const Vec3& centre, double radius) {
  return std::visit([&](const auto& one) { return gap_to(one, centre, radius); }, shape);
}

SurfaceGap gap_to_rim(const Vec2& hole_centre, double hole_radius, const Vec3& centre,
                      double radius) {
  const Vec3 out{centre.x - hole_centre.x, centre.y - hole_centre.y, 0.0};
  const double distance = norm(out);
  const SurfaceGap wall{hole_radius - distance, -direction_of(out, distance, {1.0, 0.0, 0.0})};
  const SurfaceGap top{centre.z, {0.0, 0.0, 1.0}};
  return with_radius(common(top, wall), radius);
}

}  // namespace cuelab::smooth
