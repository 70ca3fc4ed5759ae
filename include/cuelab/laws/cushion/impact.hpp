#pragma once

#include "cuelab/ball.hpp"

namespace cuelab {

/// The impact of a ball on a cushion.
struct CushionImpact {
  BallSpec ball;
  Vec3 n;                     ///< unit normal at the contact, toward the ball
  double cloth_friction = 0;  ///< mu_s, for laws with friction at the cloth
};

/// Velocity of the ball's surface at the contact, which lies at -R n.
inline Vec3 contact_velocity(const CushionImpact& at, const BallState& s) {
  return s.v - at.ball.radius * cross(s.w, at.n);
}

}  // namespace cuelab
