#include "strike/strike.hpp"

#include <cmath>

#include "cuelab/laws/slate/bounce.hpp"
#include "math/elementary.hpp"
#include "strike/stroke.hpp"

namespace cuelab {
namespace {

/// Tangent of the squirt angle, + = to the left.
double squirt_tangent(const BallSpec& ball, const Cue& cue, double side, double k) {
  if (cue.end_mass == 0.0) return 0.0;
  const double rest = 1.0 - side * side;
  return -k * side * std::sqrt(rest) / (1.0 + ball.mass / cue.end_mass + k * rest);
}

}  // namespace

BallState strike(const BallSpec& ball, const BallState& resting, const Cue& cue, const Shot& shot) {
  const double k = ball.mass * ball.radius * ball.radius / ball.inertia;
  const SinCos heading = sin_cos(shot.heading);
  const SinCos tilt = sin_cos(shot.elevation);
  const Vec3 forward{heading.cos, heading.sin, 0.0};
  const Vec3 left{-heading.sin, heading.cos, 0.0};
  const Vec3 up{0.0, 0.0, 1.0};

  // speed along the cue
  const double a = shot.side;
  const double b = shot.height;
  const double v =
      (1.0 + cue.restitution) * shot.speed / (1.0 + ball.mass / cue.mass + k * (a * a + b * b));

  // squirt: the horizontal velocity rotated by atan(squirt)
  const double squirt = squirt_tangent(ball, cue, a, k);
  const Vec3 path = (1.0 / std::sqrt(1.0 + squirt * squirt)) * (forward + squirt * left);

  BallState s = resting;
  s.v = v * (tilt.cos * path - tilt.sin * up);
  s.w = (k * v / ball.radius) * (b * left - a * (tilt.sin * forward + tilt.cos * up));
  return s;
}

std::vector<BallState> struck(const Scene& scene) {
  std::vector<BallState> states;
  states.reserve(scene.balls.size());
  for (std::size_t i = 0; i < scene.balls.size(); ++i) {
    const Ball& ball = scene.balls[i];
    const bool hit = scene.shot && scene.shot->ball == i;
    states.push_back(hit ? stroke(lie_of(scene, ball.spec, ball.start), scene.cue, *scene.shot)
                         : released(ball.spec, ball.start));
  }
  return states;
}

}  // namespace cuelab
