#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <vector>

#include "cuelab/multibody.hpp"
#include "math/lanes.hpp"

namespace cuelab::smooth {

/// The integrated state: 13 numbers per body, then the energy dissipated in each sink. Bodies are
/// stored in blocks of four for SIMD instructions: first the x of all four, then their y, etc.
using State = std::vector<double>;

inline bool is_finite(const State& y) {
  return std::ranges::all_of(y, [](double v) { return std::isfinite(v); });
}

inline constexpr std::size_t body_size = 13;
inline constexpr std::size_t block_size = lane_count * body_size;
// offsets of a body's components within its 13 numbers; the position comes first
inline constexpr std::size_t rotation_at = 3;
inline constexpr std::size_t velocity_at = 7;
inline constexpr std::size_t spin_at = 10;

/// Size of the state of this many bodies.
inline std::size_t room_for(std::size_t bodies) {
  return (bodies + lane_count - 1) / lane_count * block_size;
}

/// Index of a component of a body in the state; the next component is at this plus lane_count.
inline std::size_t place_of(std::size_t body, std::size_t component) {
  return body / lane_count * block_size + component * lane_count + body % lane_count;
}

inline Vec3 load3(const double* y, std::size_t body, std::size_t component) {
  const double* p = y + place_of(body, component);
  return {p[0], p[lane_count], p[2 * lane_count]};
}
inline void store3(double* y, std::size_t body, std::size_t component, const Vec3& a) {
  double* p = y + place_of(body, component);
  p[0] = a.x;
  p[lane_count] = a.y;
  p[2 * lane_count] = a.z;
}
inline void add3(double* y, std::size_t body, std::size_t component, const Vec3& a) {
  double* p = y + place_of(body, component);
  p[0] += a.x;
  p[lane_count] += a.y;
  p[2 * lane_count] += a.z;
}

/// One body of the state: position, Euler parameters, velocity, angular velocity; world frame.
struct BodyMotion {
  Vec3 r;
  Quat e;
  Vec3 v;
  Vec3 w;
};

inline Vec3 position_of(const double* y, std::size_t body) { return load3(y, body, 0); }
inline Vec3 velocity_of(const double* y, std::size_t body) { return load3(y, body, velocity_at); }
inline Vec3 spin_of(const double* y, std::size_t body) { return load3(y, body, spin_at); }
inline Quat orientation_of(const double* y, std::size_t body) {
  const double* p = y + place_of(body, rotation_at);
  return {p[0], p[lane_count], p[2 * lane_count], p[3 * lane_count]};
}

inline BodyMotion motion_of(const double* y, std::size_t body) {
  return {position_of(y, body), orientation_of(y, body), velocity_of(y, body), spin_of(y, body)};
}

inline void store_motion(double* y, std::size_t body, const BodyMotion& m) {
  store3(y, body, 0, m.r);
  double* p = y + place_of(body, rotation_at);
  p[0] = m.e.w;
  p[lane_count] = m.e.x;
  p[2 * lane_count] = m.e.y;
  p[3 * lane_count] = m.e.z;
  store3(y, body, velocity_at, m.v);
  store3(y, body, spin_at, m.w);
}

/// Force and moment about the centre of mass on one body, world frame.
struct Wrench {
  Vec3 force;   ///< [N]
  Vec3 moment;  ///< [N m]
};

}  // namespace cuelab::smooth
