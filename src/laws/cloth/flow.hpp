#pragma once

#include "cuelab/ball.hpp"
#include "cuelab/physics.hpp"

namespace cuelab {

/// Slip and speed below which a ball is taken to roll or rest [m/s], and spin below which it has
/// none [rad/s]. Impacts leave residues of 1e-16; each would breed events of its own.
inline constexpr double still_speed = 1e-12;
inline constexpr double still_spin = 1e-10;

/// How a state goes on by itself: r + v t + a t^2, v + 2 a t, w_xy + dw t, |w_z| - spin_decay t
/// down to zero, for `duration`.
struct Flow {
  Vec3 a;                   ///< half the acceleration [m/s^2]
  Vec2 dw;                  ///< rate of w_x, w_y [rad/s^2]
  double spin_decay = 0.0;  ///< rate of |w_z| [rad/s^2]
  double duration = 0.0;    ///< until the motion ends by itself, maybe infinite [s]
};

/// Velocity of the ball's lowest point over the cloth: u = v + R z x w.
Vec2 slip_of(const BallSpec& ball, const BallState& s);

/// The state of a ball on the cloth with its motion found from slip, speed and spin, and what
/// is smaller than the residues set to zero: a rolling ball has no slip, a stopped one no speed.
/// It rests on the cloth; a vertical velocity is taken by the slate.
BallState settled(const BallSpec& ball, BallState s);

/// The state of a ball that rolls, rests or only spins, with slip taken away: w_xy = z x v / R.
BallState rolled(const BallSpec& ball, BallState s);

/// The state after friction on the cloth has stopped the slip that is left at one stroke: it
/// never gains energy.
BallState gripped(const BallSpec& ball, BallState s);

/// The free motion of a ball on the cloth [Leckie2006]: friction mu_s m g against the slip while
/// it slides, mu_r m g against the velocity while it rolls, a torque mu_sp m g R against w_z; and
/// of a ball in the air, which ends when it comes down.
/// `push` is the acceleration that contact with other bodies adds; `duration` ignores it.
Flow flow_of(const BallSpec& ball, const Cloth& cloth, double gravity, const BallState& s,
             Vec2 push = {});

/// The state at the end of a motion that has run its course, with the next motion: sliding
/// becomes rolling, rolling becomes spinning or stationary, spinning becomes stationary.
BallState ended(const BallSpec& ball, BallState s);

}  // namespace cuelab
