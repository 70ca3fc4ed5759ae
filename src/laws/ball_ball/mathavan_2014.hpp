#pragma once

#include "cuelab/physics.hpp"
#include "laws/ball_ball/pair.hpp"

namespace cuelab {

/// Impact along n (unit, from a to b) with friction between the balls and at the cloth of both,
/// integrated along the normal impulse [Mathavan2014], like Mathavan2010. Friction between the
/// balls presses one onto the cloth, which rubs, and lifts the other. Restitution is energetic.
///
/// Departs from the paper: slips that stop are followed into sticking, mu may depend on the slip
/// speed, and the lifted ball gets the vertical velocity that the paper leaves out. An airborne
/// ball feels no cloth.
Pair resolve(const Mathavan2014& law, const PairSpec& spec, Pair pair, const Vec3& n);

}  // namespace cuelab
