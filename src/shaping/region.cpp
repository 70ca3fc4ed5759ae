// The make region, by stratified sampling of the errors of heading and speed.
#include <algorithm>
#include <cmath>

#include "math/elementary.hpp"
#include "shaping/path.hpp"
#include "shaping/play.hpp"

namespace cuelab {
namespace {

using shaping::degree;

double density(double z) { return exp(-0.5 * z * z); }

/// The greatest density between two numbers of standard deviations.
double peak(double from, double until) {
  if (from <= 0.0 && until >= 0.0) return 1.0;
  return density(std::min(std::abs(from), std::abs(until)));
}

/// A normal deviate between two limits, by rejection; `block` counts the random numbers used.
double deviate(const Draw& draw, std::uint32_t& block, double from, double until) {
  const double top = peak(from, until);
  for (;;) {
    const auto [where, height] = uniform_pair(draw, block++);
    const double z = from + (until - from) * where;
    if (height * top <= density(z)) return z;
  }
}

/// Equal strips of the normal distribution between -reach and +reach, and their shares.
struct Strips {
  std::vector<double> edges{};
  std::vector<double> shares{};
};

Strips strips_of(std::size_t count, double reach) {
  Strips out;
  for (std::size_t i = 0; i <= count; ++i) {
    out.edges.push_back(reach * (2.0 * static_cast<double>(i) / static_cast<double>(count) - 1.0));
  }
  double sum = 0.0;
  constexpr int parts = 16;  // of Simpson's rule
  for (std::size_t i = 0; i < count; ++i) {
    const double h = (out.edges[i + 1] - out.edges[i]) / parts;
    double share = density(out.edges[i]) + density(out.edges[i + 1]);
    for (int k = 1; k < parts; ++k)
      share += (k % 2 == 1 ? 4.0 : 2.0) * density(out.edges[i] + k * h);
    out.shares.push_back(share);
    sum += share;
  }
  for (double& share : out.shares) share /= sum;
  return out;
}

/// The play with given errors of heading and speed, in standard deviations.
shaping::Play moved(const ShapingProblem& problem, const shaping::Play& play, const Draw& draw,
                    double heading, double speed) {
  const Noise& noise = problem.noise.noise;
  Noise others = noise;
  others.heading = 0.0;
  others.speed = 0.0;
  shaping::Play out = shaping::executed(problem, play, others, draw);
  out.shot.heading += heading * noise.heading;
  out.shot.speed = std::max(0.0, out.shot.speed + speed * noise.speed);
  out.start.direction += heading * noise.heading / degree;
  out.start.speed = std::max(0.0, out.start.speed + speed * noise.speed);
  return out;
}

}  // namespace

MakeRegion make_region(const ShapingProblem& problem, std::span<const double> x,
                       const MakeRegionOptions& options) {
  const Noise& noise = problem.noise.noise;
  MakeRegion region;
  if (!(noise.heading > 0.0 && noise.speed > 0.0)) return region;
  const Strips across = strips_of(options.headings, options.reach);
  const Strips along = strips_of(options.speeds, options.reach);
  for (const double z : across.edges) region.headings.push_back(z * noise.heading / degree);
  for (const double z : along.edges) region.speeds.push_back(z * noise.speed);

  const std::size_t columns = options.headings;
  const std::size_t cells = columns * options.speeds;
  const shaping::Play play = shaping::play_of(problem, x);
  const auto share_of = [&](std::size_t c) {
    return across.shares[c % columns] * along.shares[c / columns];
  };
  const auto count_of = [&](std::size_t c) {
    return std::max<std::size_t>(
        std::max<std::size_t>(2, options.least),
        static_cast<std::size_t>(share_of(c) * static_cast<double>(options.simulations)));
  };
  region.success.resize(cells);
  const auto fill_row = [&](std::size_t row) {
    shaping::Player player(problem);
    for (std::size_t c = row * columns; c < (row + 1) * columns; ++c) {
      const std::size_t count = count_of(c);
      std::size_t made = 0;
      for (std::size_t k = 0; k < count; ++k) {
        const Draw draw{.seed = options.seed, .shot = c + 1, .sample = k};
        std::uint32_t block = 3;  // the first three belong to the stroke
        const double a =
            deviate(draw, block, across.edges[c % columns], across.edges[c % columns + 1]);
        const double b = deviate(draw, block, along.edges[row], along.edges[row + 1]);
        made += player.succeeds(moved(problem, play, draw, a, b)) ? 1 : 0;
      }
      region.success[c] = static_cast<double>(made) / static_cast<double>(count);
    }
  };
  if (options.parallel) {
    options.parallel(options.speeds, fill_row);
  } else {
    for (std::size_t row = 0; row < options.speeds; ++row) fill_row(row);
  }
  double variance = 0.0;
  for (std::size_t c = 0; c < cells; ++c) {
    const auto count = static_cast<double>(count_of(c));
    const double p = region.success[c];
    region.chance += share_of(c) * p;
    variance += share_of(c) * share_of(c) * p * (1.0 - p) / (count - 1.0);
    region.simulations += count_of(c);
  }
  region.standard_error = std::sqrt(variance);
  return region;
}

}  // namespace cuelab
