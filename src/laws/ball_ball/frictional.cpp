#include "cuelab/laws/ball_ball/frictional.hpp"

#include "laws/ball_ball/rough_impact.hpp"
#include "math/elementary.hpp"

namespace cuelab {

double friction_at(const BallFriction& friction, double slip) {
  if (friction.b == 0.0) return friction.a;
  return friction.a + friction.b * exp(-friction.c * slip);
}

Pair resolve(const Frictional& law, const PairSpec& spec, const Pair& pair, const Vec3& n) {
  return rough_impact<double>(law.restitution, spec, pair, n, [&](const SlipOf<double>& slip) {
    return coulomb_impulse<double>(law.friction, slip);
  });
}

}  // namespace cuelab
