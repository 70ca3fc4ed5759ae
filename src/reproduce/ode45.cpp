#include "reproduce/ode45.hpp"

#include <algorithm>
#include <array>
#include <cmath>

namespace cuelab::reproduction {
namespace {

Vec2 slope(const Drop& drop, Vec2 y) {
  const double depth = std::max(0.0, -y.x);
  const double force = drop.stiffness * depth * std::sqrt(depth);
  return {y.y, force / drop.mass - drop.gravity};
}

/// One step of the pair: the result, the slope there, and the difference of the two orders.
struct Step {
  Vec2 y, slope, error;
};

Step step_of(const Drop& drop, Vec2 y, Vec2 first, double h) {
  constexpr std::array<std::array<double, 6>, 6> a = {
      {{1.0 / 5},
       {3.0 / 40, 9.0 / 40},
       {44.0 / 45, -56.0 / 15, 32.0 / 9},
       {19372.0 / 6561, -25360.0 / 2187, 64448.0 / 6561, -212.0 / 729},
       {9017.0 / 3168, -355.0 / 33, 46732.0 / 5247, 49.0 / 176, -5103.0 / 18656},
       {35.0 / 384, 0.0, 500.0 / 1113, 125.0 / 192, -2187.0 / 6784, 11.0 / 84}}};
  constexpr std::array<double, 7> e = {71.0 / 57600,      0.0,        -71.0 / 16695, 71.0 / 1920,
                                       -17253.0 / 339200, 22.0 / 525, -1.0 / 40};
  std::array<Vec2, 7> k{first};
  Vec2 next = y;
  for (std::size_t stage = 0; stage < 6; ++stage) {
    Vec2 sum{};
    for (std::size_t j = 0; j <= stage; ++j) sum = sum + a[stage][j] * k[j];
    next = y + h * sum;
    k[stage + 1] = slope(drop, next);
  }
  Vec2 error{};
  for (std::size_t j = 0; j < 7; ++j) error = error + (h * e[j]) * k[j];
  return {next, k[6], error};
}

}  // namespace

double Drop::energy(Vec2 y) const {
  const double depth = std::max(0.0, -y.x);
  const double elastic = 0.4 * stiffness * depth * depth * std::sqrt(depth);
  return (0.5 * mass * y.y * y.y + mass * gravity * y.x + elastic) / (mass * gravity * height);
}

std::vector<DropPoint> ode45(const Drop& drop, double t_end, double rel_tol, double abs_tol) {
  const double threshold = abs_tol / rel_tol;
  const auto scaled = [&](Vec2 v, Vec2 a, Vec2 b) {
    const auto part = [&](double x, double p, double q) {
      return std::abs(x) / std::max({std::abs(p), std::abs(q), threshold});
    };
    return std::max(part(v.x, a.x, b.x), part(v.y, a.y, b.y));
  };
  const double longest = 0.1 * t_end;
  std::vector<DropPoint> points{{0.0, {drop.height, 0.0}}};
  Vec2 first = slope(drop, points[0].y);
  double rate = scaled(first, points[0].y, points[0].y) / (0.8 * std::pow(rel_tol, 0.2));
  double h = std::min(longest, 1.0 / rate);
  while (points.back().t < t_end) {
    const auto [t, y] = points.back();
    bool failed = false;
    h = std::min({h, longest, t_end - t});
    for (;;) {
      const Step step = step_of(drop, y, first, h);
      const double error = scaled(step.error, y, step.y);
      if (error <= rel_tol) {
        points.push_back({t_end - t <= h ? t_end : t + h, step.y});
        first = step.slope;
        const double shrink = 1.25 * std::pow(error / rel_tol, 0.2);
        if (!failed) h = shrink > 0.2 ? h / shrink : 5.0 * h;
        break;
      }
      // after the first failure the step follows the error, after further ones it is halved
      h *= failed ? 0.5 : std::max(0.1, 0.8 * std::pow(rel_tol / error, 0.2));
      failed = true;
    }
  }
  return points;
}

}  // namespace cuelab::reproduction
