#pragma once

#include <array>
#include <span>
#include <string_view>
#include <vector>

#include "reproduce/break_model.hpp"

namespace cuelab::reproduction {

/// What the published statistics count.
enum class BreakResult : std::uint8_t { made, scratch, eight };
inline constexpr BreakResult all_break_results[] = {BreakResult::made, BreakResult::scratch,
                                                    BreakResult::eight};
/// "ball made"
std::string_view name_of(BreakResult result);

/// How many of a number of breaks had each result.
struct BreakCounts {
  std::size_t breaks = 0;
  std::array<std::size_t, 3> had{};
  std::size_t operator[](BreakResult result) const { return had[static_cast<std::size_t>(result)]; }
  double rate(BreakResult result) const;
};
BreakCounts counts_of(std::span<const BreakOutcome> outcomes);

/// Bounds of a fraction, or of a count.
struct Bounds {
  double low = 0.0;
  double high = 0.0;
  bool contain(double value) const { return value >= low && value <= high; }
};

/// 95 % interval of a probability, from `count` successes in `trials` [Wilson1927].
Bounds wilson(std::size_t count, std::size_t trials);

/// A number of successes in a number of trials.
struct Successes {
  std::size_t count = 0;
  std::size_t trials = 0;
};

/// Probability of some successes, given those of a simulation, whose own uncertainty is included:
/// the beta-binomial distribution, with Jeffreys' prior Beta(1/2, 1/2) for the rate.
double predictive(Successes wanted, Successes simulated);

/// A style of break, its simulated results, and its weight: the likelihood of the published counts,
/// scaled so that all weights sum to 1. The three results are taken as independent.
struct FitPoint {
  BreakStyle style;
  BreakCounts counts;
  double log_likelihood = 0.0;
  double weight = 0.0;
};

/// Sets log-likelihoods and weights from the published counts.
void weigh(std::vector<FitPoint>& points, const BreakCounts& published);

/// The point with the greatest weight.
const FitPoint& best_of(const std::vector<FitPoint>& points);

/// `count` breaks, numbered from 0, each of a style drawn with the probability of its weight.
std::vector<Break> drawn_breaks(const std::vector<FitPoint>& points, std::size_t count);

/// Weighted mean of the simulated rates.
double mean_rate(const std::vector<FitPoint>& points, BreakResult result);

/// Probability of at most as many of the result in new breaks, over all points by their weights.
double at_most(const std::vector<FitPoint>& points, BreakResult result, Successes wanted);

/// Central 95 % interval of the count in `trials` new breaks, over all points by their weights.
Bounds predicted_count(const std::vector<FitPoint>& points, BreakResult result, std::size_t trials);

}  // namespace cuelab::reproduction
