#include "shaping/jacobian.hpp"

#include <array>
#include <cmath>
#include <string>

#include "shaping/path.hpp"

namespace cuelab::shaping {
namespace {

/// Step of differences, in ranges of the unknown.
constexpr double difference_step = 2e-4;

/// Derivatives of a ball's start with respect to a quantity: velocity x, y and spin x, y, z.
using StartRates = std::array<double, 5>;

StartRates start_rates(const ShapingProblem& problem, const Scene& scene, Quantity quantity) {
  const Ball& ball = scene.balls[problem.start->ball];
  const Vec2 v = flat(ball.start.v);
  const Vec2 w = flat(ball.start.w);
  const double speed = norm(v);
  const Vec2 e = speed > 0.0 ? (1.0 / speed) * v : Vec2{1.0, 0.0};
  const Vec2 n = left_of(e);
  switch (quantity) {
    case Quantity::ball_speed: {
      const double roll = problem.start->rolling ? 1.0 / ball.spec.radius : 0.0;
      return {e.x, e.y, roll * n.x, roll * n.y, 0.0};
    }
    case Quantity::direction: {
      const Vec2 dv = degree * left_of(v);
      const Vec2 dw = degree * left_of(w);
      return {dv.x, dv.y, dw.x, dw.y, 0.0};
    }
    case Quantity::spin_along:
      return {0.0, 0.0, e.x, e.y, 0.0};
    case Quantity::spin_across:
      return {0.0, 0.0, n.x, n.y, 0.0};
    default:
      return {0.0, 0.0, 0.0, 0.0, 1.0};
  }
}

/// Numbers of the scene on which the unknowns depend, and the derivatives of these.
struct Columns {
  std::vector<SceneNumber> numbers{};
  std::vector<double> rates{};  ///< number * unknowns + unknown
};

std::optional<Columns> columns_of(const ShapingProblem& problem, const Scene& scene) {
  const std::size_t n = problem.unknowns.size();
  Columns out;
  const auto add = [&](const std::string& key) {
    auto number = SceneNumber::find(scene, key);
    if (!number) return false;
    out.numbers.push_back(*std::move(number));
    out.rates.resize(out.numbers.size() * n, 0.0);
    return true;
  };
  for (std::size_t u = 0; u < n; ++u) {
    const Quantity q = problem.unknowns[u].quantity;
    if (q > Quantity::elevation) continue;
    if (!add("shot." + std::string(name_of(q)))) return {};
    out.rates[(out.numbers.size() - 1) * n + u] = 1.0;
  }
  if (!problem.start) return out;
  const std::string ball = "balls." + std::to_string(problem.start->ball) + ".";
  const std::size_t first = out.numbers.size();
  for (const char* key : {"velocity.0", "velocity.1", "spin.0", "spin.1", "spin.2"}) {
    if (!add(ball + key)) return {};
  }
  for (std::size_t u = 0; u < n; ++u) {
    const Quantity q = problem.unknowns[u].quantity;
    if (q <= Quantity::elevation) continue;
    const StartRates rates = start_rates(problem, scene, q);
    for (std::size_t i = 0; i < rates.size(); ++i) out.rates[(first + i) * n + u] = rates[i];
  }
  return out;
}

}  // namespace

double range_of(const Unknown& unknown) { return unknown.max - unknown.min; }

std::optional<Jacobian> exact_jacobian(const ShapingProblem& problem, const Attempt& at) {
  for (const Residual& r : at.residuals) {
    if (!r.is_position) return {};
  }
  const Scene scene = scene_of(problem, at.x);
  const auto columns = columns_of(problem, scene);
  if (!columns) return {};
  const auto found = differentiate(scene, at.trajectory, columns->numbers);
  if (!found) return {};
  for (const Undefined reason : found->column_undefined) {
    if (reason != Undefined::no) return {};
  }
  const std::size_t n = problem.unknowns.size();
  Jacobian out{at.residuals.size(), n, std::vector<double>(at.residuals.size() * n, 0.0)};
  for (std::size_t i = 0; i < at.residuals.size(); ++i) {
    const Residual& r = at.residuals[i];
    if (r.along == Vec2{}) continue;
    const std::uint32_t index = piece_at(at.trajectory, r.ball, r.t);
    if (index == none || found->piece_undefined[index] != Undefined::no) return {};
    for (std::size_t c = 0; c < columns->numbers.size(); ++c) {
      const StateTangent tangent =
          tangent_on(at.trajectory.pieces[index], found->pieces[index * found->columns + c], r.t);
      const double slope = dot(r.along, flat(tangent.r));
      for (std::size_t u = 0; u < n; ++u) {
        out.at(i, u) += slope * columns->rates[c * n + u] * range_of(problem.unknowns[u]);
      }
    }
  }
  for (const double value : out.values) {
    if (!std::isfinite(value)) return {};
  }
  return out;
}

Jacobian jacobian_by_differences(const ShapingProblem& problem, const Attempt& at,
                                 std::size_t& simulations) {
  const std::size_t n = problem.unknowns.size();
  Jacobian out{at.residuals.size(), n, std::vector<double>(at.residuals.size() * n, 0.0)};
  for (std::size_t u = 0; u < n; ++u) {
    const Unknown& unknown = problem.unknowns[u];
    const double up = difference_step * range_of(unknown);
    const bool is_high = at.x[u] + up > unknown.max;
    for (const double h : {is_high ? -up : up, is_high ? up : -up}) {
      std::vector<double> x = at.x;
      x[u] += h;
      const Attempt moved = attempt(problem, x);
      ++simulations;
      if (moved.residuals.size() != at.residuals.size()) continue;
      for (std::size_t i = 0; i < at.residuals.size(); ++i) {
        const double change = moved.residuals[i].value - at.residuals[i].value;
        out.at(i, u) = change / h * range_of(unknown);
      }
      break;
    }
  }
  return out;
}

void correct(const ShapingProblem& problem, Jacobian& jacobian, const Attempt& at,
             const Attempt& next) {
  if (at.residuals.size() != jacobian.rows || next.residuals.size() != jacobian.rows) return;
  std::vector<double> step(jacobian.columns);
  double square = 0.0;
  for (std::size_t u = 0; u < jacobian.columns; ++u) {
    step[u] = (next.x[u] - at.x[u]) / range_of(problem.unknowns[u]);
    square += step[u] * step[u];
  }
  if (!(square > 0.0)) return;
  for (std::size_t i = 0; i < jacobian.rows; ++i) {
    double error = next.residuals[i].value - at.residuals[i].value;
    for (std::size_t u = 0; u < jacobian.columns; ++u) error -= jacobian.at(i, u) * step[u];
    for (std::size_t u = 0; u < jacobian.columns; ++u) {
      jacobian.at(i, u) += error * step[u] / square;
    }
  }
}

}  // namespace cuelab::shaping
