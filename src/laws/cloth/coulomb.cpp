#include "cuelab/laws/cloth/coulomb.hpp"

#include <cmath>

#include "laws/cloth/free_motion.hpp"

namespace cuelab {

Flow flow_of(const CoulombCloth& cloth, const BallSpec& ball, const Environment& around,
             const BallState& s) {
  return coulomb_flow<double>(cloth, ball, around, s);
}

}  // namespace cuelab
