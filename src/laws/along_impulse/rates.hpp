#pragma once

#include <algorithm>

#include "cuelab/laws/ball_ball/frictional.hpp"
#include "laws/along_impulse/impact.hpp"

namespace cuelab::along_impulse {

/// Directions of the slips, at one instant (S = double) or at four (S = Lanes): at the contact,
/// then at the slate under each ball.
template <std::size_t balls, class S = double>
using Directions = std::array<Plane<S>, 1 + balls>;

/// u' = A t + b: how the slip answers to the friction at the contact, the slates included. A has
/// no entry for u_2' from t_1.
template <class S>
struct SlipAnswer {
  double a_11 = 0.0;
  S a_12{};
  S a_22{};
  Plane<S> b{};
  Plane<S> to(const Plane<S>& t) const { return {a_11 * t.x + a_12 * t.y, a_22 * t.y}; }
};

template <std::size_t balls, class S>
[[gnu::always_inline]] inline SlipAnswer<S> slip_answer(
    const Impact<balls>& at, const Mode<balls>& mode,
    const std::array<Plane<S>, 1 + balls>& directions) {
  SlipAnswer<S> answer;
  auto& [a_11, a_12, a_22, b] = answer;
  for (std::size_t k = 0; k < balls; ++k) {
    const BallTerms& r = at.ball_terms[k];
    a_11 += r.own;
    a_22 += r.own;
    if (mode.cloth_contact[k] == ClothContact::off) continue;

    // N = sin - side cos t_2
    a_22 -= r.inverse_mass * at.cos * at.cos;
    b.y += r.side * r.inverse_mass * at.cos * r.sin;
    if (mode.cloth_contact[k] == ClothContact::slips) {
      const Plane<S> g = -at.cloth * directions[1 + k];  // per N
      a_12 -= (r.across_1 * at.cos) * g.x;
      a_22 -= (r.across_2 * at.cos) * g.y;
      b.x += (r.side * r.across_1 * r.sin) * g.x;
      b.y += (r.side * r.across_2 * r.sin) * g.y;
    } else {
      a_11 -= r.across_1 * r.across_1 / r.own;
      a_22 -= r.across_2 * r.across_2 / r.own;
      b.y -= r.side * r.across_2 * at.cos * r.inverse_mass / r.own;
    }
  }
  return answer;
}

inline double at_least(double x, double least) { return std::max(x, least); }
inline Lanes at_least(Lanes x, double least) { return max(x, splat(least)); }

/// Friction at the contact that keeps the slip at zero. It is beyond any limit if the cloth's
/// friction, at least 1 then, would make the slip grow with it.
template <class S>
Plane<S> sticking_friction(const SlipAnswer<S>& answer) {
  constexpr double least = 1e-9;
  const S t_2 = -answer.b.y / at_least(answer.a_22, least);
  return {-(answer.b.x + answer.a_12 * t_2) / answer.a_11, t_2};
}

/// Friction at the slate that keeps the slip there at zero, for the friction t at the contact.
template <class V>
V sticking_friction_at_slate(const BallTerms& r, double cos, const V& t) {
  return {(-r.across_1 * r.side / r.own) * t.x,
          (-r.across_2 * r.side / r.own) * t.y - cos * r.inverse_mass / r.own};
}

/// How much the slate must push, per unit of P, to keep the height; negative if it would pull.
template <class V>
auto slate_push(const BallTerms& r, double cos, const V& t) {
  return r.sin - (cos * r.side) * t.y;
}

/// dy/dP for the friction t at the contact.
template <std::size_t balls, class S>
[[gnu::always_inline]] inline Impulses<balls, S> rates(
    const Impact<balls>& at, const Mode<balls>& mode,
    const std::array<Plane<S>, 1 + balls>& directions, const Plane<S>& t) {
  Impulses<balls, S> f{};
  f[0] += 1.0;
  f[2] = t.x;
  f[3] = t.y;
  for (std::size_t k = 0; k < balls; ++k) {
    if (mode.cloth_contact[k] == ClothContact::off) continue;
    const BallTerms& r = at.ball_terms[k];
    const S N = slate_push(r, at.cos, t);
    const Plane<S> g = mode.cloth_contact[k] == ClothContact::slips
                           ? (-at.cloth * N) * directions[1 + k]
                           : sticking_friction_at_slate(r, at.cos, t);
    f[4 + 4 * k] = g.x;
    f[5 + 4 * k] = g.y;
    f[6 + 4 * k] = N;
  }
  f[1] = normal_change<balls, S>(at, f);
  return f;
}

}  // namespace cuelab::along_impulse
