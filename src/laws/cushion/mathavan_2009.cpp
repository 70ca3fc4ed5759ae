#include "cuelab/laws/cushion/mathavan_2009.hpp"

#include "laws/cushion/rigid_rebound.hpp"

namespace cuelab {

double rebound_mathavan_2009(double approach) { return measured_rebound<double>(approach); }

BallState resolve(const Mathavan2009& law, const CushionImpact& at, const BallState& s) {
  const double restitution = rebound_mathavan_2009(-dot(s.v, at.n));
  return impulsive<double>(restitution, law.friction, at, s);
}

}  // namespace cuelab
