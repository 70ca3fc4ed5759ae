#pragma once

#include <cmath>
#include <limits>

/// The reference program calculates with 64-bit mantissas, or with 113 bits when it is compiled
/// with ORACLE_QUAD. It shares no code with the library.
namespace oracle {

#if defined(ORACLE_QUAD)
using Real = __float128;

/// One Newton step from the 64-bit root gives all 113 bits.
inline Real sqrt(Real x) {
  if (!(x > 0)) return 0;
  const Real near = std::sqrt(static_cast<long double>(x));
  return near > 0 ? (near + x / near) / 2 : Real(0);
}

/// Taylor series of exp(x / 256), squared eight times.
inline Real exp(Real x) {
  Real sum = 1;
  for (int k = 24; k > 0; --k) sum = 1 + x / 256 / k * sum;
  for (int k = 0; k < 8; ++k) sum *= sum;
  return sum;
}
#else
using Real = long double;
static_assert(std::numeric_limits<Real>::digits >= 64);
using std::exp;
using std::sqrt;
#endif

inline Real abs(Real x) { return x < 0 ? -x : x; }

struct Vec {
  Real x = 0, y = 0, z = 0;
};
inline Vec operator+(Vec a, Vec b) { return {a.x + b.x, a.y + b.y, a.z + b.z}; }
inline Vec operator-(Vec a, Vec b) { return {a.x - b.x, a.y - b.y, a.z - b.z}; }
inline Vec operator*(Real s, Vec a) { return {s * a.x, s * a.y, s * a.z}; }
inline Real dot(Vec a, Vec b) { return a.x * b.x + a.y * b.y + a.z * b.z; }
inline Real norm(Vec a) { return sqrt(dot(a, a)); }
inline Vec cross(Vec a, Vec b) {
  return {a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}

}  // namespace oracle
