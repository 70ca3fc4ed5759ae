#pragma once

#include <array>
#include <cmath>
#include <cstddef>
#include <cstring>
#include <type_traits>

#include "cuelab/vec.hpp"
#include "math/elementary.hpp"
#include "math/lanes.hpp"

namespace cuelab {

/// N numbers, in SIMD vectors of four. Each is rounded like a scalar.
template <std::size_t N>
struct DualParts {
  static_assert(N % lane_count == 0);
  std::array<Lanes, N / lane_count> lanes{};

  double& operator[](std::size_t i) { return reinterpret_cast<double*>(lanes.data())[i]; }
  double operator[](std::size_t i) const { return lanes[i / lane_count][i % lane_count]; }
  friend bool operator==(const DualParts& a, const DualParts& b) {
    return std::memcmp(&a, &b, sizeof a) == 0;
  }
};

/// A number and its derivatives with respect to N parameters (forward-mode differentiation).
/// Comparisons look at the number alone, so a function of duals takes the branches that it takes
/// for plain numbers, and its derivatives are those of the branch taken.
template <std::size_t N>
struct Dual {
  using Derivatives = DualParts<N>;
  double value = 0.0;
  Derivatives d{};

  constexpr Dual() = default;
  constexpr Dual(double x) : value(x) {}  // NOLINT: constants mix with duals
  constexpr Dual(double x, const Derivatives& derivatives) : value(x), d(derivatives) {}

  constexpr Dual& operator+=(const Dual& b) { return *this = *this + b; }
  constexpr Dual& operator-=(const Dual& b) { return *this = *this - b; }

  /// f(x) for a function with the value f and the derivative slope at x.
  [[gnu::always_inline]] static constexpr Dual chain(double f, double slope, const Dual& x) {
    return make(f, [&](std::size_t i) { return slope * x.d.lanes[i]; });
  }
  /// The derivatives, four at a time.
  template <class F>
  [[gnu::always_inline]] static constexpr Dual make(double value, F derivative) {
    Dual y(value);
    for (std::size_t i = 0; i < N / lane_count; ++i) y.d.lanes[i] = derivative(i);
    return y;
  }

  [[gnu::always_inline]] friend constexpr Dual operator+(const Dual& a, const Dual& b) {
    return make(a.value + b.value, [&](std::size_t i) { return a.d.lanes[i] + b.d.lanes[i]; });
  }
  [[gnu::always_inline]] friend constexpr Dual operator-(const Dual& a, const Dual& b) {
    return make(a.value - b.value, [&](std::size_t i) { return a.d.lanes[i] - b.d.lanes[i]; });
  }
  [[gnu::always_inline]] friend constexpr Dual operator*(const Dual& a, const Dual& b) {
    return make(a.value * b.value,
                [&](std::size_t i) { return a.d.lanes[i] * b.value + a.value * b.d.lanes[i]; });
  }
  [[gnu::always_inline]] friend constexpr Dual operator/(const Dual& a, const Dual& b) {
    const double ratio = a.value / b.value;
    const double inverse = 1.0 / b.value;
    return make(ratio,
                [&](std::size_t i) { return (a.d.lanes[i] - ratio * b.d.lanes[i]) * inverse; });
  }
  [[gnu::always_inline]] friend constexpr Dual operator-(const Dual& a) {
    return chain(-a.value, -1.0, a);
  }

  // with constants
  [[gnu::always_inline]] friend constexpr Dual operator+(const Dual& a, double b) {
    return {a.value + b, a.d};
  }
  [[gnu::always_inline]] friend constexpr Dual operator+(double a, const Dual& b) {
    return {a + b.value, b.d};
  }
  [[gnu::always_inline]] friend constexpr Dual operator-(const Dual& a, double b) {
    return {a.value - b, a.d};
  }
  [[gnu::always_inline]] friend constexpr Dual operator-(double a, const Dual& b) {
    return chain(a - b.value, -1.0, b);
  }
  [[gnu::always_inline]] friend constexpr Dual operator*(const Dual& a, double b) {
    return chain(a.value * b, b, a);
  }
  [[gnu::always_inline]] friend constexpr Dual operator*(double a, const Dual& b) {
    return chain(a * b.value, a, b);
  }
  [[gnu::always_inline]] friend constexpr Dual operator/(const Dual& a, double b) {
    return chain(a.value / b, 1.0 / b, a);
  }
  [[gnu::always_inline]] friend constexpr Dual operator/(double a, const Dual& b) {
    return chain(a / b.value, -a / (b.value * b.value), b);
  }

  friend constexpr bool operator<(const Dual& a, const Dual& b) { return a.value < b.value; }
  friend constexpr bool operator>(const Dual& a, const Dual& b) { return a.value > b.value; }
  friend constexpr bool operator<=(const Dual& a, const Dual& b) { return a.value <= b.value; }
  friend constexpr bool operator>=(const Dual& a, const Dual& b) { return a.value >= b.value; }

  /// Not differentiable at 0: the derivatives are infinite or NaN there.
  friend Dual sqrt(const Dual& a) {
    const double root = std::sqrt(a.value);
    return chain(root, 0.5 / root, a);
  }
  friend constexpr Dual abs(const Dual& a) { return a.value < 0.0 ? -a : a; }
  friend Dual exp(const Dual& a) {
    const double e = cuelab::exp(a.value);
    return chain(e, e, a);
  }
  friend Dual copysign(const Dual& size, const Dual& sign) {
    return std::signbit(size.value) == std::signbit(sign.value) ? size : -size;
  }
};

template <class S>
struct DualSinCos {
  S sin;
  S cos;
};
template <std::size_t N>
DualSinCos<Dual<N>> sin_cos(const Dual<N>& x) {
  const SinCos at = sin_cos(x.value);
  return {Dual<N>::chain(at.sin, at.cos, x), Dual<N>::chain(at.cos, -at.sin, x)};
}

/// The number without its derivatives.
constexpr double value_of(double x) { return x; }
template <std::size_t N>
constexpr double value_of(const Dual<N>& x) {
  return x.value;
}

/// Vectors of duals, with the operations of Vec2 and Vec3.
template <class S>
struct DualVec2 {
  S x{};
  S y{};

  friend constexpr DualVec2 operator+(const DualVec2& a, const DualVec2& b) {
    return {a.x + b.x, a.y + b.y};
  }
  friend constexpr DualVec2 operator-(const DualVec2& a, const DualVec2& b) {
    return {a.x - b.x, a.y - b.y};
  }
  friend constexpr DualVec2 operator*(const S& s, const DualVec2& a) { return {s * a.x, s * a.y}; }
  friend constexpr DualVec2 operator*(double s, const DualVec2& a) { return {s * a.x, s * a.y}; }
  friend constexpr S dot(const DualVec2& a, const DualVec2& b) { return a.x * b.x + a.y * b.y; }
  friend S norm(const DualVec2& a) { return sqrt(dot(a, a)); }
  friend constexpr DualVec2 left_of(const DualVec2& a) { return {-a.y, a.x}; }
};

template <class S>
struct DualVec3 {
  S x{};
  S y{};
  S z{};

  constexpr DualVec3() = default;
  constexpr DualVec3(const S& a, const S& b, const S& c) : x(a), y(b), z(c) {}
  constexpr DualVec3(const Vec3& a) : x(a.x), y(a.y), z(a.z) {}  // NOLINT: constants mix with duals

  constexpr DualVec3& operator+=(const DualVec3& b) {
    x += b.x;
    y += b.y;
    z += b.z;
    return *this;
  }
  constexpr DualVec3& operator-=(const DualVec3& b) {
    x -= b.x;
    y -= b.y;
    z -= b.z;
    return *this;
  }
  friend constexpr DualVec3 operator+(const DualVec3& a, const DualVec3& b) {
    return {a.x + b.x, a.y + b.y, a.z + b.z};
  }
  friend constexpr DualVec3 operator-(const DualVec3& a, const DualVec3& b) {
    return {a.x - b.x, a.y - b.y, a.z - b.z};
  }
  friend constexpr DualVec3 operator-(const DualVec3& a) { return {-a.x, -a.y, -a.z}; }
  friend constexpr DualVec3 operator*(const S& s, const DualVec3& a) {
    return {s * a.x, s * a.y, s * a.z};
  }
  friend constexpr DualVec3 operator*(double s, const DualVec3& a) {
    return {s * a.x, s * a.y, s * a.z};
  }
  friend constexpr S dot(const DualVec3& a, const DualVec3& b) {
    return a.x * b.x + a.y * b.y + a.z * b.z;
  }
  friend constexpr DualVec3 cross(const DualVec3& a, const DualVec3& b) {
    return {a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
  }
  friend S norm(const DualVec3& a) { return sqrt(dot(a, a)); }
  friend constexpr DualVec2<S> flat(const DualVec3& a) { return {a.x, a.y}; }
};

/// The vectors of a scalar type: those of the library for double.
template <class S>
using Vec2Of = std::conditional_t<std::is_same_v<S, double>, Vec2, DualVec2<S>>;
template <class S>
using Vec3Of = std::conditional_t<std::is_same_v<S, double>, Vec3, DualVec3<S>>;

template <std::size_t N>
constexpr Vec3 value_of(const DualVec3<Dual<N>>& a) {
  return {a.x.value, a.y.value, a.z.value};
}
template <std::size_t N>
constexpr Vec2 value_of(const DualVec2<Dual<N>>& a) {
  return {a.x.value, a.y.value};
}
constexpr Vec3 value_of(const Vec3& a) { return a; }
constexpr Vec2 value_of(Vec2 a) { return a; }

/// The smaller and the greater number; the first of equal ones, as std::min and std::max.
template <class S>
constexpr S min_of(const S& a, const S& b) {
  return b < a ? b : a;
}
template <class S>
constexpr S max_of(const S& a, const S& b) {
  return a < b ? b : a;
}

}  // namespace cuelab
