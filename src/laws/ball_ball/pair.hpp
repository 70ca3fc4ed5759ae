#pragma once

#include "cuelab/ball.hpp"

namespace cuelab {

/// Two balls at the instant they meet.
struct Pair {
  BallState a;
  BallState b;
};

struct PairSpec {
  BallSpec a;
  BallSpec b;
  double cloth_friction = 0;  ///< mu_s, for laws in which the cloth takes part
};

}  // namespace cuelab
