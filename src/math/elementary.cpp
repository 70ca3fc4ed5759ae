#include "math/elementary.hpp"

#include <array>
#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>

namespace cuelab {
namespace {

/// c[0] + c[1] x + ... by Horner's rule.
template <std::size_t n, class Number>
Number polynomial(const std::array<double, n>& c, Number x) {
  Number sum = Number{} + c[n - 1];
  for (std::size_t k = n - 1; k-- > 0;) sum = sum * x + c[k];
  return sum;
}

/// 2^k for -1022 <= k <= 1023.
double power_of_two(int k) {
  return std::bit_cast<double>(static_cast<std::uint64_t>(k + 1023) << 52U);
}

// x = k ln 2 + r with |r| <= ln 2 / 2; ln 2 in two parts so that k * high is exact
constexpr double log2_e = 1.44269504088896338700;
constexpr double ln2_high = 6.93147180369123816490e-01;
constexpr double ln2_low = 1.90821492927058770002e-10;

/// Taylor series of e^r for |r| <= ln 2 / 2; the first neglected term is below 4e-18.
template <class Number>
Number exp_near_zero(Number r) {
  constexpr std::array<double, 14> c = {1.0,
                                        1.0,
                                        1.0 / 2.0,
                                        1.0 / 6.0,
                                        1.0 / 24.0,
                                        1.0 / 120.0,
                                        1.0 / 720.0,
                                        1.0 / 5040.0,
                                        1.0 / 40320.0,
                                        1.0 / 362880.0,
                                        1.0 / 3628800.0,
                                        1.0 / 39916800.0,
                                        1.0 / 479001600.0,
                                        1.0 / 6227020800.0};
  return polynomial(c, r);
}

/// x 2^k, in two steps: the result may be subnormal or just below overflow.
double scaled(double x, double k) {
  const int half = static_cast<int>(k) / 2;
  return x * power_of_two(half) * power_of_two(static_cast<int>(k) - half);
}

constexpr double exp_overflow = 709.782712893384;
constexpr double exp_underflow = -745.2;

}  // namespace

double exp(double x) {
  if (x > exp_overflow) return std::numeric_limits<double>::infinity();
  if (x < exp_underflow) return 0.0;
  const double k = std::floor(x * log2_e + 0.5);
  return scaled(exp_near_zero((x - k * ln2_high) - k * ln2_low), k);
}

Lanes exp(Lanes x) {
  if (bits((x > splat(exp_overflow)) | (x < splat(exp_underflow))) != 0) {
    return Lanes{exp(x[0]), exp(x[1]), exp(x[2]), exp(x[3])};
  }
  const Lanes t = x * log2_e + 0.5;
  const Lanes k{std::floor(t[0]), std::floor(t[1]), std::floor(t[2]), std::floor(t[3])};
  const Lanes e_r = exp_near_zero((x - k * ln2_high) - k * ln2_low);
  return Lanes{scaled(e_r[0], k[0]), scaled(e_r[1], k[1]), scaled(e_r[2], k[2]),
               scaled(e_r[3], k[3])};
}

double log(double x) {
  // x = 2^k m with sqrt(1/2) <= m < sqrt(2)
  constexpr double sqrt_half = 0.70710678118654752440;
  constexpr double ln2_high = 6.93147180369123816490e-01;
  constexpr double ln2_low = 1.90821492927058770002e-10;
  int exponent = 0;
  double m = std::frexp(x, &exponent);
  if (m < sqrt_half) {
    m *= 2.0;
    --exponent;
  }

  // ln m = 2 artanh s = 2 s (1 + s^2/3 + s^4/5 ...), |s| < 0.1716; the first neglected term is
  // below 3e-18 of the sum. With f = m - 1, which is exact, 2 s = f - f s.
  constexpr std::array<double, 10> c = {1.0 / 3.0,  1.0 / 5.0,  1.0 / 7.0,  1.0 / 9.0,  1.0 / 11.0,
                                        1.0 / 13.0, 1.0 / 15.0, 1.0 / 17.0, 1.0 / 19.0, 1.0 / 21.0};
  const double f = m - 1.0;
  const double s = f / (2.0 + f);
  const double tail = 2.0 * s * (s * s) * polynomial(c, s * s);
  const double k = exponent;
  return k * ln2_high + (f - (f * s - (tail + k * ln2_low)));
}

SinCos sin_cos(double x) {
  // x = n pi/2 + r with |r| <= pi/4; pi/2 in three parts of 33 bits, so that n * part is exact
  constexpr double two_over_pi = 6.36619772367581382433e-01;
  constexpr double half_pi_1 = 1.57079632673412561417e+00;
  constexpr double half_pi_2 = 6.07710050630396597660e-11;
  constexpr double half_pi_3 = 2.02226624879595063154e-21;
  const double n = std::floor(x * two_over_pi + 0.5);
  const double r = ((x - n * half_pi_1) - n * half_pi_2) - n * half_pi_3;
  const double r2 = r * r;

  // Taylor series; the first neglected terms are below 1e-19
  constexpr std::array<double, 8> s = {
      -1.0 / 6.0,        1.0 / 120.0,        -1.0 / 5040.0,          1.0 / 362880.0,
      -1.0 / 39916800.0, 1.0 / 6227020800.0, -1.0 / 1307674368000.0, 1.0 / 355687428096000.0};
  constexpr std::array<double, 9> c = {-1.0 / 2.0,
                                       1.0 / 24.0,
                                       -1.0 / 720.0,
                                       1.0 / 40320.0,
                                       -1.0 / 3628800.0,
                                       1.0 / 479001600.0,
                                       -1.0 / 87178291200.0,
                                       1.0 / 20922789888000.0,
                                       -1.0 / 6402373705728000.0};
  const double sin_r = r + r * (r2 * polynomial(s, r2));
  const double cos_r = 1.0 + r2 * polynomial(c, r2);

  switch (static_cast<std::int64_t>(n) & 3) {
    case 0:
      return {sin_r, cos_r};
    case 1:
      return {cos_r, -sin_r};
    case 2:
      return {-sin_r, -cos_r};
    default:
      return {-cos_r, sin_r};
  }
}

double atan2(double y, double x) {
  const double ax = std::abs(x);
  const double ay = std::abs(y);
  if (ax == 0.0 && ay == 0.0) return 0.0;

  // angle of the folded point in [0, pi/4]: t = tan(angle) in [0, 1]
  const bool steep = ay > ax;
  const double t = steep ? ax / ay : ay / ax;

  // atan t = atan(k/8) + atan z with |z| <= 1/16
  constexpr std::array<double, 9> atan_eighths = {0.0,
                                                  0.12435499454676143503,
                                                  0.24497866312686415417,
                                                  0.35877067027057222039,
                                                  0.46364760900080611621,
                                                  0.55859931534356243597,
                                                  0.64350110879328438680,
                                                  0.71882999962162450542,
                                                  0.78539816339744830962};
  const double k = std::floor(8.0 * t + 0.5);
  const double z = (t - k / 8.0) / (1.0 + t * k / 8.0);
  const double z2 = z * z;
  constexpr std::array<double, 6> c = {-1.0 / 3.0, 1.0 / 5.0,   -1.0 / 7.0,
                                       1.0 / 9.0,  -1.0 / 11.0, 1.0 / 13.0};
  double angle = atan_eighths[static_cast<std::size_t>(k)] + (z + z * (z2 * polynomial(c, z2)));

  // unfold into the full circle
  if (steep) angle = pi / 2.0 - angle;
  if (x < 0.0) angle = pi - angle;
  return y < 0.0 ? -angle : angle;
}

double cube_root(double x) {
  if (x == 0.0) return 0.0;
  // a third of the exponent is an estimate within 25 %; Newton's method squares the error
  int exponent = 0;
  const double fraction = std::frexp(x, &exponent);
  const int third = exponent >= 0 ? exponent / 3 : -((2 - exponent) / 3);
  const double scaled = std::ldexp(fraction, exponent - 3 * third);  // in [1/2, 4)
  double y = 0.7 + 0.25 * scaled;
  for (int step = 0; step < 6; ++step) y -= (y - scaled / (y * y)) / 3.0;
  return std::ldexp(y, third);
}

double about_cube_root(double x) {
  // a third of exponent and fraction is within 4 %; one step of Newton's method
  constexpr std::uint64_t offset = 0x2a9f789300000000U;
  const double y = std::bit_cast<double>(std::bit_cast<std::uint64_t>(x) / 3U + offset);
  return (2.0 * y + x / (y * y)) * (1.0 / 3.0);
}

double fifth_root(double x) {
  if (x == 0.0) return 0.0;
  // as in cube_root
  int exponent = 0;
  const double fraction = std::frexp(x, &exponent);
  const int fifth = exponent >= 0 ? exponent / 5 : -((4 - exponent) / 5);
  const double scaled = std::ldexp(fraction, exponent - 5 * fifth);  // in [1/2, 16)
  double y = 0.92 + 0.055 * scaled;
  for (int step = 0; step < 6; ++step) y -= 0.2 * (y - scaled / (y * y * y * y));
  return std::ldexp(y, fifth);
}

double pow(double x, double y) { return x > 0.0 ? exp(y * log(x)) : 0.0; }

double tanh(double x) {
  constexpr double small = 0.55;  // below which 1 - 2 / (e^2x + 1) cancels
  constexpr double large = 20.0;  // above which tanh x rounds to 1
  const double size = std::abs(x);
  if (size >= large) return std::copysign(1.0, x);
  if (size < small) {
    // ninth convergent of x / (1 + x^2 / (3 + x^2 / (5 + ...))), relative error below 1e-17
    constexpr std::array<double, 5> above = {34459425.0, 4729725.0, 135135.0, 990.0, 1.0};
    constexpr std::array<double, 5> below = {34459425.0, 16216200.0, 945945.0, 13860.0, 45.0};
    return x * (polynomial(above, x * x) / polynomial(below, x * x));
  }
  // e^2x = 2^k e^r, e^r = (c + r) / (c - r) with c = r coth(r / 2), a series in r^2
  constexpr std::array<double, 7> series = {2.0,
                                            1.0 / 6.0,
                                            -1.0 / 360.0,
                                            1.0 / 15120.0,
                                            -1.0 / 604800.0,
                                            1.0 / 23950080.0,
                                            -691.0 / 653837184000.0};
  const double k = std::floor(2.0 * size * log2_e + 0.5);
  const double r = (2.0 * size - k * ln2_high) - k * ln2_low;
  const double c = polynomial(series, r * r);
  const double rise = power_of_two(static_cast<int>(k)) * (c + r);
  return std::copysign(1.0 - 2.0 * (c - r) / (rise + (c - r)), x);
}

}  // namespace cuelab
