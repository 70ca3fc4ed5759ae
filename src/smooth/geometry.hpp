#pragma once

#include "cuelab/multibody.hpp"

namespace cuelab::smooth {

/// How a sphere lies to a surface.
struct Touch {
  double gap = 0.0;  ///< between the surfaces, negative when they overlap [m]
  Vec3 normal;       ///< unit, from the other body to the sphere
};

/// Lengths below this [m] have no direction: their squares come near the smallest numbers.
inline constexpr double least_length = 1e-140;

/// Direction of d, whose length is given; any unit vector if it has none.
inline Vec3 direction_of(const Vec3& d, double length, const Vec3& otherwise) {
  return length > least_length ? (1.0 / length) * d : otherwise;
}

/// Sphere a against sphere b; upwards if the centres coincide.
inline Touch touch_spheres(const Vec3& a, double radius_a, const Vec3& b, double radius_b) {
  const Vec3 d = a - b;
  const double distance = norm(d);
  return {distance - (radius_a + radius_b), direction_of(d, distance, {0.0, 0.0, 1.0})};
}

// A sphere against each shape: the gap is the distance from its centre to the nearest point of the
// surface, less the radius; inside a solid that distance counts negative, so that the gap is
// continuous and the normal leads out by the nearest face. Faces, edges and corners (the three
// cases of [Gismeros2022, Fig. 4]) are all of the nearest point.

inline Touch touch(const Plane& plane, const Vec3& centre, double radius) {
  return {dot(centre - plane.point, plane.normal) - radius, plane.normal};
}
Touch touch(const Box& box, const Vec3& centre, double radius);
Touch touch(const Prism& prism, const Vec3& centre, double radius);
Touch touch(const Cylinder& cylinder, const Vec3& centre, double radius);
Touch touch(const Tube& tube, const Vec3& centre, double radius);
Touch touch(const Disc& disc, const Vec3& centre, double radius);
Touch touch(const Sphere& sphere, const Vec3& centre, double radius);
Touch touch(const Shape& shape, const Vec3& centre, double radius);

/// A sphere against a horizontal plate, all below z = 0, with a round hole: the top outside the
/// hole, the edge of the rim above it, the upright wall inside it.
Touch touch_rim(const Vec2& hole_centre, double hole_radius, const Vec3& centre, double radius);

}  // namespace cuelab::smooth
