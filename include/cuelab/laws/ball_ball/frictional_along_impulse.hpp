#pragma once

#include "cuelab/laws/ball_ball/friction.hpp"
#include "cuelab/laws/ball_ball/pair.hpp"

namespace cuelab {

/// Ball-ball: Coulomb friction whose coefficient follows the slip speed during the impact.
struct FrictionalAlongImpulse {
  double restitution = 0.95;
  BallFriction friction{};
  friend bool operator==(const FrictionalAlongImpulse&, const FrictionalAlongImpulse&) = default;
};

constexpr LawInfo describe(FrictionalAlongImpulse) {
  return {.name = "frictional-along-impulse",
          .meaning = "as frictional, with a coefficient that follows the slip during the impact",
          .source = "the friction of Technical Proof A.14, integrated along the impulse",
          .parameters = ParameterList(parameter<&FrictionalAlongImpulse::restitution>(
                            "restitution", fraction, "", "normal speed ratio, after to before")) +
                        friction_parameters<&FrictionalAlongImpulse::friction>()};
}

/// Impact along n (unit, from a to b) with restitution and friction whose coefficient follows the
/// slip speed u during the impact: du/dJ_n = -k mu(u), where k is the tangential inverse mass.
/// This, not mu at the initial slip (Frictional), is the limit of stiff compliant balls. With mu =
/// a + b exp(-c u) the equation is linear in exp(c u):
///   exp(c u) = (exp(c u_0) + b / a) exp(-k c a J_n) - b / a,
/// and the slip has stopped if that falls below 1. For balls of any mass, radius and inertia; the
/// direction of the slip is constant, since no other friction acts.
Pair resolve(const FrictionalAlongImpulse& law, const PairSpec& spec, const Pair& pair,
             const Vec3& n);

/// Tangential impulse for the normal impulse J_n, the slip speed and the inverse mass k [1/kg]: at
/// most slip / k, which stops the slip.
double friction_impulse(const BallFriction& friction, double slip, double inverse_mass, double J_n);

}  // namespace cuelab
