#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <span>

#include "cuelab/trajectory.hpp"

namespace cuelab::fuzz {

/// A path r + v s + a s^2.
struct Parabola {
  Vec3 r;
  Vec3 v;
  Vec3 a;

  Vec3 at(double s) const { return r + s * (v + s * a); }
  /// A bound on how far it leads in a time.
  double travel(double time) const { return time * (norm(v) + time * norm(a)); }
  /// A bound on the speed within a time.
  double fastest(double time) const { return norm(v) + 2.0 * time * norm(a); }
};

/// A piece from a time t on.
inline Parabola path_from(const Piece& piece, double t) {
  const BallState s = state_on(piece, t);
  return {s.r, s.v, piece.a};
}

/// The ends of a time and every instant within it at which the path is nearest to the origin.
struct Instants {
  std::array<double, 5> s{};
  std::size_t count = 0;
  std::span<const double> all() const& { return {s.data(), count}; }
  void all() const&& = delete;  // would outlive its values
};
Instants nearest_instants(const Parabola& path, double time);

/// The least distance of the path from the origin within a time.
double least_distance(const Parabola& path, double time);

}  // namespace cuelab::fuzz
