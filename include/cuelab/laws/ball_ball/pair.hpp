#pragma once

#include "cuelab/ball.hpp"

namespace cuelab {

/// The states of two balls at impact.
struct Pair {
  BallState a;
  BallState b;
};

struct PairSpec {
  BallSpec a;
  BallSpec b;
  double cloth_friction = 0;  ///< mu_s, for laws with friction at the cloth
};

}  // namespace cuelab
