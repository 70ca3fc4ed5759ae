#pragma once

#include "cuelab/ball.hpp"
#include "math/elementary.hpp"

namespace cuelab::fuzz {

/// A turn about the vertical, after a reflection y -> -y if `mirrors`.
struct Isometry {
  SinCos turn{};
  bool mirrors = false;

  /// A point or velocity.
  Vec3 operator()(const Vec3& a) const {
    const double y = mirrors ? -a.y : a.y;
    return {turn.cos * a.x - turn.sin * y, turn.sin * a.x + turn.cos * y, a.z};
  }
  /// An angular velocity, which a mirror also turns round.
  Vec3 spin(const Vec3& w) const { return (*this)(mirrors ? -w : w); }
  BallState operator()(const BallState& s) const {
    return {(*this)(s.r), (*this)(s.v), spin(s.w), s.motion};
  }
};

}  // namespace cuelab::fuzz
