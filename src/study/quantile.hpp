#pragma once

#include <cstdint>

namespace cuelab::study {

/// The number that a standard normal deviate stays below with probability p, 0 < p < 1, to 7
/// digits: PPND7 of [Wichura1988].
double normal_quantile(double p);

/// The number that Student's t of so many degrees of freedom stays below with probability 0.975; to
/// 1 % for three degrees and better for more. [Abramowitz1964, eq. 26.7.5]
double student_quantile_975(std::uint64_t degrees);

}  // namespace cuelab::study
