// Approximations of the integrals over the patch, and their errors against the quadrature.
#include <cmath>

#include "patch.hpp"

namespace oracle {
namespace {

constexpr double pi = 3.14159265358979323846;
constexpr double full = 3 * pi / 16;

double mean_power(double x, double y, double m) {
  return std::pow(std::pow(x, m) + std::pow(y, m), 1 / m);
}

/// Slip v along x and spin w, both positive; shift (dx, dy).
PatchLoad approximated(int form, double v, double w, double dx, double dy) {
  const double k = v / w;
  switch (form) {
    case 0:
      return {k / (k + 8 / (3 * pi)), 0, full / (1 + 15 * pi / 16 * k)};
    case 1: {
      const double top = k * k + 3 * pi / 80 * k, rise = 1 + 16 / (15 * pi) * k;
      return {top / (top + 0.1), 0, full * rise / (rise + k * k)};
    }
    case 2: {
      const double k2 = k * k, k3 = k * k2;
      return {(k3 + 1.009431 * k2 + 0.756832 * k) / (k3 + 1.009431 * k2 + 0.856832 * k + 0.642419),
              0,
              full * (1 + 0.383772 * k + 0.130302 * k2) /
                  (1 + 0.383772 * k + 1.130302 * k2 + 0.383772 * k3)};
    }
    case 3: {
      const double size = std::hypot(k, full);
      return {k / size, 0, full * full / size};
    }
    case 4:
      return {k / mean_power(k, 8 / (3 * pi), 3.3672), 0,
              full / mean_power(1, 2.46603 * k, 4.4368)};
    case 5: {
      const double T = mean_power(k, 0.80735, 2.89168), M = mean_power(k, 0.42266, 3.78942);
      return {(k - 0.19170 * dy) / T, 0.19170 * dx / T, (0.24458 - 0.14250 * dy * k) / M};
    }
    default: {
      const double rise = 1.80977 * std::pow(k, 4.45363);
      const double M0 = full * (1 + rise) / (1 + 1.08519 * k * k + 15 * pi / 16 * k * rise);
      const double MD =
          std::pow(k, 3) / 5 * std::pow(0.554702 + std::pow(k, 3.85274), -3 / 3.85274);
      return {k / mean_power(k, 8 / (3 * pi), 3.36724) -
                  dy * full / 2 / (1 + 5.16710 * std::pow(k, 3.25326)),
              dx / mean_power(5 * k, 2 / full, 2.89118), M0 - dy * MD};
    }
  }
}

}  // namespace

std::array<double, 4> patch_errors(int form) {
  constexpr int ratios = 360, directions = 48, sizes = 5;
  const int with_shift = form < 5 ? 1 : sizes;
  std::array<double, 4> errors{};
  int count = 0;
  for (int i = 1; i < ratios; ++i) {
    const double alpha = pi / 2 * i / ratios, v = std::sin(alpha), w = std::cos(alpha);
    // the integrals are linear in the shift
    const PatchLoad even = patch_load(v, 0, w, 0, 0), ahead = patch_load(v, 0, w, 1, 0),
                    left = patch_load(v, 0, w, 0, 1);
    for (int size = 0; size < with_shift; ++size) {
      for (int j = 0; j < directions; ++j) {
        const double dx = 0.25 * size * std::cos(2 * pi * j / directions);
        const double dy = 0.25 * size * std::sin(2 * pi * j / directions);
        const auto exact = [&](double PatchLoad::* part) {
          return even.*part + dx * (ahead.*part - even.*part) + dy * (left.*part - even.*part);
        };
        const PatchLoad near = approximated(form, v, w, dx, dy);
        const double T =
            std::hypot(near.Tx - exact(&PatchLoad::Tx), near.Ty - exact(&PatchLoad::Ty));
        const double M = std::abs(near.M - exact(&PatchLoad::M));
        errors = {std::fmax(errors[0], T), errors[1] + T, std::fmax(errors[2], M), errors[3] + M};
        ++count;
      }
    }
  }
  return {errors[0], errors[1] / count, errors[2], errors[3] / count};
}

}  // namespace oracle
