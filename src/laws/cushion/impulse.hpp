#pragma once

#include "cuelab/physics.hpp"
#include "laws/cushion/impact.hpp"

namespace cuelab {

/// Rigid impact on the slanted normal: Newton's restitution along it, Coulomb friction across it
/// up to what stops the slip. The vertical velocity that results is part of the answer.
BallState resolve(const ImpulseCushion& law, const CushionImpact& at, BallState s);

}  // namespace cuelab
