#pragma once

#include <cmath>
#include <cstdint>
#include <cstring>

#if defined(__AVX__)
#include <immintrin.h>
#endif

namespace cuelab {

/// Four doubles in one SIMD vector, a compiler vector type. Each lane is rounded like a scalar, so
/// vector and scalar code give the same bits.
using Lanes = double __attribute__((vector_size(32)));
/// Result of a comparison: all bits set in the lanes where it holds.
using LaneMask = std::int64_t __attribute__((vector_size(32)));

inline constexpr unsigned lane_count = 4;

inline Lanes splat(double x) { return Lanes{x, x, x, x}; }

/// Four consecutive numbers.
inline Lanes load(const double* p) {
  Lanes lanes;
  std::memcpy(&lanes, p, sizeof lanes);
  return lanes;
}

/// Minimum and maximum by lane; b where either is NaN.
inline Lanes min(Lanes a, Lanes b) {
#if defined(__AVX__)
  return _mm256_min_pd(a, b);
#else
  return a < b ? a : b;
#endif
}
inline Lanes max(Lanes a, Lanes b) {
#if defined(__AVX__)
  return _mm256_max_pd(a, b);
#else
  return a > b ? a : b;
#endif
}

inline Lanes abs(Lanes a) {
  constexpr std::int64_t all_but_sign = 0x7fffffffffffffff;
  const LaneMask mask = {all_but_sign, all_but_sign, all_but_sign, all_but_sign};
  return reinterpret_cast<Lanes>(reinterpret_cast<LaneMask>(a) & mask);
}

inline void store(double* p, Lanes lanes) { std::memcpy(p, &lanes, sizeof lanes); }

inline Lanes sqrt(Lanes a) {
#if defined(__AVX__)
  return _mm256_sqrt_pd(a);
#else
  return Lanes{std::sqrt(a[0]), std::sqrt(a[1]), std::sqrt(a[2]), std::sqrt(a[3])};
#endif
}

/// a where the comparison holds, else b.
inline Lanes select(LaneMask holds, Lanes a, Lanes b) { return holds ? a : b; }

/// The sum of the lanes, in order.
inline double sum(Lanes a) { return ((a[0] + a[1]) + a[2]) + a[3]; }

/// Bit k is set if lane k is.
inline unsigned bits(LaneMask mask) {
#if defined(__AVX__)
  return static_cast<unsigned>(_mm256_movemask_pd(reinterpret_cast<__m256d>(mask)));
#else
  return (mask[0] != 0 ? 1U : 0U) | (mask[1] != 0 ? 2U : 0U) | (mask[2] != 0 ? 4U : 0U) |
         (mask[3] != 0 ? 8U : 0U);
#endif
}

}  // namespace cuelab
