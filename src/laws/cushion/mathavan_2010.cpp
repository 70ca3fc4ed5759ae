#include "cuelab/laws/cushion/mathavan_2010.hpp"

#include "laws/along_impulse/resolve.hpp"

namespace cuelab {

BallState resolve(const Mathavan2010& law, const CushionImpact& at, BallState s) {
  const Rubbing rubbing{.restitution = law.restitution,
                        .contact = {.a = law.friction, .b = 0.0, .c = 0.0},
                        .cloth = at.cloth_friction};
  return follow_impulse(rubbing, at.ball, s, at.n);
}

}  // namespace cuelab
