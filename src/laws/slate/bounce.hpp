#pragma once

#include "cuelab/ball.hpp"
#include "cuelab/physics.hpp"

namespace cuelab {

/// A ball that comes down on the slate: restitution of the vertical velocity, Coulomb friction on
/// the slip over the cloth, at most what stops it. Bounces lower than the lowest end on the cloth.
BallState bounce(const Slate& slate, const BallSpec& ball, double gravity, BallState s);

/// The state after an impact or a strike: airborne if it moves up or down fast enough to bounce,
/// else kept on the cloth. A ball in the air stays there.
BallState released(const Slate& slate, const BallSpec& ball, double gravity, BallState s);

}  // namespace cuelab
