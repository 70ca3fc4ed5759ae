#pragma once

#include <cmath>

#include "cuelab/scene.hpp"
#include "laws/scalar.hpp"

namespace cuelab {

/// The numbers of a stroke, in any scalar type; as in `Shot`.
template <class S>
struct StrokeOf {
  S speed;
  S heading;
  S side;
  S height;
  S elevation;
};

/// Tangent of the squirt angle, + = to the left.
template <class S>
S squirt_tangent(const BallSpec& ball, const Cue& cue, const S& side, double k) {
  if (cue.end_mass == 0.0) return S(0.0);
  using std::sqrt;
  const S rest = 1.0 - side * side;
  return -k * side * sqrt(rest) / (1.0 + ball.mass / cue.end_mass + k * rest);
}

/// The law of `strike`, in any scalar type.
template <class S>
StateOf<S> point_strike(const BallSpec& ball, const BallState& resting, const Cue& cue,
                        const StrokeOf<S>& shot) {
  using std::sqrt;
  const double k = ball.mass * ball.radius * ball.radius / ball.inertia;
  const auto heading = sin_cos(shot.heading);
  const auto tilt = sin_cos(shot.elevation);
  const Vec3Of<S> forward{heading.cos, heading.sin, S(0.0)};
  const Vec3Of<S> left{-heading.sin, heading.cos, S(0.0)};
  const Vec3Of<S> up{S(0.0), S(0.0), S(1.0)};

  // speed along the cue
  const S& a = shot.side;
  const S& b = shot.height;
  const S v =
      (1.0 + cue.restitution) * shot.speed / (1.0 + ball.mass / cue.mass + k * (a * a + b * b));

  // squirt: the horizontal velocity rotated by atan(squirt)
  const S squirt = squirt_tangent<S>(ball, cue, a, k);
  const Vec3Of<S> path = (1.0 / sqrt(1.0 + squirt * squirt)) * (forward + squirt * left);

  StateOf<S> s;
  s.r = resting.r;
  s.v = v * (tilt.cos * path - tilt.sin * up);
  s.w = (k * v / ball.radius) * (b * left - a * (tilt.sin * forward + tilt.cos * up));
  s.motion = resting.motion;
  return s;
}

}  // namespace cuelab
