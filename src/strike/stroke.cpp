#include "strike/stroke.hpp"

#include <algorithm>
#include <cmath>

#include "cuelab/laws.hpp"
#include "laws/normal_force/normal_force.hpp"
#include "math/elementary.hpp"
#include "strike/press.hpp"
#include "strike/strike.hpp"

namespace cuelab {
namespace {

/// A cue raised by less than this counts as level [rad]: 3 degrees.
constexpr double level_elevation = 3.0 * pi / 180.0;
/// From this elevation on the level law has no part [rad]: 10 degrees.
constexpr double raised_elevation = 10.0 * pi / 180.0;
/// Depth of the contact point / R at grazing offsets, to keep the end mass's part finite.
constexpr double least_depth = 0.1;

double depth_at(double a, double b) {
  return std::sqrt(std::max(least_depth * least_depth, 1.0 - a * a - b * b));
}

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
  const double k = ball.mass * ball.radius * ball.radius / ball.inertia;
  const double offset2 = shot.side * shot.side + shot.height * shot.height;
  const double w = 1.0 + ball.mass / cue.mass + k * offset2;
  const double depth = depth_at(shot.side, shot.height);
  const double beside = depth_at(shot.side, 0.0);
  const double own = 1.0 + k * (1.0 - shot.side * shot.side);
  const double spring = cue.restitution * w / ((1.0 + cue.restitution) * k * depth);
  const double excess = (depth + spring) / beside;
  return ball.mass / (excess * (own + ball.mass / cue.end_mass) - own);
}

double raised_part(double elevation) {
  const double x = (elevation - level_elevation) / (raised_elevation - level_elevation);
  if (!(x > 0.0)) return 0.0;
  return x < 1.0 ? x * x * (3.0 - 2.0 * x) : 1.0;
}

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
