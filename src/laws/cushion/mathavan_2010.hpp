#pragma once

#include "cuelab/physics.hpp"
#include "laws/cushion/impact.hpp"

namespace cuelab {

/// Impact with friction at the nose and at the cloth, integrated along the normal impulse P
/// [Mathavan2010]. The nose pushes the ball down when it is above the centre, so the cloth rubs
/// too. Per unit of P the ball receives n + t at the nose, |t| <= mu against the slip, and
/// N z + g at the cloth, |g| <= mu_s N, with the N >= 0 that keeps it from sinking. Compression
/// ends when the velocity along n is zero, restitution when it has given back e^2 times the work
/// of compression.
///
/// Departs from the paper: slips that stop are followed into sticking, no fixed steps are taken
/// (the error is about 1e-9 of the speed), and a ball that is pushed up leaves the cloth instead
/// of being held to it (for the usual noses only if mu exceeds |n_z| / |n_xy|). An airborne
/// ball feels no cloth.
BallState resolve(const Mathavan2010& law, const CushionImpact& at, BallState s);

}  // namespace cuelab
