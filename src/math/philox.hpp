#pragma once

#include <array>
#include <cstdint>

namespace cuelab {

using PhiloxBlock = std::array<std::uint32_t, 4>;
using PhiloxKey = std::array<std::uint32_t, 2>;

/// Philox4x32-10 [Salmon2011]: 128 random bits as a pure function of counter and key, so that
/// threads, ranks, restarts and the browser draw the same numbers in any order.
constexpr PhiloxBlock philox(PhiloxBlock counter, PhiloxKey key) {
  constexpr int rounds = 10;
  constexpr std::uint64_t factor_0 = 0xD2511F53U, factor_1 = 0xCD9E8D57U;
  constexpr std::uint32_t weyl_0 = 0x9E3779B9U, weyl_1 = 0xBB67AE85U;
  for (int round = 0; round < rounds; ++round) {
    const std::uint64_t a = factor_0 * counter[0];
    const std::uint64_t b = factor_1 * counter[2];
    counter = {
        static_cast<std::uint32_t>(b >> 32U) ^ counter[1] ^ key[0], static_cast<std::uint32_t>(b),
        static_cast<std::uint32_t>(a >> 32U) ^ counter[3] ^ key[1], static_cast<std::uint32_t>(a)};
    key = {key[0] + weyl_0, key[1] + weyl_1};
  }
  return counter;
}

/// The block for a seed, two indices and the number of the block within them. Indices use 48 bits
/// each, blocks 32.
constexpr PhiloxBlock philox_block(std::uint64_t seed, std::uint64_t shot, std::uint64_t sample,
                                   std::uint32_t block) {
  const auto low = [](std::uint64_t x) { return static_cast<std::uint32_t>(x); };
  return philox({low(shot), low(sample),
                 low(shot >> 32U & 0xffffU) | low(sample >> 32U & 0xffffU) << 16U, block},
                {low(seed), low(seed >> 32U)});
}

/// A number in (0, 1), of 52 random bits: never 0 or 1.
constexpr double open_unit(std::uint32_t high, std::uint32_t low) {
  const std::uint64_t bits = (static_cast<std::uint64_t>(high) << 32U | low) >> 12U;
  return (static_cast<double>(bits) + 0.5) * 0x1p-52;
}

}  // namespace cuelab
