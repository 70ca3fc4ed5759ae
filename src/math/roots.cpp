#include "math/roots.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace cuelab {
namespace {

/// The rounding error of a Bernstein coefficient (forming, scaling, shifting, combining) is below
/// this many units of roundoff: 2^-53 for double, 2^-102 for double-double.
constexpr double rounding_count = 40.0;

template <class Number>
constexpr double unit = 0.0;
template <>
constexpr double unit<double> = 1.1102230246251565e-16;
template <>
constexpr double unit<DoubleDouble> = 1.9721522630525295e-31;

/// An interval narrower than this fraction of its right end is not split again.
template <class Number>
constexpr double narrowest = 0.0;
template <>
constexpr double narrowest<double> = 1e-7;
template <>
constexpr double narrowest<DoubleDouble> = 1e-14;

template <class Number>
using Coefficients = std::array<Number, 5>;

/// Bernstein coefficients of p on [l, l + w].
template <class Number>
Coefficients<Number> bernstein(Coefficients<Number> q, double l, double w) {
  // Taylor shift to l, by repeated synthetic division
  if (l != 0.0) {
    for (std::size_t i = 0; i < 4; ++i) {
      for (std::size_t k = 4; k-- > i;) q[k] = q[k] + q[k + 1] * Number(l);
    }
  }
  // scale the interval to [0, 1]
  double power = 1.0;
  for (std::size_t k = 1; k < 5; ++k) {
    power *= w;
    q[k] = q[k] * Number(power);
  }
  return {q[0], q[0] + q[1] * Number(0.25), q[0] + q[1] * Number(0.5) + q[2] / Number(6.0),
          q[0] + q[1] * Number(0.75) + q[2] * Number(0.5) + q[3] * Number(0.25),
          q[0] + q[1] + q[2] + q[3] + q[4]};
}

/// p and its derivative at x.
template <class Number>
struct Value {
  Number p;
  Number slope;
};
template <class Number>
Value<Number> evaluate(const Coefficients<Number>& c, Number x) {
  Number p = c[4];
  Number slope = Number(0.0);
  for (std::size_t k = 4; k-- > 0;) {
    slope = slope * x + p;
    p = p * x + c[k];
  }
  return {p, slope};
}

/// The only root in [lo, hi], where p falls through zero, by Newton's method inside the bracket.
template <class Number>
double polish(const Coefficients<Number>& c, double lo, double hi, double guess) {
  constexpr int most_steps = 200;      // bisection alone needs fewer
  constexpr double converged = 1e-10;  // Newton's method squares this error in its last step
  double x = guess;
  for (int step = 0; step < most_steps; ++step) {
    const Value<Number> at = evaluate(c, Number(x));
    const double p = static_cast<double>(at.p);
    const double slope = static_cast<double>(at.slope);
    (p > 0.0 ? lo : hi) = x;
    const double newton = x - p / slope;
    const bool inside = slope < 0.0 && newton >= lo && newton <= hi;
    const double next = inside ? newton : 0.5 * (lo + hi);
    const bool done = std::abs(next - x) <= (inside ? converged : 2.0 * unit<double>)*next;
    x = next;
    if (done) break;
  }
  return x;
}

/// What the Bernstein coefficients of an interval imply, given b[0] > 0.
enum class Verdict : std::uint8_t { no_root, one_root, split, hidden };

template <class Number>
Verdict classify(const Coefficients<Number>& b, double error) {
  // hidden: p is within the rounding error on the whole interval; splitting it would not help
  double largest = 0.0;
  for (const Number& value : b) largest = std::max(largest, std::abs(static_cast<double>(value)));
  if (largest <= error) return Verdict::hidden;

  // the sign at the right end is used as computed: a root that rounding moves across the end of an
  // interval is found in the next one
  const bool falls = static_cast<double>(b[4]) < 0.0;

  // one root: no coefficient that may be negative precedes one that may be positive
  if (falls) {
    std::size_t first_maybe_negative = 4;
    std::size_t last_maybe_positive = 0;
    for (std::size_t k = 1; k < 4; ++k) {
      const double value = static_cast<double>(b[k]);
      if (value <= error) first_maybe_negative = std::min(first_maybe_negative, k);
      if (value >= -error) last_maybe_positive = k;
    }
    return last_maybe_positive <= first_maybe_negative ? Verdict::one_root : Verdict::split;
  }
  for (std::size_t k = 1; k < 4; ++k) {
    if (static_cast<double>(b[k]) <= error) return Verdict::split;
  }
  return Verdict::no_root;
}

/// Root of the first three terms of p if it lies in [l, r], a good estimate for imminent contacts;
/// otherwise the midpoint.
template <class Number>
double first_guess(const Coefficients<Number>& p, double l, double r) {
  const double c = static_cast<double>(p[0]);
  const double b = static_cast<double>(p[1]);
  const double discriminant = b * b - 4.0 * static_cast<double>(p[2]) * c;
  const double x = 2.0 * c / (std::sqrt(std::max(discriminant, 0.0)) - b);
  return x > l && x < r ? x : 0.5 * (l + r);
}

/// Where to split [0, 1] first: near the minimum, which separates entry and exit roots.
template <class Number>
double first_split(const Coefficients<Number>& p) {
  const double x = -0.5 * static_cast<double>(p[1]) / static_cast<double>(p[2]);
  return x > 0.01 && x < 0.99 ? x : 0.5;
}

template <class Number>
Descent search(const Coefficients<Number>& p, const Quartic& size) {
  double l = 0.0;
  double w = 1.0;
  while (l < 1.0) {
    w = std::min(w, 1.0 - l);
    const Coefficients<Number> b = bernstein(p, l, w);

    // bound of |p|, and so of the rounding error, up to the right end of the interval
    const double r = l + w;
    const double scale = (((size[4] * r + size[3]) * r + size[2]) * r + size[1]) * r + size[0];
    const double error = rounding_count * unit<Number> * scale;

    const Verdict verdict = classify(b, error);
    if (verdict == Verdict::one_root) {
      return {Descent::Kind::found, polish(p, l, r, first_guess(p, l, r)), false};
    }
    if (verdict == Verdict::split && w > narrowest<Number> * r) {
      w *= w == 1.0 ? first_split(p) : 0.5;
      continue;
    }
    // a minimum or a cluster of roots hidden by the rounding error
    if (verdict != Verdict::no_root) {
      if constexpr (unit<Number> == unit<double>) return {Descent::Kind::unsure, l, false};
      if (static_cast<double>(b[4]) < 0.0) {
        return {Descent::Kind::found, polish(p, l, r, l + 0.5 * w), false};
      }
    }
    l = r;
    w *= 2.0;
  }
  return {Descent::Kind::none, 0.0, false};
}

}  // namespace

Descent first_descent(const Quartic& p, const Quartic& size) {
  // quick test: no Bernstein coefficient on [0, 1] may be negative
  const double error =
      rounding_count * unit<double> * (size[0] + size[1] + size[2] + size[3] + size[4]);
  const double b1 = p[0] + 0.25 * p[1];
  const double b2 = p[0] + 0.5 * p[1] + p[2] * (1.0 / 6.0);
  const double b3 = p[0] + 0.75 * p[1] + 0.5 * p[2] + 0.25 * p[3];
  const double b4 = p[0] + p[1] + p[2] + p[3] + p[4];
  if (std::min(std::min(b1, b2), std::min(b3, b4)) > error) return {};
  return search(p, size);
}

Descent first_descent(const WideQuartic& p) {
  Quartic size;
  for (std::size_t k = 0; k < 5; ++k) size[k] = std::abs(p[k].high);
  return search(p, size);
}

double smallest_positive_root(const Quartic& p) {
  std::size_t degree = 4;
  while (degree > 0 && p[degree] == 0.0) --degree;
  if (degree == 0) return std::numeric_limits<double>::infinity();

  // no root lies beyond twice the largest |c_k / c_n|^(1/(n-k)) [Fujiwara1916]; a power of two
  // bounds it from above
  int exponent = std::numeric_limits<int>::min();
  for (std::size_t k = 0; k < degree; ++k) {
    if (p[k] == 0.0) continue;
    const int ratio = std::ilogb(p[k]) - std::ilogb(p[degree]) + 1;
    const int n = static_cast<int>(degree - k);
    exponent = std::max(exponent, ratio >= 0 ? (ratio + n - 1) / n + 1 : 1 - (-ratio / n));
  }

  // scale to [0, 1], to values of order one and to p(0) > 0; by powers of two, so exactly
  const auto power = [&](std::size_t k) { return exponent * static_cast<int>(k); };
  int largest = std::numeric_limits<int>::min();
  for (std::size_t k = 0; k <= degree; ++k) {
    if (p[k] != 0.0) largest = std::max(largest, std::ilogb(p[k]) + power(k));
  }
  Quartic scaled;
  Quartic size;
  WideQuartic wide;
  for (std::size_t k = 0; k < 5; ++k) {
    scaled[k] = std::ldexp(p[0] < 0.0 ? -p[k] : p[k], power(k) - largest);
    size[k] = std::abs(scaled[k]);
    wide[k] = scaled[k];
  }
  // the quick test rejects most polynomials without a root; the search in double-double gives the
  // digits that double arithmetic cannot
  constexpr double none = std::numeric_limits<double>::infinity();
  if (first_descent(scaled, size).kind == Descent::Kind::none) return none;
  const Descent descent = first_descent(wide);
  return descent.kind == Descent::Kind::found ? std::ldexp(descent.x, exponent) : none;
}

}  // namespace cuelab
