// Distances between the paths of two runs.
#include <algorithm>
#include <cmath>

#include "cuelab/compare.hpp"

namespace cuelab {
namespace {

constexpr std::size_t grid_steps = 1000;

DeviationSample sample_at(const RunPair& runs, double t) {
  DeviationSample sample{.t = t};
  double sum = 0.0;
  const std::size_t count = runs.a.ball_count();
  for (std::size_t i = 0; i < count; ++i) {
    const double d = distance_between(runs.scene, runs.a.state(i, t), runs.b.state(i, t));
    sum += d * d;
    if (d > sample.max) {
      sample.max = d;
      sample.ball = static_cast<std::uint32_t>(i);
    }
  }
  sample.rms = std::sqrt(sum / static_cast<double>(std::max<std::size_t>(count, 1)));
  return sample;
}

bool is_out(const BallState& state) {
  return state.motion == Motion::pocketed || state.motion == Motion::off_table;
}

/// Distance along the cloth to the opening of a pocket; 0 above it [m].
double distance_to(const Pocket& pocket, const BallState& state) {
  return std::max(0.0, norm(flat(state.r) - pocket.centre) - pocket.radius);
}

}  // namespace

std::vector<double> comparison_times(const Trajectory& a, const Trajectory& b) {
  const double end = std::max(a.t_end, b.t_end);
  std::vector<double> times;
  for (std::size_t k = 0; k <= grid_steps; ++k) {
    times.push_back(end * static_cast<double>(k) / static_cast<double>(grid_steps));
  }
  for (const Trajectory* run : {&a, &b}) {
    for (const Event& event : run->events) times.push_back(event.t);
  }
  std::ranges::sort(times);
  times.erase(std::ranges::unique(times).begin(), times.end());
  return times;
}

double distance_between(const Scene& scene, const BallState& a, const BallState& b) {
  for (const Pocket& pocket : scene.table.pockets) {
    const double from_a = distance_to(pocket, a);
    const double from_b = distance_to(pocket, b);
    if (from_a == 0.0 && from_b == 0.0) return 0.0;
    if (from_a == 0.0 && a.motion == Motion::pocketed && !is_out(b)) return from_b;
    if (from_b == 0.0 && b.motion == Motion::pocketed && !is_out(a)) return from_a;
  }
  const Vec3 d = a.r - b.r;
  return is_out(a) || is_out(b) ? norm(flat(d)) : norm(d);
}

PathDeviation path_deviation(const RunPair& runs, std::span<const double> times) {
  PathDeviation result;
  result.balls.resize(runs.a.ball_count());
  for (const double t : times) {
    result.samples.push_back(sample_at(runs, t));
    result.max = std::max(result.max, result.samples.back().max);
    for (std::size_t i = 0; i < result.balls.size(); ++i) {
      BallDeviation& ball = result.balls[i];
      ball.final = distance_between(runs.scene, runs.a.state(i, t), runs.b.state(i, t));
      ball.max = std::max(ball.max, ball.final);
    }
  }
  return result;
}

std::optional<double> first_exceeds(const PathDeviation& deviation, const RunPair& runs,
                                    double length) {
  const auto& samples = deviation.samples;
  const auto above = std::ranges::find_if(
      samples, [&](const DeviationSample& sample) { return sample.max > length; });
  if (above == samples.end()) return {};
  if (above == samples.begin()) return above->t;

  // bisection between the last sample below and the first above
  double low = std::prev(above)->t;
  double high = above->t;
  constexpr int halvings = 40;  // of a hundredth of a second: below the rounding of t
  for (int k = 0; k < halvings; ++k) {
    const double middle = 0.5 * (low + high);
    (sample_at(runs, middle).max > length ? high : low) = middle;
  }
  return high;
}

std::vector<double> energy_at(const Scene& scene, const Replay& run,
                              std::span<const double> times) {
  std::vector<double> energies;
  std::vector<BallState> states(run.ball_count());
  for (const double t : times) {
    for (std::size_t i = 0; i < states.size(); ++i) states[i] = run.state(i, t);
    energies.push_back(total_energy(scene, states));
  }
  return energies;
}

}  // namespace cuelab
