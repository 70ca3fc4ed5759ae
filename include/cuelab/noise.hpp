#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

#include "cuelab/scene.hpp"

namespace cuelab {

/// Which random numbers to draw. The same draw gives the same numbers on every thread, computer and
/// platform. Indices below 2^48.
struct Draw {
  std::uint64_t seed = 0;
  std::uint64_t shot = 0;  ///< the same for candidates that are to share their random numbers
  std::uint64_t sample = 0;
};

/// Two uniform numbers in (0, 1); `block` numbers the pairs of one draw.
std::array<double, 2> uniform_pair(const Draw& draw, std::uint32_t block);

/// Two independent standard normal deviates [Box1958].
std::array<double, 2> normal_pair(const Draw& draw, std::uint32_t block);

/// How exactly a stroke is executed: standard deviations of independent normal errors.
struct Noise {
  double side = 0.0;       ///< tip offset across [m]
  double height = 0.0;     ///< tip offset up and down [m]
  double elevation = 0.0;  ///< [rad]
  double heading = 0.0;    ///< [rad]
  double speed = 0.0;      ///< [m/s]
  friend bool operator==(const Noise&, const Noise&) = default;
};

/// All deviations times a factor.
Noise scaled(const Noise& noise, double factor);

/// A named noise level.
struct NoiseLevel {
  std::string_view name;
  std::string_view meaning;
  std::string_view source;
  Noise noise;
};

std::span<const NoiseLevel> noise_levels();
/// The level of that name, or nullptr.
const NoiseLevel* find_noise_level(std::string_view name);

/// The shot as executed. An elevation that would leave [0, 89 degrees] and a speed that would fall
/// below 0 stay at the limit; a tip offset may exceed the miscue limit, which the batch reports.
/// `radius` is the struck ball's [m]. Without noise the shot is unchanged, to the bit.
Shot executed(const Shot& shot, const Noise& noise, const Draw& draw, double radius);

}  // namespace cuelab
