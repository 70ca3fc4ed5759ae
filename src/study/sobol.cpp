#include "study/sobol.hpp"

#include <array>

namespace cuelab::study {
namespace {

constexpr std::size_t bits = 32;
using Directions = std::array<std::uint32_t, bits>;

/// A primitive polynomial: its degree, its inner coefficients, and the first direction numbers.
struct Polynomial {
  std::size_t degree;
  std::uint32_t inner;
  std::array<std::uint32_t, 5> first;
};

/// Dimensions 2 to 10 of [Joe2008].
constexpr std::array<Polynomial, sobol_dimensions - 1> polynomials = {{
    {1, 0, {1}},
    {2, 1, {1, 3}},
    {3, 1, {1, 3, 1}},
    {3, 2, {1, 1, 1}},
    {4, 1, {1, 1, 3, 3}},
    {4, 4, {1, 3, 5, 13}},
    {5, 2, {1, 1, 5, 5, 17}},
    {5, 4, {1, 1, 5, 5, 5}},
    {5, 7, {1, 1, 7, 11, 19}},
}};

/// The recurrence of the direction numbers, scaled to 32 bits.
constexpr Directions directions_of(const Polynomial& polynomial) {
  const std::size_t s = polynomial.degree;
  Directions v{};
  for (std::size_t i = 0; i < bits; ++i) {
    if (i < s) {
      v[i] = polynomial.first[i] << (bits - 1 - i);
      continue;
    }
    v[i] = v[i - s] ^ (v[i - s] >> s);
    for (std::size_t k = 1; k < s; ++k) {
      if ((polynomial.inner >> (s - 1 - k) & 1U) != 0) v[i] ^= v[i - k];
    }
  }
  return v;
}

constexpr std::array<Directions, sobol_dimensions> all_directions() {
  std::array<Directions, sobol_dimensions> all{};
  for (std::size_t i = 0; i < bits; ++i) all[0][i] = 1U << (bits - 1 - i);
  for (std::size_t d = 1; d < sobol_dimensions; ++d) all[d] = directions_of(polynomials[d - 1]);
  return all;
}

constexpr std::array<Directions, sobol_dimensions> directions = all_directions();

}  // namespace

std::uint32_t sobol(std::size_t dimension, std::uint32_t index) {
  // in the order of the Gray code, as usual
  std::uint32_t code = index ^ (index >> 1U);
  std::uint32_t x = 0;
  for (std::size_t bit = 0; code != 0; ++bit, code >>= 1U) {
    if ((code & 1U) != 0) x ^= directions[dimension][bit];
  }
  return x;
}

}  // namespace cuelab::study
