#include "scene/random.hpp"

namespace cuelab {
namespace {

constexpr std::uint64_t golden_gamma = 0x9e3779b97f4a7c15ULL;  // 2^64 / golden ratio, odd

/// The finaliser of splitmix64.
std::uint64_t mix(std::uint64_t z) {
  z = (z ^ (z >> 30U)) * 0xbf58476d1ce4e5b9ULL;
  z = (z ^ (z >> 27U)) * 0x94d049bb133111ebULL;
  return z ^ (z >> 31U);
}

}  // namespace

Random::Random(std::uint64_t seed, std::uint64_t stream)
    : key_(mix(mix(seed + golden_gamma) + stream * golden_gamma)) {}

std::uint64_t Random::bits() { return mix(key_ + ++counter_ * golden_gamma); }

double Random::uniform() {
  constexpr double unit = 1.0 / 9007199254740992.0;  // 2^-53: one step of a 53-bit fraction
  return static_cast<double>(bits() >> 11U) * unit;
}

std::uint64_t Random::below(std::uint64_t count) {
  // reject the last, incomplete block of the 64-bit range
  const std::uint64_t limit = UINT64_MAX - UINT64_MAX % count;
  std::uint64_t draw = bits();
  while (draw >= limit) draw = bits();
  return draw % count;
}

Vec2 Random::in_disc(double radius) {
  Vec2 p;
  do {
    p.x = 2.0 * uniform() - 1.0;
    p.y = 2.0 * uniform() - 1.0;
  } while (dot(p, p) > 1.0);
  return radius * p;
}

}  // namespace cuelab
