#include "cuelab/laws/ball_ball/mathavan_2014.hpp"

#include "laws/along_impulse/resolve.hpp"

namespace cuelab {

Pair resolve(const Mathavan2014& law, const PairSpec& spec, Pair pair, const Vec3& n) {
  const Rubbing rubbing{
      .restitution = law.restitution, .contact = law.friction, .cloth = spec.cloth_friction};
  return follow_impulse(rubbing, spec, pair, n);
}

}  // namespace cuelab
