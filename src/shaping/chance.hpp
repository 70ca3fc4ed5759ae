#pragma once

#include <string>

#include "shaping/course.hpp"

namespace cuelab::shaping {

/// What happens most often when a shot fails: where it leaves the route, and the share of misses.
std::string usual_miss(const ShapingProblem& problem, std::span<const double> x, const Route& route,
                       std::size_t samples, std::uint64_t seed);

}  // namespace cuelab::shaping
