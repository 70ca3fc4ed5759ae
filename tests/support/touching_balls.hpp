#pragma once

#include <cmath>
#include <string>

#include "cuelab/run.hpp"
#include "math/elementary.hpp"

namespace cuelab::testing {

/// Balls of the default kind that lie on an endless cloth.
class TouchingBalls {
 public:
  static constexpr double R = BallSpec{}.radius;

  Scene scene = *make_scene("open");

  /// A ball at rest, or moving without spin.
  TouchingBalls& add(Vec2 r, Vec2 v = {}, double height = R) {
    const bool moves = v.x != 0.0 || v.y != 0.0;
    Ball ball{.id = std::to_string(scene.balls.size()), .spec = {}, .start = {}};
    ball.start = {.r = {r.x, r.y, height},
                  .v = {v.x, v.y, 0.0},
                  .w = {},
                  .motion = moves ? Motion::sliding : Motion::stationary};
    if (height > R) ball.start.motion = Motion::airborne;
    scene.balls.push_back(ball);
    return *this;
  }

  /// `count` balls in a row along x, the first at the origin, `gap` between surfaces [m].
  TouchingBalls& row(int count, double gap) {
    for (int i = 0; i < count; ++i) add({i * (2.0 * R + gap), 0.0});
    return *this;
  }

  /// A triangle that points against x, its apex at the origin.
  TouchingBalls& triangle(int rows, double gap) {
    const double d = 2.0 * R + gap;
    for (int i = 0; i < rows; ++i) {
      for (int k = 0; k <= i; ++k) add({i * d * std::sqrt(0.75), (k - 0.5 * i) * d});
    }
    return *this;
  }

  /// A ball that runs toward the origin at `angle` to x [rad] and meets a ball there after 2 mm.
  TouchingBalls& strike(double speed, double angle = 0.0, double offset = 0.0) {
    const SinCos to = sin_cos(angle);
    const double back = std::sqrt(4.0 * R * R - offset * offset) + 0.002;
    return add({-back * to.cos - offset * to.sin, -back * to.sin + offset * to.cos},
               {speed * to.cos, speed * to.sin});
  }

  Trajectory run(Engine engine, double t_max) const {
    Scene one = scene;
    one.run.engine = engine;
    one.run.t_max = t_max;
    return simulate(one)->trajectory;
  }
};

/// Greatest difference of the velocities along the cloth after two runs [m/s].
inline double velocity_difference(const Trajectory& a, const Trajectory& b) {
  double most = 0.0;
  for (std::size_t i = 0; i < a.final.size(); ++i) {
    most = std::max(most, norm(flat(a.final[i].v) - flat(b.final[i].v)));
  }
  return most;
}

/// Greatest distance of a ball from where it is after another run [m].
inline double position_difference(const Trajectory& a, const Trajectory& b) {
  double most = 0.0;
  for (std::size_t i = 0; i < a.final.size(); ++i) {
    most = std::max(most, norm(flat(a.final[i].r) - flat(b.final[i].r)));
  }
  return most;
}

}  // namespace cuelab::testing
