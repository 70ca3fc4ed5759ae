#pragma once

#include <cstdint>

#include "cuelab/vec.hpp"

namespace cuelab {

/// Counter-based random numbers: the n-th draw of a stream is a pure function of seed, stream and
/// n, the same on every platform. Mixing by splitmix64 [Steele2014].
class Random {
 public:
  Random(std::uint64_t seed, std::uint64_t stream);

  /// 64 random bits.
  std::uint64_t bits();
  /// Uniform in [0, 1).
  double uniform();
  /// Uniform in 0 .. count - 1; count > 0.
  std::uint64_t below(std::uint64_t count);
  /// Uniform in the disc of this radius about the origin.
  Vec2 in_disc(double radius);

 private:
  std::uint64_t key_;
  std::uint64_t counter_ = 0;
};

}  // namespace cuelab
