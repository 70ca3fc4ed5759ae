#include "fuzz/parabola.hpp"

namespace cuelab::fuzz {
namespace {

/// Half the derivative of the squared distance, a cubic.
struct Slope {
  double c0, c1, c2, c3;
  double operator()(double s) const { return c0 + s * (c1 + s * (c2 + s * c3)); }
};

/// Where the slope rises through zero between two places.
double crossing(const Slope& slope, double low, double high) {
  for (int k = 0; k < 200; ++k) {
    const double middle = 0.5 * (low + high);
    if (middle <= low || middle >= high) break;
    (slope(middle) < 0.0 ? low : high) = middle;
  }
  return 0.5 * (low + high);
}

}  // namespace

Instants nearest_instants(const Parabola& path, double time) {
  const auto& [r, v, a] = path;
  const Slope slope{dot(r, v), dot(v, v) + 2.0 * dot(r, a), 3.0 * dot(v, a), 2.0 * dot(a, a)};

  // between the places where the slope turns it has at most one zero
  std::array<double, 4> ends{0.0, time, time, time};
  const double p = slope.c2 / (3.0 * slope.c3);
  const double root = p * p - slope.c1 / (3.0 * slope.c3);
  if (root > 0.0) {
    const double half = std::sqrt(root);
    ends[1] = std::clamp(-p - half, 0.0, time);
    ends[2] = std::clamp(-p + half, 0.0, time);
  }

  Instants found;
  found.s[found.count++] = 0.0;
  found.s[found.count++] = time;
  for (std::size_t k = 0; k < 3; ++k) {
    if (slope(ends[k]) < 0.0 && slope(ends[k + 1]) > 0.0) {
      found.s[found.count++] = crossing(slope, ends[k], ends[k + 1]);
    }
  }
  return found;
}

double least_distance(const Parabola& path, double time) {
  double least = norm(path.r);
  const Instants nearest = nearest_instants(path, time);
  for (const double s : nearest.all()) {
    least = std::min(least, norm(path.at(s)));
  }
  return least;
}

}  // namespace cuelab::fuzz
