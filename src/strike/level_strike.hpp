#pragma once

#include <cmath>

#include "cuelab/scene.hpp"
#include "laws/scalar.hpp"
#include "math/elementary.hpp"

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

inline StrokeOf<double> stroke_of(const Shot& shot) {
  return {.speed = shot.speed,
          .heading = shot.heading,
          .side = shot.side,
          .height = shot.height,
          .elevation = shot.elevation};
}

/// Depth of the contact point / R at grazing offsets, to keep the end mass's part finite.
inline constexpr double least_depth = 0.1;

/// `lateral_inertia` in any scalar type.
template <class S>
S lateral_inertia_of(const BallSpec& ball, const Cue& cue, const StrokeOf<S>& shot) {
  using std::sqrt;
  const auto depth_at = [](const S& a, const S& b) {
    return sqrt(max_of<S>(least_depth * least_depth, 1.0 - a * a - b * b));
  };
  const double k = ball.mass * ball.radius * ball.radius / ball.inertia;
  const S offset2 = shot.side * shot.side + shot.height * shot.height;
  const S w = 1.0 + ball.mass / cue.mass + k * offset2;
  const S depth = depth_at(shot.side, shot.height);
  const S beside = depth_at(shot.side, 0.0);
  const S spring = cue.restitution * w / ((1.0 + cue.restitution) * k * depth);
  const S excess = (depth + spring) / beside;
  const S own = 1.0 + k * (1.0 - shot.side * shot.side);
  return ball.mass / (excess * (own + ball.mass / cue.end_mass) - own);
}

/// A cue raised by less than this counts as level [rad]: 3 degrees.
inline constexpr double level_elevation = 3.0 * pi / 180.0;
/// From this elevation on the level law has no part [rad]: 10 degrees.
inline constexpr double raised_elevation = 10.0 * pi / 180.0;

/// `raised_part` in any scalar type.
template <class S>
S raised_part_of(const S& elevation) {
  const S x = (elevation - level_elevation) / (raised_elevation - level_elevation);
  if (!(x > 0.0)) return S(0.0);
  return x < 1.0 ? x * x * (3.0 - 2.0 * x) : S(1.0);
}

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
