#include "study/quantile.hpp"

#include <cmath>

#include "math/elementary.hpp"

namespace cuelab::study {

double normal_quantile(double p) {
  const double q = p - 0.5;
  constexpr double split_1 = 0.425, split_2 = 5.0, square_1 = 0.180625, shift = 1.6;
  if (std::abs(q) <= split_1) {
    const double r = square_1 - q * q;
    return q * (((59.109374720 * r + 159.29113202) * r + 50.434271938) * r + 3.3871327179) /
           (((67.187563600 * r + 78.757757664) * r + 17.895169469) * r + 1.0);
  }
  double r = std::sqrt(-log(q < 0.0 ? p : 1.0 - p));
  double x = 0.0;
  if (r <= split_2) {
    r -= shift;
    x = (((0.17023821103 * r + 1.3067284816) * r + 2.7568153900) * r + 1.4234372777) /
        ((0.12021132975 * r + 0.73700164250) * r + 1.0);
  } else {
    r -= split_2;
    x = (((0.017337203997 * r + 0.42868294337) * r + 3.0812263860) * r + 6.6579051150) /
        ((0.012258202635 * r + 0.24197894225) * r + 1.0);
  }
  return q < 0.0 ? -x : x;
}

double student_quantile_975(std::uint64_t degrees) {
  if (degrees <= 1) return 12.706204736;
  if (degrees == 2) return 4.3026527297;
  // the expansion in 1 / degrees about the normal quantile
  const double z = 1.9599639845, z2 = z * z, n = static_cast<double>(degrees);
  const double g1 = z * (z2 + 1.0) / 4.0;
  const double g2 = z * ((5.0 * z2 + 16.0) * z2 + 3.0) / 96.0;
  const double g3 = z * (((3.0 * z2 + 19.0) * z2 + 17.0) * z2 - 15.0) / 384.0;
  const double g4 =
      z * ((((79.0 * z2 + 776.0) * z2 + 1482.0) * z2 - 1920.0) * z2 - 945.0) / 92160.0;
  return z + (g1 + (g2 + (g3 + g4 / n) / n) / n) / n;
}

}  // namespace cuelab::study
