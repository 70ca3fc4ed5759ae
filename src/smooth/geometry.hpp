#pragma once

#include "cuelab/multibody.hpp"

namespace cuelab::smooth {

/// Distance and direction between a sphere and a surface.
struct SurfaceGap {
  double gap = 0.0;  ///< between the surfaces, negative when they overlap [m]
  Vec3 normal;       ///< unit, from the other body to the sphere
};

/// Vectors shorter than this [m] have no direction: their squares underflow.
inline constexpr double least_length = 1e-140;

/// Direction of d, whose length is given; `otherwise` if it is too short to have one.
inline Vec3 direction_of(const Vec3& d, double length, const Vec3& otherwise) {
  return length > least_length ? (1.0 / length) * d : otherwise;
}

/// Sphere a against sphere b; upwards if the centres coincide.
inline SurfaceGap gap_between_spheres(const Vec3& a, double radius_a, const Vec3& b,
                                      double radius_b) {
  const Vec3 d = a - b;
  const double distance = norm(d);
  return {distance - (radius_a + radius_b), direction_of(d, distance, {0.0, 0.0, 1.0})};
}

// A sphere against each shape: the gap is the distance from its centre to the nearest point of the
// surface, less the radius. Inside a solid that distance is negative, so that the gap is continuous
// and the normal points out through the nearest face. Faces, edges and corners (the three cases of
// [Gismeros2022, Fig. 4]) all follow from the nearest point.

inline SurfaceGap gap_to(const Plane& plane, const Vec3& centre, double radius) {
  return {dot(centre - plane.point, plane.normal) - radius, plane.normal};
}
SurfaceGap gap_to(const Cuboid& cuboid, const Vec3& centre, double radius);
SurfaceGap gap_to(const Prism& prism, const Vec3& centre, double radius);
SurfaceGap gap_to(const Cylinder& cylinder, const Vec3& centre, double radius);
SurfaceGap gap_to(const Tube& tube, const Vec3& centre, double radius);
SurfaceGap gap_to(const Disc& disc, const Vec3& centre, double radius);
SurfaceGap gap_to(const Sphere& sphere, const Vec3& centre, double radius);
SurfaceGap gap_to(const Shape& shape, const Vec3& centre, double radius);

/// A sphere against a horizontal plate, all below z = 0, with a round hole: the top outside the
/// hole, the edge of the rim above it, the vertical wall inside it.
SurfaceGap gap_to_rim(const Vec2& hole_centre, double hole_radius, const Vec3& centre,
                      double radius);

}  // namespace cuelab::smooth
