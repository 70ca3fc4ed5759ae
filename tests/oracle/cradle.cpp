#include "cradle.hpp"

#include <numbers>

namespace oracle {
namespace {

constexpr long double pi = std::numbers::pi_v<long double>;

struct SinCos {
  Real sin, cos;
};

SinCos sin_cos(Real angle) {
#if defined(ORACLE_QUAD)
  // Taylor series at a quarter of the angle, doubled twice
  const Real x = angle / 4, xx = x * x;
  Real s = 1, c = 1;
  for (int k = 15; k > 0; --k) {
    s = 1 - xx / (2 * k * (2 * k + 1)) * s;
    c = 1 - xx / (2 * k * (2 * k - 1)) * c;
  }
  s *= x;
  for (int k = 0; k < 2; ++k) {
    const Real twice = 2 * s * c;
    c = c * c - s * s;
    s = twice;
  }
  return {s, c};
#else
  return {std::sin(angle), std::cos(angle)};
#endif
}

}  // namespace

Real Cradle::mass() const { return 7850 * Real(4 * pi / 3) * radius * radius * radius; }

Vec Cradle::place(const State& y, std::size_t ball) const {
  const SinCos a = sin_cos(y[ball]);
  return {Real(ball) * (2 * radius + gap) + length * a.sin, 0, length * (1 - a.cos)};
}

Vec Cradle::velocity(const State& y, std::size_t ball) const {
  const SinCos a = sin_cos(y[ball]);
  return length * y[balls + ball] * Vec{a.cos, 0, a.sin};
}

/// Of ball `left` and the next one.
Overlap Cradle::overlap(const State& y, const State& dy, std::size_t left) const {
  const auto acceleration = [&](std::size_t ball) {
    const SinCos a = sin_cos(y[ball]);
    const Real rate = y[balls + ball];
    return length * dy[balls + ball] * Vec{a.cos, 0, a.sin} +
           length * rate * rate * Vec{-a.sin, 0, a.cos};
  };
  const Vec d = place(y, left + 1) - place(y, left), u = velocity(y, left + 1) - velocity(y, left);
  const Real distance = norm(d), rate = dot(u, d) / distance;
  const Vec second = acceleration(left + 1) - acceleration(left);
  return {2 * radius - distance, -rate, -(dot(second, d) + dot(u, u) - rate * rate) / distance};
}

void Cradle::derivative(const State& y, State& dy) const {
  for (std::size_t i = 0; i < balls; ++i) {
    dy[i] = y[balls + i];
    dy[balls + i] = -gravity / length * sin_cos(y[i]).sin;
  }
  for (std::size_t i = 0; i + 1 < balls; ++i) {
    if (!contacts[i].active) continue;
    const Vec d = place(y, i + 1) - place(y, i);
    const Vec push = contacts[i].force(law, overlap(y, y, i)) / (norm(d) * mass() * length) * d;
    const SinCos a = sin_cos(y[i]), b = sin_cos(y[i + 1]);
    dy[balls + i] -= push.x * a.cos + push.z * a.sin;
    dy[balls + i + 1] += push.x * b.cos + push.z * b.sin;
  }
}

bool Cradle::passed(const State& y) const {
  State dy(y.size());
  derivative(y, dy);
  for (std::size_t i = 0; i + 1 < balls; ++i) {
    if (contacts[i].passed(law, overlap(y, dy, i))) return true;
  }
  return false;
}

void Cradle::toggle(const State& y) {
  State dy(y.size());
  derivative(y, dy);
  std::vector<Contact> next = contacts;
  for (std::size_t i = 0; i + 1 < balls; ++i) {
    const Overlap o = overlap(y, dy, i);
    if (next[i].passed(law, o)) next[i].toggle(law, o);
  }
  contacts = next;
}

Real first_swing(Cradle cradle, double tolerance) {
  State start(2 * Cradle::balls);
  start[0] = -Real(pi / 4);
  const Real released = cradle.place(start, 0).z;
  Integrator<Cradle> run(cradle, start, tolerance);
  constexpr std::size_t last = Cradle::balls - 1;
  Real highest = 0;
  run.advance(Real(0.42L), [&](Real t0, const State& a, Real t1, const State& b) {
    const Real top = peak(cradle.place(a, last).z, cradle.velocity(a, last).z,
                          cradle.place(b, last).z, cradle.velocity(b, last).z, t1 - t0);
    if (top > highest) highest = top;
  });
  return highest / released;
}

}  // namespace oracle
