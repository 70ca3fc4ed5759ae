#pragma once

#include "cuelab/ball.hpp"

namespace cuelab {

/// A ball at a cushion, at the instant they meet.
struct CushionImpact {
  BallSpec ball;
  Vec3 n;                     ///< unit normal at the contact, toward the ball
  double cloth_friction = 0;  ///< mu_s, for laws in which the cloth takes part
};

/// Velocity of the ball's surface at the contact, which lies at -R n.
inline Vec3 contact_velocity(const CushionImpact& at, const BallState& s) {
  return s.v - at.ball.radius * cross(s.w, at.n);
}

}  // namespace cuelab
