#pragma once

#include "cuelab/physics.hpp"
#include "laws/ball_ball/pair.hpp"

namespace cuelab {

/// Impact along n (unit, from a to b): Newton's restitution, no friction, spins unchanged.
Pair resolve(const Frictionless& law, const PairSpec& spec, Pair pair, const Vec3& n);

}  // namespace cuelab
