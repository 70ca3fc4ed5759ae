#pragma once

#include <numbers>
#include <vector>

#include "cuelab/vec.hpp"

namespace cuelab::reproduction {

inline constexpr double turn = 2.0 * std::numbers::pi;  ///< [rad]

/// A quantity sampled at equal time steps.
struct Signal {
  double step = 0.0;  ///< [s]
  std::vector<double> values{};
  double duration() const { return step * static_cast<double>(values.size()); }
};

/// One-sided power spectral density up to `highest` [Hz], density per Hz. The mean is removed and
/// a Hann window applied; two lines closer than 2/duration merge. The points are 1/8 of 1/duration
/// apart, so that a peak can be located between whole lines.
std::vector<Vec2> power_spectrum(const Signal& signal, double highest);

/// Every eighth point: those 1/duration apart.
std::vector<Vec2> whole_lines(const std::vector<Vec2>& spectrum);

/// The highest point between two frequencies, refined by the parabola through it and its
/// neighbours; zero if there is none.
Vec2 strongest(const std::vector<Vec2>& spectrum, double from, double to);

}  // namespace cuelab::reproduction
