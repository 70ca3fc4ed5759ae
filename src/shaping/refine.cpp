// Levenberg-Marquardt inside bounds.
#include <algorithm>
#include <cmath>
#include <optional>

#include "cuelab/shaping.hpp"
#include "shaping/jacobian.hpp"

namespace cuelab {
namespace {

using shaping::Jacobian;

constexpr double first_damping = 1e-3;
constexpr double least_damping = 1e-12;
constexpr double greatest_damping = 1e8;
constexpr double damping_up = 6.0;
constexpr double damping_down = 0.1;
/// A step or a gain below this share is none.
constexpr double smallest_step = 1e-10;
constexpr double smallest_gain = 1e-9;

/// Solves a symmetric positive definite system by Cholesky's method; false if it is not definite.
bool solve(std::vector<double>& a, std::vector<double>& b, std::size_t n) {
  for (std::size_t j = 0; j < n; ++j) {
    double d = a[j * n + j];
    for (std::size_t k = 0; k < j; ++k) d -= a[j * n + k] * a[j * n + k];
    if (!(d > 0.0)) return false;
    a[j * n + j] = std::sqrt(d);
    for (std::size_t i = j + 1; i < n; ++i) {
      double s = a[i * n + j];
      for (std::size_t k = 0; k < j; ++k) s -= a[i * n + k] * a[j * n + k];
      a[i * n + j] = s / a[j * n + j];
    }
  }
  for (std::size_t i = 0; i < n; ++i) {
    for (std::size_t k = 0; k < i; ++k) b[i] -= a[i * n + k] * b[k];
    b[i] /= a[i * n + i];
  }
  for (std::size_t i = n; i-- > 0;) {
    for (std::size_t k = i + 1; k < n; ++k) b[i] -= a[k * n + i] * b[k];
    b[i] /= a[i * n + i];
  }
  return true;
}

/// Half the gradient of the squared miss, with unknowns that a bound holds left out.
struct Normal {
  std::vector<std::size_t> free{};
  std::vector<double> matrix{};    ///< of the free unknowns
  std::vector<double> gradient{};  ///< of the free unknowns
};

Normal normal_equations(const ShapingProblem& problem, const Jacobian& j, const Attempt& at) {
  Normal out;
  for (std::size_t u = 0; u < j.columns; ++u) {
    double g = 0.0;
    for (std::size_t i = 0; i < j.rows; ++i) g += j.at(i, u) * at.residuals[i].value;
    const Unknown& unknown = problem.unknowns[u];
    const bool held = (at.x[u] <= unknown.min && g > 0.0) || (at.x[u] >= unknown.max && g < 0.0);
    if (held) continue;
    out.free.push_back(u);
    out.gradient.push_back(g);
  }
  for (const std::size_t a : out.free) {
    for (const std::size_t b : out.free) {
      double sum = 0.0;
      for (std::size_t i = 0; i < j.rows; ++i) sum += j.at(i, a) * j.at(i, b);
      out.matrix.push_back(sum);
    }
  }
  return out;
}

/// The damped step from `at`, cut at the bounds; empty if there is none.
std::vector<double> next_point(const ShapingProblem& problem, const Normal& normal,
                               const Attempt& at, double damping) {
  const std::size_t n = normal.free.size();
  std::vector<double> a = normal.matrix;
  std::vector<double> step(n);
  double largest = 0.0;
  for (std::size_t i = 0; i < n; ++i) largest = std::max(largest, a[i * n + i]);
  if (!(largest > 0.0)) return {};
  for (std::size_t i = 0; i < n; ++i) {
    a[i * n + i] += damping * std::max(a[i * n + i], 1e-6 * largest);
    step[i] = -normal.gradient[i];
  }
  if (!solve(a, step, n)) return {};
  std::vector<double> x = at.x;
  double longest = 0.0;
  for (std::size_t i = 0; i < n; ++i) {
    const Unknown& unknown = problem.unknowns[normal.free[i]];
    double& value = x[normal.free[i]];
    const double before = value;
    value = std::clamp(value + step[i] * shaping::range_of(unknown), unknown.min, unknown.max);
    longest = std::max(longest, std::abs(value - before) / shaping::range_of(unknown));
  }
  if (longest < smallest_step) return {};
  return x;
}

/// State of one refinement.
class Refinement {
 public:
  Refinement(const ShapingProblem& problem, const RefineOptions& options)
      : problem_(problem), options_(options) {}

  Refined run(std::span<const double> start) {
    out_.best = attempt(problem_, start);
    out_.simulations = 1;
    renew();
    while (out_.simulations < options_.most_simulations && out_.best.miss > options_.enough) {
      if (!advance()) break;
    }
    return std::move(out_);
  }

 private:
  void renew() {
    if (!(out_.best.miss > options_.enough)) return;
    auto exact = options_.derivatives ? shaping::exact_jacobian(problem_, out_.best) : std::nullopt;
    is_exact_ = exact.has_value();
    is_fresh_ = true;
    if (exact) {
      jacobian_ = *std::move(exact);
    } else {
      out_.by_differences = true;
      jacobian_ = shaping::jacobian_by_differences(problem_, out_.best, out_.simulations);
    }
  }

  /// With a corrected matrix nothing is known; with a fresh one the place is stationary.
  bool give_up() {
    if (is_fresh_) {
      out_.is_stationary = true;
      return false;
    }
    damping_ = first_damping;
    renew();
    return true;
  }

  bool advance() {
    const Normal normal = normal_equations(problem_, jacobian_, out_.best);
    const auto x = next_point(problem_, normal, out_.best, damping_);
    if (x.empty() || damping_ > greatest_damping) return give_up();
    Attempt next = attempt(problem_, x);
    ++out_.simulations;
    if (!(next.miss < out_.best.miss)) {
      damping_ *= damping_up;
      if (is_exact_) return true;
      const bool poor = !is_fresh_;
      if (!poor) return true;
      renew();
      return true;
    }
    const double gain = 1.0 - next.miss / out_.best.miss;
    const bool same = next.residuals.size() == out_.best.residuals.size();
    if (!is_exact_ && same) shaping::correct(problem_, jacobian_, out_.best, next);
    out_.best = std::move(next);
    damping_ = std::max(least_damping, damping_ * damping_down);
    if (gain < smallest_gain) return give_up();
    const bool slow = gain < 0.1 && !is_exact_;
    is_fresh_ = false;
    if (is_exact_ || !same || slow) renew();
    return true;
  }

  const ShapingProblem& problem_;
  const RefineOptions& options_;
  Refined out_{};
  Jacobian jacobian_{};
  double damping_ = first_damping;
  bool is_exact_ = false;
  bool is_fresh_ = false;
};

}  // namespace

Refined refine(const ShapingProblem& problem, std::span<const double> start,
               const RefineOptions& options) {
  return Refinement(problem, options).run(start);
}

}  // namespace cuelab
