#pragma once

#include <cstdint>
#include <string_view>

#include "cuelab/vec.hpp"

namespace cuelab {

/// Size and inertia of a ball. SI units.
struct BallSpec {
  double radius = 0.028575;                       ///< R [m]
  double mass = 0.170097;                         ///< m [kg]
  double inertia = 0.4 * mass * radius * radius;  ///< I about any diameter [kg m^2]
  friend bool operator==(const BallSpec&, const BallSpec&) = default;
};

/// The kind of motion of a ball; each has its own equations.
enum class Motion : std::uint8_t {
  stationary,
  spinning,
  rolling,
  sliding,
  airborne,
  pocketed,
  off_table
};

/// The name used in files and on the command line, e.g. "off-table".
std::string_view name_of(Motion motion);

/// The state of one ball at one instant. World frame: origin at the centre of the cloth, x along
/// the long side, y to its left, z up, cloth at z = 0 (a ball at rest has z = R).
struct BallState {
  Vec3 r{};                            ///< centre [m]
  Vec3 v{};                            ///< velocity of the centre [m/s]
  Vec3 w{};                            ///< angular velocity [rad/s]
  Motion motion = Motion::stationary;  ///< which equations apply
  friend bool operator==(const BallState&, const BallState&) = default;
};

inline bool is_finite(const BallState& s) {
  return is_finite(s.r) && is_finite(s.v) && is_finite(s.w);
}

/// Kinetic energy of translation and rotation [J].
inline double kinetic_energy(const BallSpec& ball, const BallState& s) {
  return 0.5 * ball.mass * dot(s.v, s.v) + 0.5 * ball.inertia * dot(s.w, s.w);
}

/// Potential energy relative to a ball resting on the cloth [J].
inline double potential_energy(const BallSpec& ball, const BallState& s, double gravity) {
  return ball.mass * gravity * (s.r.z - ball.radius);
}

}  // namespace cuelab
