#include "cuelab/laws/cushion/mirror.hpp"

#include "laws/cushion/rigid_rebound.hpp"

namespace cuelab {

BallState resolve(const Mirror& law, const CushionImpact& at, BallState s) {
  return mirrored<double>(law.restitution, at, s);
}

}  // namespace cuelab
