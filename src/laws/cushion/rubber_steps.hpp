#pragma once

#include <cmath>
#include <optional>
#include <type_traits>

#include "cuelab/laws/cushion/rubber.hpp"
#include "laws/scalar.hpp"

namespace cuelab {

// The law of RubberCushion, in any scalar type.
namespace rubber_law {

/// Steps of an impact.
inline constexpr int rubber_steps = 6;
/// Impacts in which the nose hardly slows the ball down are unusual.
inline constexpr double least_rate = 0.1;
/// Smaller impulses of the nose are rounding.
inline constexpr double no_push = 1e-12;
/// Upward velocities below this, in approach speeds, that are left in the end are errors of the
/// steps.
inline constexpr double negligible_rise = 1e-3;

/// The ball during the impact. Velocities in units of the approach speed, impulses in units of it
/// times the mass; e_1 is level, e_2 points up across the normal, h is the level direction of n =
/// cos h - sin z.
template <class S>
struct Rubbed {
  // constants
  S sin{};
  S cos{1.0};
  double own = 3.5;   ///< 1 + q, q = m R^2 / I: change of a slip per impulse along it
  S cross_1{};        ///< 1 - q sin: of the other slip along e_1
  S cross_2{};        ///< sin - q: of the other slip across
  double mu = 0.0;    ///< at the nose
  double mu_s = 0.0;  ///< at the cloth

  // velocities
  Vec2Of<S> u{};  ///< slip at the nose, along e_1 and e_2
  Vec2Of<S> c{};  ///< slip at the cloth, along e_1 and h
  S v_n{-1.0};    ///< along the normal
  S v_z{};
  S sinking{};  ///< rate of v_z per impulse of the nose, in the last push

  // impulses so far
  S P{};          ///< along the normal
  Vec2Of<S> T{};  ///< friction at the nose
  S N{};          ///< of the cloth
  Vec2Of<S> G{};  ///< friction at the cloth
};

/// Impulse of friction against a slip: `limit`, or less if that stops it.
template <class S>
Vec2Of<S> friction_against(const Vec2Of<S>& slip, const S& limit, double own) {
  if (dot(value_of(slip), value_of(slip)) > 0.0) {
    return (-min_of<S>(limit / norm(slip), 1.0 / own)) * slip;
  }
  // derivatives: friction, if any, stops every small slip
  if (std::is_same_v<S, double> || !(limit > 0.0)) return {};
  return (-1.0 / own) * slip;
}

/// The nose gives dP along the normal, and friction.
template <class S>
void push(Rubbed<S>& s, const S& dP) {
  const Vec2Of<S> t = friction_against<S>(s.u, s.mu * dP, s.own);
  s.P += dP;
  s.T = s.T + t;
  s.u = s.u + s.own * t;
  s.c = s.c + Vec2Of<S>{s.cross_1 * t.x, s.cross_2 * t.y + s.cos * dP};
  s.v_n += dP;
  s.v_z += s.cos * t.y - s.sin * dP;
  s.sinking = s.cos * (t.y / dP) - s.sin;
}

/// The cloth gives N upwards, and friction.
template <class S>
void support(Rubbed<S>& s, const S& N) {
  const Vec2Of<S> g = friction_against<S>(s.c, s.mu_s * N, s.own);
  s.N += N;
  s.G = s.G + g;
  s.c = s.c + s.own * g;
  s.u = s.u + Vec2Of<S>{s.cross_1 * g.x, s.cross_2 * g.y + s.cos * N};
  s.v_n += s.cos * g.y - s.sin * N;
  s.v_z += N;
}

/// Removes what is left of the approach, without friction; the cloth keeps the ball from sinking.
template <class S>
void part(Rubbed<S>& s) {
  const S N = max_of<S>(0.0, s.sin);
  const S dP = -s.v_n / (1.0 - N * N);
  s.P += dP;
  s.N += N * dP;
  s.v_z += (N - s.sin) * dP;
  s.v_n = S(0.0);
}

/// Work of the normal impulse, in compression and in restitution.
template <class S>
struct NormalWork {
  S stored{};
  S recovered{};

  /// The nose has given dP and changed v_n to this.
  void add(const S& dP, const S& v_n) {
    const S before = v_n - dP;
    const S in = min_of<S>(v_n, 0.0);
    const S out = max_of<S>(before, 0.0);
    if (before < 0.0) stored += 0.5 * (before * before - in * in);
    if (v_n > 0.0) recovered += 0.5 * (v_n * v_n - out * out);
  }

  /// The impulse from v_n to the end, when e^2 of the work is recovered, if v_n rises at this rate.
  S rest(const S& v_n, const S& e, const S& rate) const {
    using std::sqrt;
    const S in = min_of<S>(v_n, 0.0);
    const S out = max_of<S>(v_n, 0.0);
    const S left = e * e * (stored + 0.5 * in * in / rate) - recovered;
    return (sqrt(out * out + 2.0 * rate * max_of<S>(left, 0.0)) - v_n) / rate;
  }
};

/// Rate of v_n per impulse of the nose in the first step; the slips are those after half of it.
template <class S>
S first_rate(const Rubbed<S>& s) {
  constexpr double no_slip = 1e-9;  // rounding
  const auto speed = [](const Vec2Of<S>& slip) {
    return norm(value_of(slip)) > no_slip ? norm(slip) : S(no_slip);
  };
  const Vec2Of<S> c = s.c + Vec2Of<S>{S(0.0), s.cos / (2.0 * rubber_steps)};
  const S pressed = s.cos * s.mu * s.u.y / speed(s.u);
  const S N = max_of<S>(0.0, s.sin + pressed);
  return 1.0 - s.sin * N - s.cos * s.mu_s * N * c.y / speed(c);
}

/// An impact on a ball on the cloth: nose and cloth act in turn, the cloth half a step behind the
/// nose, whose first and last pushes are half steps. False if it is unusual.
template <class S>
bool rub(Rubbed<S>& s, const S& e) {
  using std::sqrt;
  S rate = first_rate(s);
  NormalWork<S> work;
  S dP{};
  S spare{};
  for (int k = 0; k <= rubber_steps; ++k) {
    if (!(rate > least_rate)) return false;
    const bool is_last = k == rubber_steps;
    const S before = s.v_n;

    // the cloth's answer to the last push, and ahead of half of the next, with energy it took
    // before
    const double parts = k == 0 ? 2.0 * rubber_steps : is_last ? 1.0 : rubber_steps - k + 0.5;
    S next = work.rest(s.v_n, e, rate) / parts;
    const S square = s.v_z * s.v_z + spare;
    S lead = max_of<S>(0.0, -s.sinking * (is_last ? next : 0.5 * next));
    if (lead * lead > square) lead = sqrt(square);
    if (k > 0 && lead > s.v_z) {
      spare = square - lead * lead;
      support<S>(s, lead - s.v_z);
    }
    if (k > 0) rate = 1.0 + (s.v_n - before) / (0.5 * (dP + next));
    if (is_last) {
      next = work.rest(s.v_n, e, S(1.0));
    } else if (s.v_n + next > 0.0) {
      next = min_of<S>(next, work.rest(s.v_n, e, S(1.0)));
    }
    if (!(next > no_push)) continue;
    push<S>(s, next);
    work.add(next, s.v_n);
    dP = k == 0 ? S(2.0 * next) : next;
  }
  if (s.v_z < 0.0) support<S>(s, -s.v_z);
  if (s.v_z < negligible_rise) {
    s.v_n += s.sin * s.v_z;
    s.v_z = S(0.0);
  }
  if (s.v_n < 0.0) part(s);
  return true;
}

}  // namespace rubber_law

/// `resolve` of RubberCushion; nothing if the impact is unusual.
template <class S>
std::optional<StateOf<S>> rubbed_back(const RubberCushion& law, const CushionImpactOf<S>& at,
                                      StateOf<S> s) {
  constexpr double least_approach = 1e-100;  // [m/s]; squares of slips over it must not overflow
  const BallSpec& ball = at.ball;
  const Vec3Of<S>& n = at.n;
  const S speed = -dot(s.v, n);
  if (!(speed > least_approach)) return s;
  const S square = (speed / law.fall.speed) * (speed / law.fall.speed);
  const S e = law.restitution * (1.0 - law.fall.loss + law.fall.loss / (1.0 + square * square));

  // axes at the contact
  const bool leans = dot(value_of(flat(n)), value_of(flat(n))) > 0.0;
  const S cos = leans ? norm(flat(n)) : S(0.0);
  const Vec3Of<S> h =
      leans ? Vec3Of<S>{n.x / cos, n.y / cos, S(0.0)} : Vec3Of<S>{S(1.0), S(0.0), S(0.0)};
  const Vec3Of<S> e_1{-h.y, h.x, S(0.0)};
  const Vec3Of<S> e_2{-n.z * h.x, -n.z * h.y, cos};
  const Vec3Of<S> up{S(0.0), S(0.0), S(1.0)};

  const S sin = -n.z;
  const double q = ball.mass * ball.radius * ball.radius / ball.inertia;
  const Vec3Of<S> u = (1.0 / speed) * surface_velocity<S>(at, s);
  const Vec3Of<S> c = (1.0 / speed) * (s.v - ball.radius * cross(s.w, up));
  rubber_law::Rubbed<S> rubbed{.sin = sin,
                               .cos = cos,
                               .own = 1.0 + q,
                               .cross_1 = 1.0 - q * sin,
                               .cross_2 = sin - q,
                               .mu = law.friction,
                               .mu_s = at.cloth_friction,
                               .u = {dot(u, e_1), dot(u, e_2)},
                               .c = {dot(c, e_1), dot(c, h)},
                               .v_z = s.v.z / speed};
  if (s.motion == Motion::airborne) {
    rubber_law::push<S>(rubbed, 1.0 + e);  // nothing turns the slip
  } else if (!rubber_law::rub<S>(rubbed, e)) {
    return {};
  }
  const Vec3Of<S> at_nose = rubbed.P * n + rubbed.T.x * e_1 + rubbed.T.y * e_2;
  const Vec3Of<S> at_cloth = rubbed.G.x * e_1 + rubbed.G.y * h + rubbed.N * up;
  s.v += speed * (at_nose + at_cloth);
  s.w -= (speed * q / ball.radius) * (cross(n, at_nose) + cross(up, at_cloth));
  s.v.z = speed * rubbed.v_z;
  return s;
}

}  // namespace cuelab
