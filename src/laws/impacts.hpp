#pragma once

#include "cuelab/physics.hpp"
#include "laws/ball_ball/pair.hpp"

namespace cuelab {

/// Impacts slower than this are fully inelastic [m/s]: a ball pressed on another comes to rest on
/// it instead of bouncing ever lower. The hop it would make is 0.3 micrometres high at 2 m/s^2.
inline constexpr double sticking_speed = 1e-3;

/// Balls of which one is in the air part elastically when they meet slower than this [m/s].
inline constexpr double hopping_speed = 1e-2;

/// Two balls just after they met.
struct Meeting {
  Pair after;
  bool sticks = false;  ///< too slow to bounce: they stay together
};

/// Impact of two balls on the line of their centres by the scene's law, and what slow impacts and
/// the slate make of it.
Meeting meet(const Physics& physics, const PairSpec& spec, const Pair& before);

/// Where a ball touches a cushion or jaw.
struct NoseContact {
  Vec2 normal;             ///< unit, toward a ball on the cloth
  double sin_theta = 0.0;  ///< how far the normal leans down on a ball on the cloth
  Vec3 flight_normal;      ///< unit, toward a ball in the air
};

/// A ball just after it met a cushion.
struct Rebound {
  BallState after;
  bool sticks = false;
};

/// Impact of a ball on a cushion by the scene's law, and what slow impacts and the slate make of
/// it.
Rebound rebound(const Physics& physics, const BallSpec& ball, const NoseContact& at,
                const BallState& before);

}  // namespace cuelab
