#include "cuelab/laws/cushion/mathavan_2009.hpp"

#include <algorithm>

#include "cuelab/laws/cushion/impulse.hpp"

namespace cuelab {

double rebound_mathavan_2009(double approach) {
  const double v = std::clamp(approach, 0.28, 3.5);  // range of the measurements [m/s]
  return -0.0877 * v + 1.131 - 0.0953 / v;
}

BallState resolve(const Mathavan2009& law, const CushionImpact& at, const BallState& s) {
  const double restitution = rebound_mathavan_2009(-dot(s.v, at.n));
  return resolve(ImpulseCushion{restitution, law.friction}, at, s);
}

}  // namespace cuelab
