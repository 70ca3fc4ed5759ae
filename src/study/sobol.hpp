#pragma once

#include <cstddef>
#include <cstdint>

namespace cuelab::study {

inline constexpr std::size_t sobol_dimensions = 10;

/// Component `dimension` of point `index` of the Sobol sequence, as a fraction of 2^32. Direction
/// numbers of [Joe2008]; 2^32 points.
std::uint32_t sobol(std::size_t dimension, std::uint32_t index);

}  // namespace cuelab::study
