#pragma once

#include <variant>

#include "laws/ball_ball/frictional.hpp"
#include "laws/ball_ball/frictional_along_impulse.hpp"
#include "laws/ball_ball/frictionless.hpp"
#include "laws/ball_ball/mathavan_2014.hpp"

namespace cuelab {

/// Impact of two balls by whichever law; n is the unit vector from a to b.
inline Pair resolve(const BallBallLaw& any, const PairSpec& spec, const Pair& pair, const Vec3& n) {
  return std::visit([&](const auto& law) { return resolve(law, spec, pair, n); }, any);
}

}  // namespace cuelab
