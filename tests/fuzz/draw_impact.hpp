#pragma once

#include <algorithm>
#include <cmath>

#include "cuelab/laws.hpp"
#include "fuzz/draw_laws.hpp"

namespace cuelab::fuzz {

/// Two balls about to hit each other.
struct PairImpact {
  PairSpec spec;
  Pair before;
  Vec3 n;  ///< unit, from a to b
};

/// A ball about to hit a cushion.
struct NoseImpact {
  CushionImpact at;
  BallState before;
};

/// At least one approaches the other. Balls lie on the cloth or fly.
PairImpact draw_pair_impact(Dice& dice, Mode mode);
NoseImpact draw_nose_impact(Dice& dice, Mode mode);

/// The greatest coefficient of friction a law's parameters allow.
template <class Set>
double greatest_friction(const Set& law) {
  double mu = 0.0;
  for (const ParameterInfo& p : info_of(law).parameters) {
    const bool counts = p.name == "friction" || p.name == "friction.a" || p.name == "friction.b";
    if (counts) mu += p.get(address_of(law));
  }
  return mu;
}

/// The greatest speed of the ball's surface or centre [m/s].
inline double liveliness(const BallSpec& ball, const BallState& s) {
  return norm(s.v) + ball.radius * norm(s.w);
}

}  // namespace cuelab::fuzz
