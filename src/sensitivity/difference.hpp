#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <optional>

namespace cuelab::sensitivity {

// Derivatives of functions that are known only by their values: central differences with four
// steps, each half of the one before, extrapolated to step zero (Richardson). Errors of order h^8
// remain, so the steps may be so long that rounding does not matter.

/// Greatest estimated error of an extrapolated derivative, relative to the largest component. More
/// means that the function is not smooth there, and there is no derivative.
inline constexpr double difference_error = 1e-10;

/// The longest step, relative to the scale on which the argument is given.
inline constexpr double longest_difference = 1.0 / 32.0;

/// On which sides of the argument the function is defined.
enum class Sides : std::uint8_t { both, above, below };

/// The derivative of f at 0, or nothing if f is not smooth there. f(h, y) sets y to its value at h
/// and returns false if it is on another branch than at 0. The step is reduced until the estimated
/// error is small enough.
template <std::size_t M, class F>
std::optional<std::array<double, M>> slope_of(F&& f, Sides sides = Sides::both,
                                              double greatest_error = difference_error) {
  using Values = std::array<double, M>;
  constexpr std::size_t most_levels = 7;
  constexpr int attempts = 9;
  constexpr double shorter = 0.25;
  // of a kink at 0: slopes on the two sides, which approach each other if there is none
  constexpr double kink = 1e-8;
  const bool central = sides == Sides::both;
  const std::size_t levels = central ? 4 : most_levels;
  Values here{};
  if (!f(0.0, here)) return {};

  double step = longest_difference;
  for (int attempt = 0; attempt < attempts; ++attempt, step *= shorter) {
    std::array<Values, most_levels> table{};
    std::array<double, most_levels> bend{};
    bool is_smooth = true;
    Values before{};  // the result without the last step
    for (std::size_t k = 0; k < levels && is_smooth; ++k) {
      const double h = step / static_cast<double>(1U << k);
      Values up = here;
      Values down = here;
      if (sides != Sides::below) is_smooth = is_smooth && f(h, up);
      if (sides != Sides::above) is_smooth = is_smooth && f(-h, down);
      if (!is_smooth) break;
      for (std::size_t i = 0; i < M; ++i) {
        double entry = (up[i] - down[i]) / (central ? 2.0 * h : h);
        bend[k] = std::max(bend[k], std::abs((up[i] - here[i]) - (here[i] - down[i])) / h);
        double factor = 1.0;
        for (std::size_t j = 0; j <= k; ++j) {
          // table[j] holds the entry j of the row before
          const double old = table[j][i];
          table[j][i] = entry;
          if (j == k) break;
          before[i] = old;
          factor *= central ? 4.0 : 2.0;
          entry += (entry - old) / (factor - 1.0);
        }
      }
    }
    if (!is_smooth) continue;
    double size = 0.0;
    double error = 0.0;
    const Values& result = table[levels - 1];
    for (std::size_t i = 0; i < M; ++i) {
      size = std::max(size, std::abs(result[i]));
      error = std::max(error, std::abs(result[i] - before[i]));
    }
    const double last = bend[levels - 1];
    const bool has_kink = central && last > kink * size && last > 0.5 * bend[0];
    if (!has_kink && error <= greatest_error * size) return result;
  }
  return {};
}

}  // namespace cuelab::sensitivity
