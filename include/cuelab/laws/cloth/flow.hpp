#pragma once

#include "cuelab/ball.hpp"

namespace cuelab {

/// Slip or speed below which a ball counts as rolling or at rest [m/s], and spin below which it
/// counts as zero [rad/s]. Rounding in impacts leaves residues of 1e-16, which would otherwise
/// cause spurious events.
inline constexpr double still_speed = 1e-12;
inline constexpr double still_spin = 1e-10;

/// The free motion of a ball from a state: r + v t + a t^2, v + 2 a t, w_xy + dw t, |w_z| -
/// spin_decay t down to zero, for `duration`.
struct Flow {
  Vec3 a{};                 ///< half the acceleration [m/s^2]
  Vec2 dw{};                ///< rate of w_x, w_y [rad/s^2]
  double dw_z = 0.0;        ///< rate of w_z besides its decay [rad/s^2]
  double spin_decay = 0.0;  ///< rate of |w_z| [rad/s^2]
  double duration = 0.0;    ///< may be infinite [s]
  /// After `duration` the motion continues with a new flow: the law's path is not a parabola, and
  /// this one approximates it within the law's stated error.
  bool continues = false;
  /// The law's path is closer to r + v t + a t^2 + b t^2 (t - 3/2 duration), which ends with the
  /// same velocity. Friction causes the difference, so that w_xy differs as its torque requires.
  bool is_bent = false;
  Vec2 b{};
};

/// What acts on a ball besides the cloth.
struct Environment {
  double gravity = 9.81;  ///< [m/s^2]
  Vec2 push{};            ///< acceleration due to other bodies, ignored in `Flow::duration` [m/s^2]
};

/// Time until a ball at this height above the cloth lands, infinite if it does not; `rising` is its
/// vertical velocity, `gravity` its acceleration downward.
double time_to_fall(double height, double rising, double gravity);

/// What friction that adds b s^3 to the path of a ball adds to its w_xy, divided by s^2.
Vec2 turn_with(const BallSpec& ball, const Vec2& b);

/// Slip velocity: velocity of the ball's lowest point over the cloth, u = v + R z x w.
Vec2 slip_of(const BallSpec& ball, const BallState& s);

/// The state of a ball on the cloth with its motion classified from slip, speed and spin. Residues
/// below the thresholds above are set to zero: a rolling ball has no slip, a stopped one no speed.
/// The vertical velocity is absorbed by the slate.
BallState settled(const BallSpec& ball, BallState s);

/// The state of a ball that rolls, rests or only spins, with the slip removed: w_xy = z x v / R.
BallState rolled(const BallSpec& ball, BallState s);

/// The state after friction on the cloth has stopped the remaining slip in an instant; never gains
/// energy.
BallState gripped(const BallSpec& ball, BallState s);

/// The state at the end of a motion, with the next motion: sliding becomes rolling, rolling becomes
/// spinning or stationary, spinning becomes stationary.
BallState ended(const BallSpec& ball, BallState s);

/// A ball in the air, until it lands.
Flow flight_of(const BallSpec& ball, double gravity, const BallState& s);

}  // namespace cuelab
