#include "cuelab/laws/cushion/rubber.hpp"

#include "cuelab/laws/cushion/mathavan_2010.hpp"
#include "laws/cushion/rubber_steps.hpp"

namespace cuelab {

BallState resolve(const RubberCushion& law, const CushionImpact& at, BallState s) {
  if (const auto after = rubbed_back<double>(law, at, s)) return *after;
  const double e = restitution_at(law.restitution, law.fall, -dot(s.v, at.n));
  return resolve(Mathavan2010{.restitution = e, .friction = law.friction}, at, s);
}

}  // namespace cuelab
