#include "cuelab/laws/ball_ball/frictionless.hpp"

#include "laws/ball_ball/rough_impact.hpp"

namespace cuelab {

Pair resolve(const Frictionless& law, const PairSpec& spec, Pair pair, const Vec3& n) {
  return smooth_impact<double>(law.restitution, spec, pair, n);
}

}  // namespace cuelab
