#pragma once

#include "cuelab/laws/ball_ball/friction.hpp"
#include "cuelab/laws/ball_ball/pair.hpp"

namespace cuelab {

/// Ball-ball: normal impulse and Coulomb friction, at most enough to stop the slip.
struct Frictional {
  double restitution = 0.95;
  BallFriction friction{};
  friend bool operator==(const Frictional&, const Frictional&) = default;
};

constexpr LawInfo describe(Frictional) {
  return {.name = "frictional",
          .meaning = "normal impulse and Coulomb friction, at most enough to stop the slip",
          .source = "D. G. Alciatore, Technical Proof A.14, billiards.colostate.edu",
          .parameters = ParameterList(parameter<&Frictional::restitution>(
                            "restitution", fraction, "", "normal speed ratio, after to before")) +
                        friction_parameters<&Frictional::friction>()};
}

/// Impact along n (unit, from a to b) with restitution and Coulomb friction at the contact
/// [AlciatoreTPA14], for balls of any mass, radius and inertia. The friction impulse is mu(slip)
/// J_n against the initial slip, or the impulse that stops the slip if that is less.
Pair resolve(const Frictional& law, const PairSpec& spec, const Pair& pair, const Vec3& n);

}  // namespace cuelab
