#pragma once

#include <cstddef>
#include <vector>

#include "cuelab/multibody.hpp"

namespace cuelab::smooth {

/// The numbers that are integrated: 13 per body, then the work taken by each sink.
using State = std::vector<double>;

inline constexpr std::size_t body_size = 13;
// where a body's numbers begin within its 13; its position comes first
inline constexpr std::size_t rotation_at = 3;
inline constexpr std::size_t velocity_at = 7;
inline constexpr std::size_t spin_at = 10;

/// One body in the state: position, Euler parameters, velocity and angular velocity, world frame.
struct BodyMotion {
  Vec3 r;
  Quat e;
  Vec3 v;
  Vec3 w;
};

inline Vec3 load3(const double* p) { return {p[0], p[1], p[2]}; }
inline void store3(double* p, const Vec3& a) {
  p[0] = a.x;
  p[1] = a.y;
  p[2] = a.z;
}

inline Vec3 position_of(const double* y, std::size_t body) { return load3(y + body_size * body); }
inline Vec3 velocity_of(const double* y, std::size_t body) {
  return load3(y + body_size * body + velocity_at);
}
inline Vec3 spin_of(const double* y, std::size_t body) {
  return load3(y + body_size * body + spin_at);
}
inline Quat orientation_of(const double* y, std::size_t body) {
  const double* p = y + body_size * body + rotation_at;
  return {p[0], p[1], p[2], p[3]};
}

inline BodyMotion motion_of(const double* y, std::size_t body) {
  return {position_of(y, body), orientation_of(y, body), velocity_of(y, body), spin_of(y, body)};
}

inline void store_motion(double* y, std::size_t body, const BodyMotion& m) {
  double* p = y + body_size * body;
  store3(p, m.r);
  p[rotation_at] = m.e.w;
  p[rotation_at + 1] = m.e.x;
  p[rotation_at + 2] = m.e.y;
  p[rotation_at + 3] = m.e.z;
  store3(p + velocity_at, m.v);
  store3(p + spin_at, m.w);
}

/// Force and moment about the centre of mass on one body, world frame.
struct Wrench {
  Vec3 force;   ///< [N]
  Vec3 moment;  ///< [N m]
};

}  // namespace cuelab::smooth
