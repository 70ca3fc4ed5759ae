#pragma once

#include "cuelab/physics.hpp"

namespace cuelab {

// The laws of the event engine as functions on values. Each law's header states its assumptions;
// `laws_in<CushionLaw>()` etc. describe all laws of a kind.

/// Impact of two balls by the chosen law; n is the unit vector from a to b.
inline Pair resolve(const BallBallLaw& any, const PairSpec& spec, const Pair& pair, const Vec3& n) {
  return std::visit([&](const auto& law) { return resolve(law, spec, pair, n); }, any);
}

/// Impact of a ball on a cushion by the chosen law.
inline BallState resolve(const CushionLaw& any, const CushionImpact& at, const BallState& s) {
  return std::visit([&](const auto& law) { return resolve(law, at, s); }, any);
}

/// The free motion of a ball: on the cloth by the chosen law, in the air, or at rest.
Flow flow_of(const ClothLaw& any, const BallSpec& ball, const Environment& around,
             const BallState& s);

/// The motion of a ball that presses on other balls or cushions: there a patch acts like the plain
/// cloth with its coefficients. Contact forces change with every slip, and on a patch none ends.
inline Flow pressed_flow_of(const ClothLaw& any, const BallSpec& ball, const Environment& around,
                            const BallState& s) {
  const auto* patch = std::get_if<PatchCloth>(&any);
  return patch != nullptr ? flow_of(ClothLaw(coulomb_of(*patch, ball)), ball, around, s)
                          : flow_of(any, ball, around, s);
}

/// The state at the end of a motion on the cloth, with the next motion. On a patch a rolling ball
/// keeps a little slip, and nothing is set to zero when it begins to roll.
inline BallState ended(const ClothLaw& any, const BallSpec& ball, BallState s) {
  if (s.motion != Motion::sliding || !std::holds_alternative<PatchCloth>(any)) {
    return ended(ball, s);
  }
  s.motion = Motion::rolling;
  return s;
}

/// Sliding friction of the cloth on a ball in this state, divided by its weight.
inline double sliding_coefficient(const ClothLaw& any, const BallSpec& ball, const BallState& s) {
  return std::visit([&](const auto& law) { return sliding_coefficient(law, ball, s); }, any);
}

/// The slate on which a ball in this state lands: friction that it leaves out is the cloth's.
inline Slate slate_under(const Physics& physics, const BallSpec& ball, const BallState& s) {
  Slate slate = physics.slate;
  if (!slate.friction) slate.friction = sliding_coefficient(physics.cloth, ball, s);
  return slate;
}

/// Rolling resistance of the cloth, divided by the weight.
inline double rolling_coefficient(const ClothLaw& any, const BallSpec& ball, const BallState& s) {
  return std::visit([&](const auto& law) { return rolling_coefficient(law, ball, s); }, any);
}

}  // namespace cuelab
