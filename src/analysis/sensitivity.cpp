// Finite-time sensitivity of a run to its stroke.
#include <algorithm>
#include <cmath>

#include "cuelab/compare.hpp"
#include "math/elementary.hpp"

namespace cuelab {
namespace {

constexpr double ln_10 = 2.302585092994046;

using States = std::vector<BallState>;

double largest_distance(const Scene& scene, const States& a, const States& b) {
  double largest = 0.0;
  for (std::size_t i = 0; i < a.size(); ++i) {
    largest = std::max(largest, distance_between(scene, a[i], b[i]));
  }
  return largest;
}

/// The opening of a pocket and what is below it are one place, as for `distance_between`.
bool is_over_pocket(const Scene& scene, const BallState& state) {
  return std::ranges::any_of(scene.table.pockets, [&](const Pocket& pocket) {
    return norm(flat(state.r) - pocket.centre) <= pocket.radius;
  });
}

/// |dr/dp| of the farthest ball at time t, or why one of them has no derivative.
struct LargestTangent {
  double length = 0.0;  ///< [m per unit of the column]
  Undefined reason = Undefined::no;
};
LargestTangent largest_tangent(const ExactTangents& exact, double t) {
  const Derivatives& d = exact.derivatives;
  LargestTangent largest;
  for (std::uint32_t ball = 0; ball < exact.scene.balls.size(); ++ball) {
    const std::uint32_t k = piece_at(exact.run, ball, t);
    const BallState state = state_on(exact.run.pieces[k], t);
    if (is_over_pocket(exact.scene, state)) continue;
    if (d.piece_undefined[k] != Undefined::no) return {.reason = d.piece_undefined[k]};
    const PieceTangent& tangent = d.pieces[k * d.columns + exact.column];
    const Vec3 dr = tangent_on(exact.run.pieces[k], tangent, t).r;
    const bool is_off = state.motion == Motion::off_table;  // only the way along the cloth counts
    largest.length = std::max(largest.length, is_off ? norm(flat(dr)) : norm(dr));
  }
  return largest;
}

/// When the impacts of either neighbour first differ from the run's.
std::optional<double> first_difference(const Neighbours& runs) {
  std::optional<double> first;
  for (const SampledRun* neighbour : {&runs.plus, &runs.minus}) {
    const auto difference = match_events(runs.base.impacts, neighbour->impacts).first;
    if (difference) first = std::min(first.value_or(difference->t), difference->t);
  }
  return first;
}

}  // namespace

Amplification amplification(const Neighbours& runs, std::span<const double> times) {
  Amplification result{.differs = first_difference(runs)};
  for (std::size_t k = 0; k < times.size(); ++k) {
    if (result.differs && times[k] >= *result.differs) break;
    const double apart = largest_distance(runs.scene, runs.plus.states[k], runs.minus.states[k]);
    if (apart > linear_range * runs.radius) {
      result.left_the_range = times[k];
      break;
    }
    result.values.push_back(apart / (2.0 * runs.step));
  }
  return result;
}

Amplification joined(const Amplification& larger_step, const Amplification& smaller_step) {
  if (larger_step.values.size() > smaller_step.values.size()) return larger_step;
  Amplification result = smaller_step;
  std::ranges::copy(larger_step.values, result.values.begin());
  return result;
}

Amplification amplification(const ExactTangents& exact, std::span<const double> times) {
  Amplification result{.reason = exact.derivatives.column_undefined[exact.column]};
  if (result.reason != Undefined::no) {
    result.undefined = 0.0;
    return result;
  }
  for (const double t : times) {
    const LargestTangent largest = largest_tangent(exact, t);
    if (largest.reason != Undefined::no) {
      result.undefined = t;
      result.reason = largest.reason;
      break;
    }
    result.values.push_back(largest.length * exact.per_unit);
  }
  return result;
}

double relative_difference(const Amplification& a, const Amplification& b) {
  double largest = 0.0;
  double difference = 0.0;
  for (std::size_t k = 0; k < std::min(a.values.size(), b.values.size()); ++k) {
    largest = std::max({largest, a.values[k], b.values[k]});
    if (!(largest > 0.0)) continue;
    difference = std::max(difference, std::abs(a.values[k] - b.values[k]) / largest);
  }
  return difference;
}

double growth_exponent(double amplification, double t) {
  return t > 0.0 && amplification > 0.0 ? log(amplification) / t : 0.0;
}

double digits_needed(double amplification, double length) {
  return amplification > length ? log(amplification / length) / ln_10 : 0.0;
}

std::optional<double> predictable_until(const Amplification& known, std::span<const double> times,
                                        double error, double length) {
  const auto over = std::ranges::find_if(
      known.values, [&](double amplification) { return amplification * error > length; });
  if (over == known.values.end()) return {};
  return times[static_cast<std::size_t>(over - known.values.begin())];
}

}  // namespace cuelab
