#include "math/rotation.hpp"

#include <algorithm>
#include <cmath>

#include "math/elementary.hpp"

namespace cuelab {

// In vector form: written out by component, g++ 12 fuses products and sums despite
// -ffp-contract=off.
Quat operator*(const Quat& p, const Quat& q) {
  const Vec3 u{p.x, p.y, p.z};
  const Vec3 v{q.x, q.y, q.z};
  const Vec3 r = p.w * v + q.w * u + cross(u, v);
  return {p.w * q.w - dot(u, v), r.x, r.y, r.z};
}

Quat from_rotation_vector(const Vec3& phi) {
  const double angle = norm(phi);
  if (angle == 0.0) return {};
  const SinCos half = sin_cos(0.5 * angle);
  const double f = half.sin / angle;
  return {half.cos, f * phi.x, f * phi.y, f * phi.z};
}

Vec3 rotate(const Quat& q, const Vec3& a) {
  const Vec3 u{q.x, q.y, q.z};
  const Vec3 t = 2.0 * cross(u, a);
  return a + q.w * t + cross(u, t);
}

Quat normalized(const Quat& q) {
  const double f = 1.0 / std::sqrt(q.w * q.w + q.x * q.x + q.y * q.y + q.z * q.z);
  return {f * q.w, f * q.x, f * q.y, f * q.z};
}

Quat turn(const Quat& q, const Vec3& w, const Vec3& dw, double h) {
  // a fixed axis needs no expansion: the angle is the integral of w
  const Vec3 twist = cross(w, dw);
  if (dot(twist, twist) == 0.0) {
    return normalized(from_rotation_vector(h * w + (0.5 * h * h) * dw) * q);
  }

  // steps of at most 0.1 rad: the seventh-order remainder is then below 1e-13 rad per step
  constexpr double max_angle = 0.1;  // [rad]
  // the work is bounded: longer steps after 400 rad, and no turn beyond 1e5 rad, where the spin
  // would have to be known to better than any run does
  constexpr double max_steps = 4096.0;
  constexpr double max_known = 1e5;  // [rad]
  const double fastest = std::max(norm(w), norm(w + h * dw));
  const double angle = fastest * h;
  if (!(angle < max_known)) return q;
  const double steps = std::clamp(std::ceil(angle / max_angle), 1.0, max_steps);
  const double step = h / steps;

  Quat result = q;
  for (double k = 0.0; k < steps; k += 1.0) {
    // generators about the midpoint of the step; the commutator of rotations is the cross product
    const Vec3 a1 = step * (w + (step * (k + 0.5)) * dw);
    const Vec3 a2 = (step * step) * dw;
    const Vec3 c1 = cross(a1, a2);
    const Vec3 c2 = (-1.0 / 60.0) * cross(a1, c1);
    const Vec3 phi = a1 + (1.0 / 240.0) * cross(c1 - 20.0 * a1, a2 + c2);
    result = from_rotation_vector(phi) * result;
  }
  return normalized(result);
}

}  // namespace cuelab
