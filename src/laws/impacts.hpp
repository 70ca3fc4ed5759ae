#pragma once

#include "cuelab/laws/ball_ball/pair.hpp"
#include "cuelab/physics.hpp"

namespace cuelab {

/// Impacts slower than this are fully inelastic [m/s]: a ball pressed against another comes to rest
/// relative to it instead of bouncing ever less. At 2 m/s^2 such a bounce is 0.3 micrometres high.
inline constexpr double sticking_speed = 1e-3;

/// The same for impacts of balls above the cloth on others and on noses [m/s]; the hop would be
/// five micrometres high.
inline constexpr double hopping_speed = 1e-2;

/// Two balls just after their impact.
struct PairImpact {
  Pair after;
  bool sticks = false;  ///< too slow to bounce: they stay together
};

/// Impact of two balls along their line of centres: by the scene's law, or as a slow impact; then
/// the response of the slate.
PairImpact meet(const Physics& physics, const BallSpec& a, const BallSpec& b, const Pair& before,
                double calm_speed = 0.0);

/// Normals of a contact with a cushion or jaw.
struct NoseContact {
  Vec2 normal;             ///< unit, horizontal, toward a ball on the cloth
  double sin_theta = 0.0;  ///< downward inclination of the normal for a ball on the cloth
  Vec3 flight_normal;      ///< unit, toward an airborne ball
};

/// A ball just after its impact on a cushion.
struct Rebound {
  BallState after;
  bool sticks = false;
};

/// Impact of a ball on a cushion: by the scene's law, or as a slow impact; then the response of the
/// slate.
Rebound rebound(const Physics& physics, const BallSpec& ball, const NoseContact& at,
                const BallState& before, double calm_speed = 0.0);

}  // namespace cuelab
