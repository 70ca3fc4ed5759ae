#pragma once

#include "cuelab/laws/ball_ball/pair.hpp"
#include "cuelab/physics.hpp"

namespace cuelab {

/// Coefficients of an impact that is followed along its normal impulse.
struct Rubbing {
  double restitution = 1.0;  ///< energetic: e^2 = work given back / work of compression
  BallFriction contact;
  double cloth = 0.0;       ///< mu_s
  double tolerance = 3e-9;  ///< of each part of the integration, see `usual_tolerance`
};

/// A ball on a fixed body; n is the unit normal toward the ball. Nothing happens unless they
/// approach.
BallState follow_impulse(const Rubbing& law, const BallSpec& ball, BallState s, const Vec3& n);

/// Two balls; n is the unit vector from a to b.
Pair follow_impulse(const Rubbing& law, const PairSpec& spec, Pair pair, const Vec3& n);

}  // namespace cuelab
