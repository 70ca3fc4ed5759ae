#pragma once

#include <algorithm>
#include <cmath>

#include "cuelab/laws/normal_force/contact_law.hpp"
#include "laws/normal_force/damping.hpp"
#include "strike/level_strike.hpp"
#include "strike/press.hpp"

namespace cuelab {

// The integrated stroke of `press`, in any scalar type. The derivatives of duals are those of its
// steps, whose lengths depend on the stroke, too.

namespace pressing {

/// Steps per contact of the tip alone and of the cloth alone.
inline constexpr double tip_steps = 20.0;
inline constexpr double cloth_steps = 18.0;
/// The most steps of a stroke.
inline constexpr int most_steps = 1000;
/// Overlap / R that a contact with all of the cue's energy must not exceed [m/m].
inline constexpr double deepest = 0.5;
/// The greatest stiffness of the cloth / that of the tip, and of the tip / that of the cloth.
inline constexpr double stiffest_cloth = 200.0;
inline constexpr double stiffest_tip = 1000.0;
/// The greatest mass of the cue / mass of the ball.
inline constexpr double heaviest_cue = 10.0;
/// The least cosine between the cue and the normal at a light tip, for grazing offsets.
inline constexpr double least_aim = 0.1;
/// Radius of a tip that is a point in the scene [m].
inline constexpr double least_tip_radius = 1e-4;

/// A contact. Masses here are in units of the ball's.
template <class S>
struct Spring {
  S stiffness{};         ///< K
  double damping = 0.0;  ///< c
  S w = 1.0;             ///< inverse mass that it feels, alone and without slip
  S fastest{};           ///< v
  S J{};                 ///< impulse of the last step
  // rate of the overlap at the beginning of the last two steps
  S rate_1{};
  S rate_2{};
};

/// Impulse of a contact in a step h: the overlap in the middle of the step, its rate at the
/// beginning.
template <class S>
S push(Spring<S>& s, const S& h, const S& overlap, const S& rate) {
  using std::sqrt;
  S J = 0.0;
  if (overlap > 0.0) {
    J = h * s.stiffness * overlap * sqrt(overlap);
    // the rate in the middle, extrapolated; strong damping enters it implicitly
    const S middle = 0.125 * (15.0 * rate - 10.0 * s.rate_1 + 3.0 * s.rate_2);
    s.fastest = max_of<S>(s.fastest, middle);
    if (s.damping > 0.0 && s.fastest > 0.0) {
      const S per_rate = J * (s.damping / s.fastest);
      const S strong = 0.5 * s.w * min_of<S>(1.0, 0.5 * s.w * per_rate);
      J = max_of<S>(0.0, (J + per_rate * (middle + strong * s.J)) / (1.0 + strong * per_rate));
    }
  } else {
    s.fastest = 0.0;
  }
  s.rate_2 = s.rate_1;
  s.rate_1 = rate;
  s.J = J;
  return J;
}

/// Ball, tip and cloth. Spins are R w.
template <class S>
struct Meeting {
  using V = Vec3Of<S>;
  // constants
  double k = 2.5;            ///< m R^2 / I
  double half_over_R = 0.0;  ///< [1/m]
  double reach = 0.0;        ///< from the tip's centre to the ball's, without overlap [m]
  double mu = 0.0;           ///< at the cloth
  double mu_tip = 0.0;       ///< at the tip
  S creep{};                 ///< slip of full friction at the tip [m/s]
  V d{};                     ///< direction of the cue
  S across{};                ///< m / inertia of the tip across the cue
  S less{};                  ///< m / M less that
  S tip_step{};              ///< [s]
  S cloth_step{};

  // state
  V p{};      ///< from the tip's centre to the ball's [m]
  S depth{};  ///< of the ball in the cloth [m]
  V v{};      ///< of the ball
  V w{};
  V c{};  ///< velocity of the tip
  Spring<S> tip{};
  Spring<S> cloth{};
  Vec2Of<S> grip{};  ///< friction of the cloth / its pressure, in the last step

  // from the tip alone
  V tip_v{};
  V tip_w{};
};

/// Slip of the lowest point.
template <class S>
Vec2Of<S> slip_at_cloth(const Meeting<S>& s) {
  return {s.v.x - s.w.y, s.v.y + s.w.x};
}

/// The cloth's friction gives f.
template <class S>
void rub(Meeting<S>& s, const Vec2Of<S>& f) {
  s.v += Vec3Of<S>{f.x, f.y, S(0.0)};
  s.w += Vec3Of<S>{s.k * f.y, -s.k * f.x, S(0.0)};
}

/// The contact at the tip in the middle of a step.
template <class S>
struct Touch {
  Vec3Of<S> n{};  ///< from the tip's centre to the ball's
  S aim = 1.0;    ///< d n
  S arm = 1.0;    ///< from the ball's centre to the middle of the overlap / R
};

/// The normal at the end of the step h.
template <class S>
Vec3Of<S> turned_normal(const Meeting<S>& s, const S& h, const Vec3Of<S>& n) {
  const Vec3Of<S> apart = s.v - s.c;
  return n + (0.5 * h / s.reach) * (apart - dot(apart, n) * n);
}

/// The tip gives the impulse J along n, and friction against the slip that is left at the end of
/// the step h.
template <class S>
void push_by_tip(Meeting<S>& s, const S& h, const Touch<S>& at, const S& J) {
  using std::sqrt;
  using V = Vec3Of<S>;
  const V& n = at.n;
  const V end = turned_normal<S>(s, h, n);
  s.v += J * n;
  s.c -= (J * s.across) * n + (J * s.less * at.aim) * s.d;
  const V surface = s.v - s.c - at.arm * cross(s.w, end);
  const V slip = surface - dot(surface, n) * end;

  // f = -limit slip' / creep, slip' = slip + (own + less a a^T) f, a the cue's direction across n
  const S limit = s.mu_tip * J;
  const V a = s.d - at.aim * n;
  const S own = limit * (1.0 + s.k * at.arm * at.arm + s.across) + s.creep;
  const S coupling = limit * s.less;
  const S both = own + coupling * dot(a, a);
  const S scale = -limit / (own * both);
  V f = (scale * both) * slip - (scale * coupling * dot(a, slip)) * a;
  const S size2 = dot(f, f);
  if (size2 > limit * limit) f = (limit / sqrt(size2)) * f;

  const V spin = (-s.k * at.arm) * cross(n, f);
  s.v += f;
  s.w += spin;
  s.c -= s.across * f + (s.less * dot(s.d, f)) * s.d;
  s.tip_v += J * n + f;
  s.tip_w += spin;
}

/// The same for a light tip: it pushes along the cue and follows the ball's surface.
template <class S>
void push_by_light_tip(Meeting<S>& s, const S& h, const Touch<S>& at, const S& J) {
  using V = Vec3Of<S>;
  const V end = turned_normal<S>(s, h, at.n);
  const S q = J / max_of<S>(at.aim, least_aim);
  const V spin = (-s.k * at.arm * q) * cross(at.n, s.d);
  s.v += q * s.d;
  s.w += spin;
  s.tip_v += q * s.d;
  s.tip_w += spin;

  // v - c along the normal, c d by the impulse
  const S along = dot(s.c, s.d) - q * s.less;
  const V surface = s.v - at.arm * cross(s.w, end);
  const S closing = (along - dot(surface, s.d)) / max_of<S>(dot(end, s.d), least_aim);
  s.c = surface + closing * end;
}

/// Replaces the guess f of the cloth's friction for its normal impulse N, given the slip before.
/// The friction is against the mean slip, which has the direction of the slip before plus that
/// after the step without friction.
template <class S>
void correct_rubbing(Meeting<S>& s, const S& N, const Vec2Of<S>& f, const Vec2Of<S>& before) {
  const double own = 1.0 + s.k;
  const Vec2Of<S> free = slip_at_cloth(s) - own * f;
  const S limit = own * s.mu * N;
  if (dot(free, free) <= limit * limit) {
    s.grip = (-1.0 / (own * N)) * free;
  } else {
    const Vec2Of<S> both = before + free;
    const S size = norm(both);
    s.grip = size > 0.0 ? (-s.mu / size) * both : Vec2Of<S>{};
  }
  rub<S>(s, N * s.grip - f);
}

/// Half a step of all positions.
template <class S>
void drift(Meeting<S>& s, const S& h) {
  s.p += (0.5 * h) * (s.v - s.c);
  s.depth -= 0.5 * h * s.v.z;
}

template <class S>
void step(Meeting<S>& s, const S& h) {
  drift(s, h);
  const S length = norm(s.p);
  const Vec3Of<S> n = (1.0 / length) * s.p;
  const S overlap = s.reach - length;
  const Touch<S> touch{.n = n, .aim = dot(s.d, n), .arm = 1.0 - s.half_over_R * overlap};
  const S J = push<S>(s.tip, h, overlap, dot(s.c - s.v, n));
  const S N = push<S>(s.cloth, h, s.depth, -s.v.z);

  // the cloth's friction is first taken to be in the same ratio to its pressure as in the last step
  const Vec2Of<S> before = slip_at_cloth(s);
  const Vec2Of<S> guess = N * s.grip;
  s.v.z += N;
  rub<S>(s, guess);
  if (J > 0.0) {
    s.across > 0.0 ? push_by_tip(s, h, touch, J) : push_by_light_tip(s, h, touch, J);
  }
  if (N > 0.0) correct_rubbing<S>(s, N, guess, before);
  drift(s, h);
}

/// The next step, or zero if the tip has left for good and the ball does not touch the cloth.
template <class S>
S next_step(const Meeting<S>& s) {
  if (dot(s.p, s.p) < s.reach * s.reach) return s.tip_step;
  const S closing = -dot(s.p, s.v - s.c) / s.reach;
  if (closing > 0.0) {
    return min_of<S>(s.cloth_step, s.tip_step + (norm(s.p) - s.reach) / closing);
  }
  return s.depth > 0.0 || s.v.z < 0.0 ? s.cloth_step : S(0.0);
}

/// Duration of an impact on a spring K with the inverse mass w at the speed v: Hertz's, 3.218
/// x^(1/5), with x^(3/16) instead, relative to common values: good to 15 % over 5 decades.
template <class S>
S duration(const S& K, const S& w, const S& v) {
  using std::sqrt;
  constexpr double usual_x = 1e-17;        // 0.2 kg, 4.4e7 N/m^1.5, 2 m/s
  constexpr double usual_time = 1.281e-3;  // [s]
  const S x = 1.0 / (usual_x * w * w * K * K * v);
  const S root = sqrt(sqrt(sqrt(sqrt(x))));
  return usual_time * root * root * root;
}

/// Inertia of the end of the cue against motion across it [kg].
template <class S>
S inertia_of_end(const BallSpec& ball, const Cue& cue, const StrokeOf<S>& shot) {
  if (!(cue.end_mass > 0.0)) return min_of<S>(0.5 * cue.mass, 0.0);
  return min_of<S>(0.5 * cue.mass, lateral_inertia_of<S>(ball, cue, shot));
}

/// The stroke at the first touch.
template <class S>
Meeting<S> meeting(const Lie& lie, const Cue& cue, const StrokeOf<S>& shot) {
  using std::sqrt;
  using V = Vec3Of<S>;
  const BallSpec& ball = lie.ball;
  const double M = std::min(cue.mass, heaviest_cue * ball.mass);
  const S end = inertia_of_end<S>(ball, cue, shot);
  const bool is_light = end < least_end_mass * ball.mass;
  const S across = is_light ? S(0.0) : ball.mass / min_of<S>(end, 0.5 * M);
  const auto tilt = sin_cos(shot.elevation);
  const S offset2 = shot.side * shot.side + shot.height * shot.height;
  const double k = ball.mass * ball.radius * ball.radius / ball.inertia;
  const S w = 1.0 + ball.mass / M + k * offset2;
  const double e_cloth = std::max(lie.slate.restitution, least_restitution);

  // stiffness: 0.4 K d^2.5 = M V^2 / 2 at the greatest overlap d
  const double most = deepest * ball.radius;
  const S least_K = 1.25 * M * shot.speed * shot.speed / (most * most * std::sqrt(most));
  const S tip = max_of<S>(cue.stiffness, least_K);
  const S cloth = max_of<S>(lie.stiffness, least_K);
  const S K_tip = min_of<S>(tip, stiffest_tip * cloth);
  const S K_cloth = min_of<S>(cloth, stiffest_cloth * tip);

  Meeting<S> s{.k = k,
               .half_over_R = 0.5 / ball.radius,
               .reach = ball.radius + std::max(cue.tip_radius, least_tip_radius),
               .mu = lie.mu,
               .mu_tip = cue.friction,
               .creep = tip_creep * shot.speed,
               .d = V{tilt.cos, S(0.0), -tilt.sin},
               .across = across,
               .less = ball.mass / M - across};
  s.tip = {.stiffness = K_tip / ball.mass,
           .damping = damping_factor(NormalLaw::exact, cue.restitution),
           .w = w / max_of<S>(least_aim * least_aim, 1.0 - offset2),
           .rate_1 = shot.speed,
           .rate_2 = shot.speed};
  s.cloth = {.stiffness = K_cloth / ball.mass,
             .damping = damping_factor(NormalLaw::exact, e_cloth)};
  const S down = (1.0 + cue.restitution) * shot.speed / w * tilt.sin;
  s.cloth_step = duration<S>(s.cloth.stiffness, S(1.0), down) / cloth_steps;
  s.tip_step = min_of<S>(duration<S>(s.tip.stiffness, w, shot.speed) / tip_steps, s.cloth_step);

  const V up{tilt.sin, S(0.0), tilt.cos};
  const V left{S(0.0), S(1.0), S(0.0)};
  const S inward = sqrt(max_of<S>(0.0, 1.0 - offset2));
  s.p = s.reach * (inward * s.d - shot.side * left - shot.height * up);
  s.c = shot.speed * s.d;
  return s;
}

}  // namespace pressing

template <class S>
struct PressOf {
  Vec3Of<S> v{};
  Vec3Of<S> w{};
  S rebound{};
};

/// `press` in any scalar type.
template <class S>
PressOf<S> press_of(const Lie& lie, const Cue& cue, const StrokeOf<S>& shot) {
  using std::sqrt;
  pressing::Meeting<S> s = pressing::meeting<S>(lie, cue, shot);
  S h = s.tip_step;
  for (int i = 0; i < pressing::most_steps && h > 0.0; ++i) {
    pressing::step<S>(s, h);
    h = pressing::next_step<S>(s);
  }
  // with unusual cues, the error of the steps must not exceed the cue's energy
  const S most = cue.mass / lie.ball.mass * shot.speed * shot.speed;
  const S energy = dot(s.v, s.v) + dot(s.w, s.w) / s.k;
  const S scale = energy > most ? sqrt(most / energy) : S(1.0);
  return {.v = scale * s.tip_v,
          .w = (scale / lie.ball.radius) * s.tip_w,
          .rebound = scale * max_of<S>(0.0, s.v.z)};
}

}  // namespace cuelab
