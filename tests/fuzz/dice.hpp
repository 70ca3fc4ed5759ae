#pragma once

#include <cstdint>
#include <span>

#include "cuelab/vec.hpp"
#include "math/elementary.hpp"
#include "scene/random.hpp"

namespace cuelab::fuzz {

/// How far draws may go.
enum class Mode : std::uint8_t {
  ordinary,  ///< coefficients, speeds and spins as on real tables
  extreme    ///< whatever the ranges allow
};

/// What the generators draw from: a pure function of seed and stream.
class Dice {
 public:
  Dice(std::uint64_t seed, std::uint64_t stream) : random_(seed, stream) {}

  bool chance(double probability) { return random_.uniform() < probability; }
  std::size_t below(std::size_t count) { return random_.below(count); }
  double between(double low, double high) { return low + (high - low) * random_.uniform(); }
  /// Uniform in (-1, 1).
  double sign() { return between(-1.0, 1.0); }
  /// A positive number whose decimal exponent is uniform.
  double magnitude(double low_exponent, double high_exponent) {
    constexpr double ln_10 = 2.30258509299404568402;
    return cuelab::exp(ln_10 * between(low_exponent, high_exponent));
  }
  double angle() { return between(-pi, pi); }
  Vec2 direction() {
    const SinCos way = sin_cos(angle());
    return {way.cos, way.sin};
  }
  /// Uniform on the unit sphere.
  Vec3 direction_in_space() {
    const double z = sign();
    const Vec2 level = std::sqrt(1.0 - z * z) * direction();
    return {level.x, level.y, z};
  }
  template <class T>
  const T& one_of(std::span<const T> choices) {
    return choices[below(choices.size())];
  }

 private:
  Random random_;
};

}  // namespace cuelab::fuzz
