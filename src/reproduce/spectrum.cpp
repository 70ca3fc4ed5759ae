#include "reproduce/spectrum.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <numeric>

namespace cuelab::reproduction {
namespace {

constexpr std::size_t points_per_line = 8;

/// The signal without its mean, windowed and scaled to preserve the mean square.
std::vector<double> windowed(const std::vector<double>& values) {
  const auto n = static_cast<double>(values.size());
  const double mean = std::accumulate(values.begin(), values.end(), 0.0) / n;
  const double scale = std::sqrt(8.0 / 3.0);  // of a Hann window
  std::vector<double> faded;
  for (std::size_t k = 0; k < values.size(); ++k) {
    const double window = 0.5 - 0.5 * std::cos(turn * (static_cast<double>(k) + 0.5) / n);
    faded.push_back(scale * window * (values[k] - mean));
  }
  return faded;
}

}  // namespace

std::vector<Vec2> power_spectrum(const Signal& signal, double highest) {
  const std::vector<double> values = windowed(signal.values);
  const double spacing = 1.0 / (static_cast<double>(points_per_line) * signal.duration());
  std::vector<Vec2> spectrum;
  for (std::size_t line = 1; static_cast<double>(line) * spacing <= highest; ++line) {
    const double frequency = static_cast<double>(line) * spacing;
    const double angle = turn * frequency * signal.step;
    const Vec2 advance{std::cos(angle), std::sin(angle)};
    Vec2 pointer{1.0, 0.0};
    Vec2 sum{};
    for (const double value : values) {
      sum = sum + value * pointer;
      pointer = {pointer.x * advance.x - pointer.y * advance.y,
                 pointer.x * advance.y + pointer.y * advance.x};
    }
    spectrum.push_back(
        {frequency, 2.0 * signal.step * signal.step * dot(sum, sum) / signal.duration()});
  }
  return spectrum;
}

std::vector<Vec2> whole_lines(const std::vector<Vec2>& spectrum) {
  std::vector<Vec2> lines;
  for (std::size_t k = points_per_line; k <= spectrum.size(); k += points_per_line) {
    lines.push_back(spectrum[k - 1]);
  }
  return lines;
}

Vec2 strongest(const std::vector<Vec2>& spectrum, double from, double to) {
  std::size_t best = 0;
  for (std::size_t k = 1; k + 1 < spectrum.size(); ++k) {
    const bool within = spectrum[k].x >= from && spectrum[k].x <= to;
    if (within && (best == 0 || spectrum[k].y > spectrum[best].y)) best = k;
  }
  if (best == 0) return {};
  const double before = spectrum[best - 1].y;
  const double after = spectrum[best + 1].y;
  const double bend = before - 2.0 * spectrum[best].y + after;
  // an end point is not a peak
  const bool top = spectrum[best].y >= std::max(before, after) && bend < 0.0;
  const double shift = top ? 0.5 * (before - after) / bend : 0.0;
  return {spectrum[best].x + shift * (spectrum[1].x - spectrum[0].x), spectrum[best].y};
}

}  // namespace cuelab::reproduction
