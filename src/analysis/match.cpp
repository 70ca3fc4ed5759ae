// Matches the events of two runs.
#include <algorithm>
#include <cmath>

#include "cuelab/compare.hpp"

namespace cuelab {
namespace {

using Spans = std::span<const EventSpan>;

/// Time between two events, the first shifted; zero if they overlap [s].
double time_between(const EventSpan& a, const EventSpan& b, double shift) {
  return std::max({0.0, b.t - (a.until + shift), a.t + shift - b.until});
}

/// What a match adds to the score: 1, less for a difference of times. The reduction of all possible
/// matches together is below 1, so their number counts first.
double score_of(const EventSpan& a, const EventSpan& b) {
  if (!is_same_event(a, b)) return 0.0;
  const double apart = time_between(a, b, 0.0);
  const double most = std::max(match_window, match_share * std::min(a.t, b.t));
  if (apart > most) return 0.0;
  constexpr double weight = 1.0 / static_cast<double>(max_matched + 1);
  return 1.0 - weight * apart / most;
}

/// Longest common subsequence, by the score of the best one of each pair of remainders.
void match_in_order(Spans a, Spans b, EventMatch& match) {
  const std::size_t n = std::min(a.size(), max_matched);
  const std::size_t m = std::min(b.size(), max_matched);
  std::vector<double> best((n + 1) * (m + 1), 0.0);
  const auto at = [&](std::size_t i, std::size_t j) -> double& { return best[i * (m + 1) + j]; };
  for (std::size_t i = n; i-- > 0;) {
    for (std::size_t j = m; j-- > 0;) {
      at(i, j) = std::max(at(i + 1, j), at(i, j + 1));
      const double score = score_of(a[i], b[j]);
      if (score > 0.0) at(i, j) = std::max(at(i, j), score + at(i + 1, j + 1));
    }
  }
  for (std::size_t i = 0, j = 0; i < n && j < m;) {
    if (at(i, j) == at(i + 1, j)) {
      ++i;
    } else if (at(i, j) == at(i, j + 1)) {
      ++j;
    } else {
      match.a[i] = j;
      match.b[j] = i;
      ++i, ++j;
    }
  }
}

/// Matches what is left where only the order of nearly simultaneous events differs. The runs' times
/// may have drifted apart: the last match before gives the shift.
void match_swapped(Spans a, Spans b, EventMatch& match) {
  double shift = 0.0;
  for (std::size_t i = 0; i < a.size(); ++i) {
    if (match.a[i] != unmatched) {
      // a contact that lasts gives no time
      const EventSpan& other = b[match.a[i]];
      if (a[i].until - a[i].t < match_window && other.until - other.t < match_window) {
        shift = other.t - a[i].t;
      }
      continue;
    }
    for (std::size_t j = 0; j < b.size(); ++j) {
      if (match.b[j] != unmatched || !is_same_event(a[i], b[j])) continue;
      if (time_between(a[i], b[j], shift) > nearly_simultaneous) continue;
      match.a[i] = j;
      match.b[j] = i;
      break;
    }
  }
}

std::size_t first_unmatched(const std::vector<std::size_t>& partners) {
  return static_cast<std::size_t>(std::ranges::find(partners, unmatched) - partners.begin());
}

/// One after the last partner of the first `count` events.
std::size_t end_of_partners(const std::vector<std::size_t>& partners, std::size_t count) {
  std::size_t end = 0;
  for (std::size_t i = 0; i < count; ++i) end = std::max(end, partners[i] + 1);
  return end;
}

std::optional<Divergence> first_divergence(Spans a, Spans b, const EventMatch& match) {
  const std::size_t i = first_unmatched(match.a);
  const std::size_t j = first_unmatched(match.b);
  if (i == a.size() && j == b.size()) return {};
  const bool in_a = j == b.size() || (i < a.size() && a[i].t <= b[j].t);
  if (in_a) return Divergence{a[i].t, i, std::min(end_of_partners(match.a, i), j)};
  return Divergence{b[j].t, std::min(end_of_partners(match.b, j), i), j};
}

}  // namespace

EventMatch match_events(std::span<const EventSpan> a, std::span<const EventSpan> b) {
  EventMatch match{.a = std::vector(a.size(), unmatched), .b = std::vector(b.size(), unmatched)};
  match_in_order(a, b, match);
  match_swapped(a, b, match);
  match.count = static_cast<std::size_t>(
      std::ranges::count_if(match.a, [](std::size_t j) { return j != unmatched; }));
  match.first = first_divergence(a, b, match);
  return match;
}

}  // namespace cuelab
