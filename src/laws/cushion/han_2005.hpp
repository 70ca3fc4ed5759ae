#pragma once

#include "cuelab/physics.hpp"
#include "laws/cushion/impact.hpp"

namespace cuelab {

/// Rigid contact at the nose with restitution and friction [Han2005, eqs. (14)-(23)]: the impulse
/// law of a ball on the cloth that keeps its height, whatever the impulse's vertical part (in the
/// air it is the impulse law). The paper's test
/// for sticking compares the impulse that stops the slip with the whole normal impulse; Coulomb's
/// limit, used here, with mu times it.
BallState resolve(const Han2005& law, const CushionImpact& at, const BallState& s);

}  // namespace cuelab
