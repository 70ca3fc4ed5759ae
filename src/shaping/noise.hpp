#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "cuelab/shaping.hpp"

namespace cuelab::shaping {

/// The unknowns of one execution: those that are meant, disturbed by the noise. The same seed and
/// number give the same disturbance, in standard deviations, for every problem.
ShapingProblem disturbed(const ShapingProblem& problem, std::span<const double> x,
                         std::uint64_t seed, std::uint64_t number);

}  // namespace cuelab::shaping
