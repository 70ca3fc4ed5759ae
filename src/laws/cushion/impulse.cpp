#include "cuelab/laws/cushion/impulse.hpp"

#include "laws/cushion/rigid_rebound.hpp"

namespace cuelab {

BallState resolve(const ImpulseCushion& law, const CushionImpact& at, BallState s) {
  return impulsive<double>(law.restitution, law.friction, at, s);
}

}  // namespace cuelab
