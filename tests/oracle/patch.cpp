#include "patch.hpp"

#include <cmath>
#include <vector>

namespace oracle {
namespace {

constexpr double pi = 3.14159265358979323846;
constexpr double R = 0.028575, g = 9.81, mu = 0.2, a = 3.0804134e-3, d = 0.6493455, eps = 1e-3;

struct Node {
  double x, weight;
};

/// Gauss-Legendre on (-1, 1), by Newton's method.
std::vector<Node> nodes(int n) {
  std::vector<Node> all;
  for (int i = 0; i < n; ++i) {
    double x = std::cos(pi * (i + 0.75) / (n + 0.5)), slope = 0;
    for (int pass = 0; pass < 50; ++pass) {
      double p = 1, before = 0;
      for (int k = 1; k <= n; ++k) {
        const double next = ((2 * k - 1) * x * p - (k - 1) * before) / k;
        before = p;
        p = next;
      }
      slope = n * (x * p - before) / (x * x - 1);
      x -= p / slope;
    }
    all.push_back({x, 2 / ((1 - x * x) * slope * slope)});
  }
  return all;
}

/// The integrals over the disc for slip v along x and spin w > 0, in polar coordinates about the
/// centre of rotation (0, v / w): there the direction of the velocity depends on the angle alone.
PatchLoad integrate(double v, double w, double dx, double dy) {
  static const std::vector<Node> angles = nodes(20), radii = nodes(12);
  const double k = v / w;
  PatchLoad sum;
  const auto add_ray = [&](double cosine, double sine, double weight) {
    // points (rho cosine, k + rho sine) within the disc; rho = middle + half sin(phi)
    const double middle = -k * sine, half2 = 1 - k * k * cosine * cosine;
    if (half2 <= 0) return;
    const double half = std::sqrt(half2);
    const double from = std::asin(std::fmax(-1.0, std::fmin(1.0, -middle / half)));
    const double centre = (pi / 2 + from) / 2, width = (pi / 2 - from) / 2;
    for (const Node& node : radii) {
      const double phi = centre + width * node.x, height = half * std::cos(phi);
      const double rho = middle + half * std::sin(phi);
      const double x = rho * cosine, y = k + rho * sine;
      const double part =
          weight * width * node.weight * 1.5 / pi * height * height * (1 + dx * x + dy * y) * rho;
      sum.Tx -= part * sine;
      sum.Ty += part * cosine;
      sum.M += part * (x * cosine + y * sine);
    }
  };
  if (k < 1) {
    // quarters, because the rays change most where they pass the rim
    for (int quarter = 0; quarter < 4; ++quarter) {
      for (const Node& node : angles) {
        const double theta = pi / 4 * (2 * quarter + 1 + node.x);
        add_ray(std::cos(theta), std::sin(theta), pi / 4 * node.weight);
      }
    }
  } else {
    // rays within asin(1 / k) of the middle; cosine = sin(tau) / k
    for (const Node& node : angles) {
      const double tau = pi / 2 * node.x, cosine = std::sin(tau) / k;
      const double sine = -std::sqrt(1 - cosine * cosine);
      add_ray(cosine, sine, pi / 2 * node.weight * std::cos(tau) / (k * -sine));
    }
  }
  return sum;
}

}  // namespace

PatchLoad patch_load(double vx, double vy, double w, double dx, double dy) {
  const double v = std::hypot(vx, vy);
  if (v == 0 && w == 0) return {};
  const double c = v > 0 ? vx / v : 1, s = v > 0 ? vy / v : 0;
  const double ex = c * dx + s * dy, ey = c * dy - s * dx;
  PatchLoad f;
  if (std::abs(w) < 1e-9 * v) {
    f = {1, 0, -ey / 5};
  } else {
    // spin to the right is the mirror image
    const double side = w > 0 ? 1 : -1;
    f = integrate(v, std::abs(w), ex, side * ey);
    f.Ty *= side;
    f.M *= side;
  }
  return {c * f.Tx - s * f.Ty, s * f.Tx + c * f.Ty, f.M};
}

namespace {

using State = std::array<double, 7>;  // x, y, v, w

State derivative(const State& y, bool surface) {
  const double ux = y[2] - R * y[5], uy = y[3] + R * y[4];
  const double rx = surface ? R * y[5] : y[2], ry = surface ? -R * y[4] : y[3];
  const double roll = std::hypot(rx, ry);
  const double size = roll > 0 ? d * std::tanh(roll / eps) / roll : 0;
  const double dx = size * rx, dy = size * ry;
  const PatchLoad f = patch_load(ux / a, uy / a, y[6], dx, dy);
  const double soft = std::tanh(std::hypot(ux, uy, a * y[6]) / eps);
  const double Fx = -mu * g * soft * f.Tx, Fy = -mu * g * soft * f.Ty;  // per mass
  const double I = 0.4 * R * R;
  return {y[2],
          y[3],
          Fx,
          Fy,
          (R * Fy + a * g / 5 * dy) / I,
          (-R * Fx - a * g / 5 * dx) / I,
          -mu * g * a * soft * f.M / I};
}

State moved(const State& y, double h, const State& f) {
  State z = y;
  for (std::size_t i = 0; i < z.size(); ++i) z[i] += h * f[i];
  return z;
}

}  // namespace

namespace {

/// Runge-Kutta steps until rest; each state is shown to `see` with its number.
template <class See>
State run_to_rest(const PatchShot& shot, See see) {
  constexpr double h = 2e-4;
  State y{0, 0, shot.vx, shot.vy, shot.wx, shot.wy, shot.wz};
  for (int n = 0; n < 200'000; ++n) {
    see(n, y);
    const State k1 = derivative(y, shot.surface),
                k2 = derivative(moved(y, h / 2, k1), shot.surface),
                k3 = derivative(moved(y, h / 2, k2), shot.surface),
                k4 = derivative(moved(y, h, k3), shot.surface);
    for (std::size_t i = 0; i < y.size(); ++i)
      y[i] += h / 6 * (k1[i] + 2 * k2[i] + 2 * k3[i] + k4[i]);
    if (n > 2500 && std::hypot(y[2], y[3]) < 1e-5) break;
  }
  return y;
}

}  // namespace

std::vector<double> patch_passes(const PatchShot& shot,
                                 const std::vector<std::array<double, 2>>& points) {
  // nearest among the steps, then across the velocity there: steps are so short that the path
  // between two of them is straight
  std::vector<double> least(points.size(), 1e300), distance(points.size());
  const State end = run_to_rest(shot, [&](int, const State& y) {
    for (std::size_t i = 0; i < points.size(); ++i) {
      const double x = points[i][0] - y[0], z = points[i][1] - y[1];
      if (x * x + z * z >= least[i]) continue;
      least[i] = x * x + z * z;
      distance[i] = (y[2] * z - y[3] * x) / std::hypot(y[2], y[3]);
    }
  });
  distance.insert(distance.end(), {end[0], end[1]});
  return distance;
}

std::array<double, 4> patch_run(const PatchShot& shot) {
  std::array<double, 4> out{};
  const State y = run_to_rest(shot, [&](int n, const State& at) {
    if (n == 2500) {
      out[0] = at[0];
      out[1] = at[1];
    }
  });
  out[2] = y[0];
  out[3] = y[1];
  return out;
}

}  // namespace oracle
