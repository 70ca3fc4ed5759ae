#pragma once

namespace cuelab {

/// The unevaluated sum high + low of two doubles, about 106 bits, for the rare cases in which
/// double precision is not enough. Error-free transformations of [Dekker1971] and [Knuth1997];
/// relative error of each operation below 2^-102.
struct DoubleDouble {
  double high = 0.0;
  double low = 0.0;

  constexpr DoubleDouble() = default;
  constexpr DoubleDouble(double x) : high(x) {}
  constexpr DoubleDouble(double h, double l) : high(h), low(l) {}
  explicit constexpr operator double() const { return high + low; }
};

/// a + b exactly.
constexpr DoubleDouble exact_sum(double a, double b) {
  const double s = a + b;
  const double b_part = s - a;
  return {s, (a - (s - b_part)) + (b - b_part)};
}

/// a * b exactly (barring overflow above 1e300 and underflow below 1e-290).
constexpr DoubleDouble exact_product(double a, double b) {
  constexpr double splitter = 134217729.0;  // 2^27 + 1
  const double ca = splitter * a;
  const double a_high = ca - (ca - a);
  const double a_low = a - a_high;
  const double cb = splitter * b;
  const double b_high = cb - (cb - b);
  const double b_low = b - b_high;
  const double p = a * b;
  return {p, ((a_high * b_high - p) + a_high * b_low + a_low * b_high) + a_low * b_low};
}

constexpr DoubleDouble renormalized(double high, double low) {
  const double s = high + low;
  return {s, low - (s - high)};
}

constexpr DoubleDouble operator+(DoubleDouble a, DoubleDouble b) {
  const DoubleDouble s = exact_sum(a.high, b.high);
  const DoubleDouble t = exact_sum(a.low, b.low);
  const DoubleDouble u = renormalized(s.high, s.low + t.high);
  return renormalized(u.high, u.low + t.low);
}
constexpr DoubleDouble operator-(DoubleDouble a) { return {-a.high, -a.low}; }
constexpr DoubleDouble operator-(DoubleDouble a, DoubleDouble b) { return a + -b; }
constexpr DoubleDouble operator*(DoubleDouble a, DoubleDouble b) {
  const DoubleDouble p = exact_product(a.high, b.high);
  return renormalized(p.high, p.low + (a.high * b.low + a.low * b.high));
}
constexpr DoubleDouble operator/(DoubleDouble a, DoubleDouble b) {
  const double q1 = a.high / b.high;
  const DoubleDouble r1 = a - b * q1;
  const double q2 = r1.high / b.high;
  const DoubleDouble r2 = r1 - b * q2;
  const DoubleDouble q = renormalized(q1, q2);
  return q + r2.high / b.high;
}
constexpr bool operator<(DoubleDouble a, DoubleDouble b) {
  return a.high < b.high || (a.high == b.high && a.low < b.low);
}
constexpr DoubleDouble magnitude(DoubleDouble a) { return a < DoubleDouble{} ? -a : a; }
constexpr double magnitude(double a) { return a < 0.0 ? -a : a; }

}  // namespace cuelab
