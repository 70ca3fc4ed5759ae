// Spectra of sampled signals against the closed forms for sines.
#include "reproduce/spectrum.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

namespace cuelab::reproduction {
namespace {

constexpr double turn = 2.0 * std::numbers::pi;

/// A sine of this amplitude and frequency [Hz] on a constant, one second long.
Signal sine(double amplitude, double frequency, double constant = 0.0) {
  constexpr std::size_t count = 2000;
  Signal signal{.step = 1.0 / count};
  for (std::size_t k = 0; k < count; ++k) {
    const double t = signal.step * static_cast<double>(k);
    signal.values.push_back(constant + amplitude * std::sin(turn * frequency * t + 0.3));
  }
  return signal;
}

TEST(Spectrum, OfASineHasItsPowerAroundItsFrequency) {
  for (const double frequency : {20.0, 20.5, 137.3}) {
    const std::vector<Vec2> spectrum = power_spectrum(sine(3.0, frequency, 50.0), 400.0);
    EXPECT_NEAR(strongest(spectrum, 0.0, 400.0).x, frequency, 0.01);
    double power = 0.0;  // integral of the density over the frequency
    for (const Vec2& point : spectrum) power += point.y * (spectrum[1].x - spectrum[0].x);
    EXPECT_NEAR(power, 4.5, 0.01) << frequency;
  }
}

TEST(Spectrum, SeparatesTwoLinesFiveResolutionsApart) {
  Signal both = sine(1.0, 40.0);
  const Signal other = sine(0.5, 45.0);
  for (std::size_t k = 0; k < both.values.size(); ++k) both.values[k] += other.values[k];
  const std::vector<Vec2> spectrum = power_spectrum(both, 100.0);
  const Vec2 first = strongest(spectrum, 38.0, 42.5);
  const Vec2 second = strongest(spectrum, 42.5, 47.0);
  EXPECT_NEAR(first.x, 40.0, 0.02);
  EXPECT_NEAR(second.x, 45.0, 0.02);
  EXPECT_NEAR(second.y / first.y, 0.25, 0.01);
}

TEST(Spectrum, WholeLinesAreOneOverTheDurationApart) {
  const std::vector<Vec2> lines = whole_lines(power_spectrum(sine(1.0, 12.0), 30.0));
  ASSERT_EQ(lines.size(), 30U);
  for (std::size_t k = 0; k < lines.size(); ++k) {
    EXPECT_DOUBLE_EQ(lines[k].x, static_cast<double>(k + 1));
    // a Hann window spreads a whole line over its two neighbours
    if (k + 1 < 11 || k + 1 > 13) {
      EXPECT_LT(lines[k].y, 1e-6 * lines[11].y) << lines[k].x;
    }
  }
}

TEST(Spectrum, OfAZeroSignalHasNoPeak) {
  EXPECT_EQ(strongest({}, 0.0, 10.0), Vec2{});
  EXPECT_EQ(strongest(power_spectrum(sine(1.0, 5.0), 10.0), 20.0, 30.0), Vec2{});
}

}  // namespace
}  // namespace cuelab::reproduction
