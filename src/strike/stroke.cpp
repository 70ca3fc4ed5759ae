#include "strike/stroke.hpp"

#include <algorithm>
#include <cmath>

#include "cuelab/laws.hpp"
#include "laws/normal_force/normal_force.hpp"
#include "math/elementary.hpp"
#include "strike/level_strike.hpp"
#include "strike/press.hpp"
#include "strike/strike.hpp"

namespace cuelab {
namespace {

/// The bounce after a stroke with this rebound.
BallState answered(const Lie& lie, const BallState& pushed, double rebound) {
  const double landing = -pushed.v.z;
  if (!(landing > 0.0)) return released(lie.ball, pushed);
  Slate slate = lie.slate;
  slate.restitution = rebound / landing;
  slate.friction = lie.mu;
  return bounce(slate, lie.ball, lie.gravity, pushed);
}

/// A vector along heading, left and up, in the world frame.
Vec3 turned(const SinCos& heading, const Vec3& a) {
  return {heading.cos * a.x - heading.sin * a.y, heading.sin * a.x + heading.cos * a.y, a.z};
}

}  // namespace

Lie lie_of(const Scene& scene, const BallSpec& ball, const BallState& resting) {
  return {.ball = ball,
          .resting = resting,
          .slate = scene.physics.slate,
          .mu = sliding_coefficient(scene.physics.cloth, ball, resting),
          .gravity = scene.physics.gravity,
          .stiffness = hertz_stiffness(scene.smooth.ball, scene.smooth.cloth, ball.radius)};
}

double lateral_inertia(const BallSpec& ball, const Cue& cue, const Shot& shot) {
  return lateral_inertia_of<double>(ball, cue, stroke_of(shot));
}

double raised_part(double elevation) { return raised_part_of<double>(elevation); }

BallState level_stroke(const Lie& lie, const Cue& cue, const Shot& shot) {
  const BallState pushed = strike(lie.ball, lie.resting, cue, shot);
  if (!(shot.elevation > 0.0) || is_above_cloth(lie.ball, lie.resting)) {
    return released(lie.ball, pushed);
  }
  return answered(lie, pushed, -lie.slate.restitution * pushed.v.z);
}

BallState stroke(const Lie& lie, const Cue& cue, const Shot& shot) {
  const double part = raised_part(shot.elevation);
  if (!(part > 0.0 && shot.speed > 0.0) || is_above_cloth(lie.ball, lie.resting)) {
    return level_stroke(lie, cue, shot);
  }
  const Press pressed = press(lie, cue, shot);
  const SinCos heading = sin_cos(shot.heading);
  BallState out = lie.resting;
  out.v = turned(heading, pressed.v);
  out.w = turned(heading, pressed.w);
  double rebound = pressed.rebound;
  if (part < 1.0) {
    const BallState level = strike(lie.ball, lie.resting, cue, shot);
    out.v = level.v + part * (out.v - level.v);
    out.w = level.w + part * (out.w - level.w);
    rebound = part * rebound - (1.0 - part) * lie.slate.restitution * level.v.z;
  }
  return answered(lie, out, rebound);
}

}  // namespace cuelab
