#include "cuelab/laws/cushion/han_2005.hpp"

#include "cuelab/laws/cushion/impulse.hpp"

namespace cuelab {

BallState resolve(const Han2005& law, const CushionImpact& at, const BallState& s) {
  BallState after = resolve(ImpulseCushion{law.restitution, law.friction}, at, s);
  if (s.motion == Motion::airborne) return after;
  after.v.z = s.v.z;

  // held on the cloth it may still approach: nose and slate together stop it
  const Vec2 level = flat(at.n);
  const double approach = -dot(after.v, at.n);
  if (approach <= 0.0 || level == Vec2{}) return after;
  const Vec2 push = (approach / dot(level, level)) * level;
  after.v += Vec3{push.x, push.y, 0.0};
  return after;
}

}  // namespace cuelab
