#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>

namespace cuelab::along_impulse {

inline constexpr std::size_t nodes = 4;

/// Gauss's nodes on [0, 1].
inline constexpr std::array<double, nodes> gauss = {0.06943184420297371239, 0.33000947820757186760,
                                                    0.66999052179242813240, 0.93056815579702628761};

/// Weights that integrate a polynomial given at the nodes, up to each node and over the whole.
struct Collocation {
  std::array<double, nodes> c{};
  std::array<std::array<double, nodes>, nodes> a{};  ///< a[j][i]: of node j, up to node i
  std::array<double, nodes> b{};
};

/// Integral from 0 to x of the polynomial that is 1 at node j and 0 at the others.
constexpr double lagrange_integral(std::size_t j, double x) {
  std::array<double, nodes> p = {1.0};  // coefficients, constant first
  std::size_t degree = 0;
  for (std::size_t k = 0; k < nodes; ++k) {
    if (k == j) continue;
    const double scale = 1.0 / (gauss[j] - gauss[k]);
    for (std::size_t i = ++degree; i > 0; --i) {
      p[i] = scale * (p[i - 1] - gauss[k] * (i < degree ? p[i] : 0.0));
    }
    p[0] *= -scale * gauss[k];
  }
  double sum = 0.0;
  for (std::size_t i = nodes; i-- > 0;) sum = (sum + p[i] / static_cast<double>(i + 1)) * x;
  return sum;
}

constexpr Collocation make_even() {
  Collocation rule{.c = gauss};
  for (std::size_t j = 0; j < nodes; ++j) {
    for (std::size_t i = 0; i < nodes; ++i) rule.a[j][i] = lagrange_integral(j, gauss[i]);
    rule.b[j] = lagrange_integral(j, 1.0);
  }
  return rule;
}

/// Gauss collocation.
inline constexpr Collocation even = make_even();

/// A panel that goes a part of the way to the end of a slip may be graded: in x, where the part of
/// the way is 1 - (1 - grade x)^4, since the slip's direction turns with the logarithm of what is
/// left of it. Grade 1 goes to its end.
constexpr double part_of_way(double grade) {
  const double left = (1.0 - grade) * (1.0 - grade);
  return 1.0 - left * left;
}

inline double grade_for(double part) {
  return 1.0 - std::sqrt(std::sqrt(1.0 - std::min(1.0, part)));
}

/// Gauss collocation in x.
constexpr Collocation graded(double grade) {
  constexpr double slight = 1e-3;  // makes no difference, and the differences below lose digits
  Collocation rule = even;
  if (grade < slight) return rule;
  const double whole = part_of_way(grade);
  for (std::size_t j = 0; j < nodes; ++j) {
    const double left = 1.0 - grade * gauss[j];
    const double pace = 4.0 * grade * left * left * left / whole;
    rule.c[j] = part_of_way(grade * gauss[j]) / whole;
    rule.b[j] *= pace;
    for (std::size_t i = 0; i < nodes; ++i) rule.a[j][i] *= pace;
  }
  return rule;
}

/// Coefficients of Legendre's polynomials from values at the nodes: row k gives that of degree k.
constexpr std::array<std::array<double, nodes>, nodes> make_legendre() {
  std::array<std::array<double, nodes>, nodes> row{};
  for (std::size_t j = 0; j < nodes; ++j) {
    const double x = 2.0 * gauss[j] - 1.0;
    std::array<double, nodes> p = {1.0, x};
    for (std::size_t k = 2; k < nodes; ++k) {
      const double d = static_cast<double>(k);
      p[k] = ((2.0 * d - 1.0) * x * p[k - 1] - (d - 1.0) * p[k - 2]) / d;
    }
    for (std::size_t k = 0; k < nodes; ++k) {
      row[k][j] = (2.0 * static_cast<double>(k) + 1.0) * even.b[j] * p[k];
    }
  }
  return row;
}

inline constexpr std::array<std::array<double, nodes>, nodes> legendre = make_legendre();

}  // namespace cuelab::along_impulse
