#pragma once

#include "cuelab/laws/cloth/flow.hpp"
#include "cuelab/trajectory.hpp"

namespace cuelab::sensitivity {

/// Differences between the record and what follows from the laws, up to rounding.
inline constexpr double same_place = 1e-10;     // [m]
inline constexpr double same_velocity = 1e-10;  // of the speed, and [m/s]
inline constexpr double same_rate = 1e-12;      // of accelerations, and [m/s^2]
inline constexpr double same_time = 1e-12;      // [s]

inline bool is_same(const Vec3& a, const Vec3& b, double tolerance) {
  return norm(a - b) <= tolerance;
}

inline bool is_same_state(const Piece& piece, const BallState& s, double radius) {
  const double speed = 1.0 + norm(s.v) + radius * norm(s.w);
  return piece.motion == s.motion && is_same(piece.r0, s.r, same_place * (1.0 + norm(s.r))) &&
         is_same(piece.v0, s.v, same_velocity * speed) &&
         radius * norm(piece.w0 - s.w) <= same_velocity * speed;
}

/// Whether a piece that was left at time t is the law's, without a push of other bodies.
inline bool is_bent_by(const Piece& piece, const Flow& flow, double t) {
  const Vec3 b{flow.b.x, flow.b.y, 0.0};
  const Vec3 parabola = flow.a - (0.5 * flow.duration) * b;
  const Vec3 bend = (t - piece.t0) * piece.b;  // from the parabola to the cubic with the same end
  const double tolerance = same_rate * (1.0 + norm(flow.a) + norm(bend));
  return is_same(piece.a + bend, parabola, tolerance);
}

}  // namespace cuelab::sensitivity
