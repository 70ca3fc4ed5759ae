#pragma once

#include <array>
#include <cmath>
#include <cstddef>
#include <type_traits>

#include "cuelab/vec.hpp"
#include "math/lanes.hpp"

namespace cuelab::along_impulse {

/// A Vec2 in each of four lanes.
struct LaneVec {
  Lanes x{};
  Lanes y{};
};

inline LaneVec operator+(const LaneVec& a, const LaneVec& b) { return {a.x + b.x, a.y + b.y}; }
inline LaneVec operator*(Lanes s, const LaneVec& a) { return {s * a.x, s * a.y}; }
inline LaneVec operator*(double s, const LaneVec& a) { return {s * a.x, s * a.y}; }
inline Lanes dot(const LaneVec& a, const LaneVec& b) { return a.x * b.x + a.y * b.y; }
inline Lanes cross(const LaneVec& a, const LaneVec& b) { return a.x * b.y - a.y * b.x; }
inline LaneVec left_of(const LaneVec& a) { return {-a.y, a.x}; }
using cuelab::splat;
inline LaneVec splat(Vec2 a) { return {splat(a.x), splat(a.y)}; }
inline double sum(Lanes a) { return (a[0] + a[1]) + (a[2] + a[3]); }
inline Lanes norm(const LaneVec& a) {
  const Lanes square = dot(a, a);
  return Lanes{std::sqrt(square[0]), std::sqrt(square[1]), std::sqrt(square[2]),
               std::sqrt(square[3])};
}

/// A vector in a tangent plane, of double or of Lanes.
template <class S>
using Plane = std::conditional_t<std::is_same_v<S, double>, Vec2, LaneVec>;

}  // namespace cuelab::along_impulse
