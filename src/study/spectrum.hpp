#pragma once

#include <vector>

#include "cuelab/vec.hpp"

namespace cuelab::study {

/// A quantity at equal steps of time.
struct Signal {
  double step = 0.0;  ///< [s]
  std::vector<double> values{};
  double duration() const { return step * static_cast<double>(values.size()); }
};

/// One-sided power spectral density up to `highest` [Hz], density per Hz. The mean is taken off and
/// a Hann window put on; two lines closer than 2 over the duration run into one. The points are an
/// eighth of 1 over the duration apart, so that a peak can be located between whole lines.
std::vector<Vec2> power_spectrum(const Signal& signal, double highest);

/// Every eighth point: those that are 1 over the duration apart.
std::vector<Vec2> whole_lines(const std::vector<Vec2>& spectrum);

/// The highest point between two frequencies, refined by the parabola through it and its
/// neighbours; zero where there is none.
Vec2 strongest(const std::vector<Vec2>& spectrum, double from, double to);

}  // namespace cuelab::study
