#include "reproduce/break_fit.hpp"

#include <algorithm>
#include <cmath>

#include "scene/random.hpp"

namespace cuelab::reproduction {
namespace {

constexpr std::uint64_t style_stream = 2'000'000;  // of the styles; other draws use other streams

/// Probability of a count, over all points by their weights.
double probability(const std::vector<FitPoint>& points, BreakResult result, Successes wanted) {
  double sum = 0.0;
  for (const FitPoint& point : points) {
    sum += point.weight * predictive(wanted, {point.counts[result], point.counts.breaks});
  }
  return sum;
}

}  // namespace

std::string_view name_of(BreakResult result) {
  switch (result) {
    case BreakResult::made:
      return "ball made";
    case BreakResult::scratch:
      return "scratch";
    case BreakResult::eight:
      break;
  }
  return "eight made";
}

double BreakCounts::rate(BreakResult result) const {
  return static_cast<double>((*this)[result]) / static_cast<double>(breaks);
}

BreakCounts counts_of(std::span<const BreakOutcome> outcomes) {
  BreakCounts counts{.breaks = outcomes.size()};
  for (const BreakOutcome& outcome : outcomes) {
    counts.had[0] += outcome.pocketed > 0 ? 1 : 0;
    counts.had[1] += outcome.scratch ? 1 : 0;
    counts.had[2] += outcome.eight ? 1 : 0;
  }
  return counts;
}

Bounds wilson(std::size_t count, std::size_t trials) {
  constexpr double z = 1.959964;  // 97.5 % of a normal distribution
  const auto n = static_cast<double>(trials);
  const double p = static_cast<double>(count) / n;
  const double middle = (p + 0.5 * z * z / n) / (1.0 + z * z / n);
  const double half = z / (1.0 + z * z / n) * std::sqrt(p * (1.0 - p) / n + 0.25 * z * z / (n * n));
  return {std::max(0.0, middle - half), std::min(1.0, middle + half)};
}

double predictive(Successes wanted, Successes simulated) {
  const double a = static_cast<double>(simulated.count) + 0.5;
  const double b = static_cast<double>(simulated.trials - simulated.count) + 0.5;

  // log of C(n, k) B(k + a, n - k + b) / B(a, b), factor by factor
  const auto log_product = [](double first, std::size_t factors) {
    double sum = 0.0;
    for (std::size_t i = 0; i < factors; ++i) {
      sum += std::log((first + static_cast<double>(i)) / (1.0 + static_cast<double>(i)));
    }
    return sum;
  };
  return std::exp(log_product(a, wanted.count) + log_product(b, wanted.trials - wanted.count) -
                  log_product(a + b, wanted.trials));
}

void weigh(std::vector<FitPoint>& points, const BreakCounts& published) {
  double greatest = -1e300;
  for (FitPoint& point : points) {
    point.log_likelihood = 0.0;
    for (const BreakResult result : all_break_results) {
      point.log_likelihood += std::log(predictive({published[result], published.breaks},
                                                  {point.counts[result], point.counts.breaks}));
    }
    greatest = std::max(greatest, point.log_likelihood);
  }
  double sum = 0.0;
  for (FitPoint& point : points) {
    point.weight = std::exp(point.log_likelihood - greatest);
    sum += point.weight;
  }
  for (FitPoint& point : points) point.weight /= sum;
}

const FitPoint& best_of(const std::vector<FitPoint>& points) {
  return *std::ranges::max_element(points, {}, &FitPoint::weight);
}

std::vector<Break> drawn_breaks(const std::vector<FitPoint>& points, std::size_t count) {
  std::vector<Break> breaks;
  for (std::uint64_t number = 0; number < count; ++number) {
    double rest = Random(number, style_stream).uniform();
    std::size_t k = 0;
    while (k + 1 < points.size() && rest >= points[k].weight) rest -= points[k++].weight;
    breaks.push_back({points[k].style, number});
  }
  return breaks;
}

double mean_rate(const std::vector<FitPoint>& points, BreakResult result) {
  double sum = 0.0;
  for (const FitPoint& point : points) sum += point.weight * point.counts.rate(result);
  return sum;
}

double at_most(const std::vector<FitPoint>& points, BreakResult result, Successes wanted) {
  double sum = 0.0;
  for (std::size_t k = 0; k <= wanted.count; ++k) {
    sum += probability(points, result, {k, wanted.trials});
  }
  return sum;
}

Bounds predicted_count(const std::vector<FitPoint>& points, BreakResult result,
                       std::size_t trials) {
  constexpr double tail = 0.025;
  Bounds bounds{0.0, static_cast<double>(trials)};
  double sum = 0.0;  // probability of at most k
  for (std::size_t k = 0; k <= trials; ++k) {
    sum += probability(points, result, {k, trials});
    if (sum <= tail) bounds.low = static_cast<double>(k + 1);
    if (sum >= 1.0 - tail) {
      bounds.high = static_cast<double>(k);
      break;
    }
  }
  return bounds;
}

}  // namespace cuelab::reproduction
