#include "cuelab/laws/cushion/mirror.hpp"

namespace cuelab {

BallState resolve(const Mirror& law, const CushionImpact& at, BallState s) {
  if (s.motion == Motion::airborne) {
    s.v -= ((1.0 + law.restitution) * dot(s.v, at.n)) * at.n;
    return s;
  }
  const Vec2 across = (1.0 / norm(flat(at.n))) * flat(at.n);
  const double change = -(1.0 + law.restitution) * dot(flat(s.v), across);
  s.v += Vec3{change * across.x, change * across.y, 0.0};
  return s;
}

}  // namespace cuelab
