#pragma once

#include "cuelab/physics.hpp"
#include "laws/cushion/impact.hpp"

namespace cuelab {

/// The horizontal velocity into the cushion is reversed and scaled by the restitution; spin is
/// untouched. A ball in the air is reflected at the contact normal itself.
BallState resolve(const Mirror& law, const CushionImpact& at, BallState s);

}  // namespace cuelab
