#pragma once

#include <gtest/gtest.h>

#include <cstddef>
#include <functional>
#include <vector>

#include "math/elementary.hpp"
#include "math/rotation.hpp"
#include "smooth/constraints.hpp"
#include "smooth/springs.hpp"

namespace cuelab::smooth {

inline constexpr std::uint32_t ground = none;
inline constexpr double g = 9.81;
inline constexpr Vec3 y_axis{0, 1, 0};
inline constexpr ConstraintMethod all_methods[]{
    ConstraintMethod::lagrange, ConstraintMethod::augmented, ConstraintMethod::baumgarte,
    ConstraintMethod::direct_correction};

/// Integrates by the classical Runge-Kutta method in equal steps. A jump of a prescribed
/// acceleration between two steps belongs to the later one.
class JointRunner {
 public:
  explicit JointRunner(const System& system)
      : constraints(system),
        y(room_for(system.bodies.size()) + 1),
        system_(system),
        applied_(system.bodies.size()),
        acceleration_(system.bodies.size()) {
    for (std::size_t k = 0; k < system.bodies.size(); ++k) {
      const Body& b = system.bodies[k];
      store_motion(y.data(), k, {b.position, b.orientation, b.velocity, b.spin});
    }
  }

  void run(double duration, int steps, const std::function<void()>& after_each = {}) {
    const double h = duration / steps;
    const double start = t;
    for (int k = 1; k <= steps; ++k) {
      step(h);
      t = k == steps ? start + duration : start + k * h;
      if (system_.constraints.method == ConstraintMethod::direct_correction) {
        ok = ok && constraints.correct(t, y.data());
      }
      if (after_each) after_each();
    }
  }

  BodyMotion body(std::size_t k) const { return motion_of(y.data(), k); }
  /// Work of the prescribed motions so far.
  double work() const { return y.back(); }

  /// Kinetic and potential energy of the bodies and springs.
  double energy() const {
    std::vector<Wrench> unused(applied_.size());
    double sum = add_springs(system_, y.data(), unused.data()).energy;
    for (std::size_t k = 0; k < applied_.size(); ++k) {
      const BodyMotion m = body(k);
      const double mass = system_.bodies[k].mass;
      sum += 0.5 * mass * dot(m.v, m.v) - mass * dot(system_.gravity, m.r) +
             0.5 * dot(m.w, spin_momentum(k));
    }
    return sum;
  }

  Vec3 momentum() const {
    Vec3 sum;
    for (std::size_t k = 0; k < applied_.size(); ++k) sum += system_.bodies[k].mass * body(k).v;
    return sum;
  }

  Vec3 angular_momentum() const {
    Vec3 sum;
    for (std::size_t k = 0; k < applied_.size(); ++k) {
      sum += system_.bodies[k].mass * cross(body(k).r, body(k).v) + spin_momentum(k);
    }
    return sum;
  }

  /// J w.
  Vec3 spin_momentum(std::size_t k) const {
    const Quat e = normalized(body(k).e);
    const Vec3 w = rotate({e.w, -e.x, -e.y, -e.z}, body(k).w);
    const Vec3& J = system_.bodies[k].inertia;
    return rotate(e, {J.x * w.x, J.y * w.y, J.z * w.z});
  }

  bool accelerate(std::vector<Wrench>& result) {
    for (std::size_t k = 0; k < applied_.size(); ++k) {
      applied_[k] = {system_.bodies[k].mass * system_.gravity, {}};
    }
    add_springs(system_, y.data(), applied_.data());
    result.resize(applied_.size());
    return constraints.accelerate(t, y.data(), applied_.data(), result.data());
  }

  Constraints constraints;
  State y;  ///< of the bodies, then the work of the prescribed motions
  double t = 0.0;
  bool ok = true;  ///< no call has failed

 private:
  State slope(double at, const State& state) {
    for (std::size_t k = 0; k < applied_.size(); ++k) {
      applied_[k] = {system_.bodies[k].mass * system_.gravity, {}};
    }
    add_springs(system_, state.data(), applied_.data());
    ok = constraints.accelerate(at, state.data(), applied_.data(), acceleration_.data()) && ok;
    State rate(state.size());
    for (std::size_t k = 0; k < applied_.size(); ++k) {
      const BodyMotion m = motion_of(state.data(), k);
      const Quat turning = Quat{0, 0.5 * m.w.x, 0.5 * m.w.y, 0.5 * m.w.z} * m.e;
      store_motion(rate.data(), k, {m.v, turning, acceleration_[k].force, acceleration_[k].moment});
    }
    rate.back() = constraints.drive_power();
    return rate;
  }

  void step(double h) {
    const auto moved = [this](double f, const State& k) {
      State s = y;
      for (std::size_t i = 0; i < s.size(); ++i) s[i] += f * k[i];
      return s;
    };
    const State k1 = slope(t, y), k2 = slope(t + h / 2, moved(h / 2, k1)),
                k3 = slope(t + h / 2, moved(h / 2, k2)),
                k4 = slope(t + (1 - 1e-9) * h, moved(h, k3));
    for (std::size_t i = 0; i < y.size(); ++i) {
      y[i] += h / 6 * (k1[i] + 2 * k2[i] + 2 * k3[i] + k4[i]);
    }
  }

  System system_;
  std::vector<Wrench> applied_, acceleration_;
};

inline void expect_near(const Vec3& a, const Vec3& b, double tolerance) {
  EXPECT_NEAR(a.x, b.x, tolerance);
  EXPECT_NEAR(a.y, b.y, tolerance);
  EXPECT_NEAR(a.z, b.z, tolerance);
}

inline Body ball(const Vec3& position) {
  return {.id = "ball",
          .mass = 0.17,
          .inertia = {5.5e-5, 5.5e-5, 5.5e-5},
          .radius = 0.028575,
          .position = position,
          .orientation = {},
          .velocity = {},
          .spin = {}};
}

/// A body with three different moments of inertia.
inline Body brick(const Vec3& position) {
  Body body = ball(position);
  body.mass = 2.0;
  body.inertia = {0.02, 0.05, 0.06};
  return body;
}

inline constexpr double pendulum_length = 0.3;  ///< [m]
inline constexpr double release_angle = 1.0;    ///< from straight down [rad]

/// A ball let go from that angle about y, on a rigid arm or on a thin rod.
inline System pendulum(ConstraintMethod method, bool rigid) {
  const SinCos a = sin_cos(release_angle);
  System system;
  system.constraints.method = method;
  system.bodies = {ball({-pendulum_length * a.sin, 0, -pendulum_length * a.cos})};
  if (rigid) {
    system.bodies[0].orientation = from_rotation_vector(release_angle * y_axis);
    system.joints = {SphericalJoint{{0, {0, 0, pendulum_length}}, {ground, {}}}};
  } else {
    system.joints = {RodJoint{{ground, {}}, {0, {}}, pendulum_length}};
  }
  return system;
}

/// Two bricks, hinged to the ground and to each other, with spins that fit.
inline System chain(ConstraintMethod method) {
  System system;
  system.constraints.method = method;
  system.bodies = {brick({0.2, 0, 0}), brick({0.4, 0.2, 0})};
  system.joints = {RevoluteJoint{{0, {-0.2, 0, 0}}, {ground, {}}, y_axis, y_axis},
                   SphericalJoint{{1, {0, -0.2, 0}}, {0, {0.2, 0, 0}}}};
  system.bodies[1].spin = {2, 3, -1};
  system.bodies[1].velocity = cross(system.bodies[1].spin, {0, 0.2, 0});
  return system;
}

}  // namespace cuelab::smooth
