#pragma once

#include <algorithm>
#include <cmath>
#include <vector>

#include "cuelab/vec.hpp"

namespace cuelab::testing {

/// The smallest distance between two moving points, by another method than the engine's and in
/// 113-bit arithmetic: critical points of |d + v t + a t^2|^2 from the chain of its derivatives.
/// Its own rounding is below 1e-28 m.
class GapOracle {
 public:
  using Wide = __float128;

  GapOracle(const Vec3& d, const Vec3& v, const Vec3& a, double reach) : reach_(reach) {
    const auto product = [](const Vec3& p, const Vec3& q) {
      return Wide(p.x) * Wide(q.x) + Wide(p.y) * Wide(q.y) + Wide(p.z) * Wide(q.z);
    };
    c_ = {product(d, d), 2 * product(d, v), product(v, v) + 2 * product(d, a), 2 * product(v, a),
          product(a, a)};
  }

  /// Gap between surfaces at t [m].
  double gap(double t) const {
    return static_cast<double>(root(value(c_, Wide(t))) - Wide(reach_));
  }

  /// The smallest gap on [0, end] [m].
  double least_gap(double end) const {
    Wide least = std::min(value(c_, 0), value(c_, Wide(end)));
    for (const Wide t : roots_of(derivative(c_), Wide(end))) least = std::min(least, value(c_, t));
    return static_cast<double>(root(least) - Wide(reach_));
  }

 private:
  using Polynomial = std::vector<Wide>;

  static Wide root(Wide x) {
    if (x <= 0) return 0;
    Wide y = Wide(std::sqrt(static_cast<double>(x)));
    for (int k = 0; k < 3 && y > 0; ++k) y = (y + x / y) / 2;
    return y;
  }

  static Wide value(const Polynomial& p, Wide t) {
    Wide sum = 0;
    for (auto c = p.rbegin(); c != p.rend(); ++c) sum = sum * t + *c;
    return sum;
  }

  static Polynomial derivative(const Polynomial& p) {
    Polynomial d;
    for (std::size_t k = 1; k < p.size(); ++k) d.push_back(static_cast<int>(k) * p[k]);
    return d;
  }

  /// Every sign change of p on [0, end]: between neighbouring critical points p is monotone, so
  /// bisection to the last bit finds the only one there can be.
  static std::vector<Wide> roots_of(const Polynomial& p, Wide end) {
    if (p.size() < 2) return {};
    std::vector<Wide> knots = {0};
    for (const Wide t : roots_of(derivative(p), end)) knots.push_back(t);
    knots.push_back(end);
    std::vector<Wide> roots;
    for (std::size_t k = 0; k + 1 < knots.size(); ++k) {
      Wide lo = knots[k];
      Wide hi = knots[k + 1];
      const bool rises = value(p, lo) < 0;
      if (rises == (value(p, hi) < 0)) continue;
      for (int step = 0; step < 90; ++step) {
        const Wide mid = (lo + hi) / 2;
        ((value(p, mid) < 0) == rises ? lo : hi) = mid;
      }
      roots.push_back(lo);
    }
    return roots;
  }

  Polynomial c_;
  Wide reach_;
};

}  // namespace cuelab::testing
