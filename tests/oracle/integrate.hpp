#pragma once

#include <array>
#include <cstddef>
#include <vector>

#include "real.hpp"

namespace oracle {

using State = std::vector<Real>;

/// The method of Gragg, Bulirsch and Stoer with six columns, order 12: the modified midpoint rule
/// with 2, 4, ... 12 substeps, extrapolated to substeps of length 0. A model offers
///   derivative(y, dy)     the equations of motion,
///   passed(y)             has any contact passed a switching point?
///   toggle(y)             switch every contact that has,
///   scale(k)              of component k in the error norm.
/// Switching points are located by bisecting the length of the step, so that every force is smooth
/// within each step.
template <class Model>
class Integrator {
 public:
  Integrator(Model& model, State start, double tolerance)
      : y(std::move(start)), model_(model), tolerance_(tolerance), f0_(y.size()), f_(y.size()) {}

  State y;
  Real t = 0;

  /// To `end`; `seen(t0, y0, t1, y1)` is called after every step.
  template <class Seen>
  void advance(Real end, Seen seen) {
    while (end - t > 0) {
      Real h = h_ < end - t ? h_ : end - t;
      const bool last = h == end - t;
      State next(y.size());
      const Real error = step(h, next);
      const Real growth = power(error);
      if (error > 1) {
        h_ = h * growth;
        continue;
      }
      const bool switching = model_.passed(next);
      if (switching) h = locate(h, next);
      seen(t, y, t + h, next);
      t = last && !switching ? end : t + h;
      y = next;
      if (switching) model_.toggle(y);
      if (!last || switching) h_ = switching ? first_step : h * growth;
      if (h_ > longest_step) h_ = longest_step;
    }
  }

 private:
  static constexpr std::size_t columns = 6;
  static constexpr double first_step = 1e-7;    // after a switching point [s]
  static constexpr double longest_step = 5e-5;  // so that no contact is stepped over [s]

  /// One step of length h; returns the error in units of the tolerance.
  Real step(Real h, State& result) {
    model_.derivative(y, f0_);
    std::array<State, columns> previous, row;
    for (std::size_t j = 0; j < columns; ++j) {
      const int n = 2 * (static_cast<int>(j) + 1);
      row[0] = midpoint(h, n);
      for (std::size_t k = 1; k <= j; ++k) {
        const Real ratio = Real(n) / (n - 2 * static_cast<int>(k));
        row[k].resize(y.size());
        for (std::size_t i = 0; i < y.size(); ++i) {
          row[k][i] = row[k - 1][i] + (row[k - 1][i] - previous[k - 1][i]) / (ratio * ratio - 1);
        }
      }
      previous = row;
    }
    result = row[columns - 1];
    Real worst = 0;
    for (std::size_t i = 0; i < y.size(); ++i) {
      const Real off = abs(result[i] - row[columns - 2][i]) / (tolerance_ * model_.scale(i));
      if (!(off <= worst)) worst = off;
    }
    return worst;
  }

  State midpoint(Real h, int n) {
    const Real s = h / n;
    State before = y, now = y;
    for (std::size_t i = 0; i < y.size(); ++i) now[i] += s * f0_[i];
    for (int m = 1; m < n; ++m) {
      model_.derivative(now, f_);
      for (std::size_t i = 0; i < y.size(); ++i) before[i] += 2 * s * f_[i];
      std::swap(before, now);
    }
    model_.derivative(now, f_);
    for (std::size_t i = 0; i < y.size(); ++i) {
      now[i] = (now[i] + before[i] + s * f_[i]) / 2;
    }
    return now;
  }

  /// The length of the step at which the first switching point has just been passed.
  Real locate(Real h, State& next) {
    Real least = 0;
    State trial(y.size());
    for (int k = 0; k < 70 && h - least > 1e-19; ++k) {
      const Real middle = (least + h) / 2;
      step(middle, trial);
      if (model_.passed(trial)) {
        h = middle;
        next = trial;
      } else {
        least = middle;
      }
    }
    return h;
  }

  /// The factor by which the next step is longer: 0.9 error^(-1/11), between 0.1 and 4.
  static Real power(Real error) {
    const double e = static_cast<double>(error);
    if (!(e < 1e20)) return Real(0.1L);
    const double factor = e > 1e-20 ? 0.9 * std::pow(e, -1.0 / 11.0) : 4.0;
    return factor < 0.1 ? 0.1 : factor > 4.0 ? 4.0 : factor;
  }

  Model& model_;
  double tolerance_;
  Real h_ = first_step;
  State f0_, f_;
};

/// The greatest value of the cubic through x0, x1 with slopes v0, v1 over a step of length h.
inline Real peak(Real x0, Real v0, Real x1, Real v1, Real h) {
  Real best = x0 > x1 ? x0 : x1;
  if (!(v0 > 0) || !(v1 < 0)) return best;
  // slope: v0 + 2 b s + 3 a s^2, s from 0 to 1
  const Real p = v0 * h, q = v1 * h, d = x1 - x0;
  const Real a = p + q - 2 * d, b = 3 * d - 2 * p - q;
  const Real s = -p / (b - sqrt(b * b - 3 * a * p));
  return x0 + s * (p + s * (b + s * a));
}

}  // namespace oracle
