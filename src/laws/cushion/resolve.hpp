#pragma once

#include <variant>

#include "laws/cushion/han_2005.hpp"
#include "laws/cushion/impulse.hpp"
#include "laws/cushion/mathavan_2010.hpp"
#include "laws/cushion/mirror.hpp"
#include "laws/cushion/stronge.hpp"

namespace cuelab {

/// Impact of a ball on a cushion by whichever law.
inline BallState resolve(const CushionLaw& any, const CushionImpact& at, const BallState& s) {
  return std::visit([&](const auto& law) { return resolve(law, at, s); }, any);
}

}  // namespace cuelab
