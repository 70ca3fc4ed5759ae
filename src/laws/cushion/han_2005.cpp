#include "cuelab/laws/cushion/han_2005.hpp"

#include "cuelab/laws/cushion/impulse.hpp"

namespace cuelab {

BallState resolve(const Han2005& law, const CushionImpact& at, const BallState& s) {
  BallState after = resolve(ImpulseCushion{law.restitution, law.friction}, at, s);
  if (s.motion != Motion::airborne) after.v.z = s.v.z;
  return after;
}

}  // namespace cuelab
