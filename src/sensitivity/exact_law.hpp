#pragma once

#include "cuelab/laws/ball_ball/pair.hpp"
#include "cuelab/physics.hpp"

namespace cuelab::sensitivity {

// The scene's laws, those that are integrated along the impulse with so small an error that
// differences of them are derivatives: the engine's tolerance of 3e-9 would be seen in the
// differences. The cloth's coefficient is that of the state.

Pair exactly_resolved(const Physics& physics, const PairSpec& spec, const Pair& pair,
                      const Vec3& n);

BallState exactly_resolved(const Physics& physics, const BallSpec& ball, const BallState& s,
                           const Vec3& n);

/// The balls of an impact with the mean of their cloth coefficients, as the engines take it.
PairSpec pair_spec(const Physics& physics, const BallSpec& a, const BallSpec& b, const Pair& pair);

}  // namespace cuelab::sensitivity
