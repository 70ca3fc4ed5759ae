#pragma once

#include "cuelab/laws/ball_ball/pair.hpp"
#include "cuelab/laws/cushion/impact.hpp"
#include "math/dual.hpp"

namespace cuelab {

// The arguments of the laws in a scalar type S: double, for which they are the library's own types,
// or a dual number, for derivatives.

template <class S>
struct DualState {
  Vec3Of<S> r{};
  Vec3Of<S> v{};
  Vec3Of<S> w{};
  Motion motion = Motion::stationary;
};

template <class S>
using StateOf = std::conditional_t<std::is_same_v<S, double>, BallState, DualState<S>>;

template <class S>
struct DualPair {
  StateOf<S> a;
  StateOf<S> b;
};

template <class S>
using PairOf = std::conditional_t<std::is_same_v<S, double>, Pair, DualPair<S>>;

template <class S>
struct DualCushionImpact {
  BallSpec ball;
  Vec3Of<S> n;
  double cloth_friction = 0;
};

template <class S>
using CushionImpactOf =
    std::conditional_t<std::is_same_v<S, double>, CushionImpact, DualCushionImpact<S>>;

/// Velocity of the ball's surface at the contact, which lies at -R n.
template <class S>
Vec3Of<S> surface_velocity(const CushionImpactOf<S>& at, const StateOf<S>& s) {
  return s.v - at.ball.radius * cross(s.w, at.n);
}

template <std::size_t N>
BallState value_of(const DualState<Dual<N>>& s) {
  return {value_of(s.r), value_of(s.v), value_of(s.w), s.motion};
}

}  // namespace cuelab
