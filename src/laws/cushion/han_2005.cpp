#include "cuelab/laws/cushion/han_2005.hpp"

#include "laws/cushion/rigid_rebound.hpp"

namespace cuelab {

BallState resolve(const Han2005& law, const CushionImpact& at, const BallState& s) {
  return held_on_cloth<double>(at, s, impulsive<double>(law.restitution, law.friction, at, s));
}

}  // namespace cuelab
