#include <cassert>
#include <cmath>
#include <vector>

#include "cuelab/laws/cloth/patch_friction.hpp"
#include "math/elementary.hpp"

namespace cuelab {
namespace {

struct GaussPoint {
  double x, weight;
};

/// Gauss-Legendre points on [0, 1]: Newton's method on the Legendre polynomials.
std::vector<GaussPoint> gauss_points(int n) {
  std::vector<GaussPoint> points;
  for (int i = 0; i < n; ++i) {
    double x = sin_cos(pi * (i + 0.75) / (n + 0.5)).cos;
    double slope = 0.0;
    for (int step = 0; step < 6; ++step) {
      double before = 1.0;
      double value = x;
      for (int j = 2; j <= n; ++j) {
        const double next = ((2.0 * j - 1.0) * x * value - (j - 1.0) * before) / j;
        before = value;
        value = next;
      }
      slope = n * (x * value - before) / (x * x - 1.0);
      x -= value / slope;
    }
    points.push_back({0.5 * (1.0 + x), 1.0 / ((1.0 - x * x) * slope * slope)});
  }
  return points;
}

}  // namespace

PatchFriction friction_by_quadrature(const PatchSlip& slip, const Vec2& d, int n) {
  assert(n >= 2 && "more than one point");
  const double spin = std::abs(slip.w);
  const double speed = norm(slip.v);
  if (speed == 0.0 && spin == 0.0) return {};

  // polar coordinates about the centre of rotation if it is inside, where V has no direction, else
  // about the centre of the patch
  const bool inside = speed < spin;
  const Vec2 c = inside ? (1.0 / slip.w) * left_of(slip.v) : Vec2{};
  const std::vector<GaussPoint> points = gauss_points(n);
  PatchFriction sum;
  for (int i = 0; i < n; ++i) {
    const SinCos angle = sin_cos(2.0 * pi * i / n);
    const Vec2 ray{angle.cos, angle.sin};
    const double along = dot(c, ray);
    const double reach = -along + std::sqrt(along * along + 1.0 - dot(c, c));
    for (const GaussPoint& p : points) {
      // quadratic toward the rim, where the pressure has a vertical tangent
      const double rho = reach * (1.0 - p.x * p.x);
      const Vec2 x = c + rho * ray;
      const double height = std::max(0.0, 1.0 - dot(x, x));
      const double pressure = 1.5 / pi * std::sqrt(height) * (1.0 + dot(d, x));
      const double area = p.weight * 2.0 * p.x * reach * rho * (2.0 * pi / n);
      const Vec2 V = slip.v + slip.w * left_of(x);
      const double size = norm(V);
      if (size == 0.0) continue;
      const Vec2 force = (pressure * area / size) * V;
      sum.T += force;
      sum.M += cross(x, force);
    }
  }
  return sum;
}

}  // namespace cuelab
