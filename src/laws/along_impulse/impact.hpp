#pragma once

#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>

#include "cuelab/physics.hpp"
#include "laws/along_impulse/plane.hpp"

namespace cuelab::along_impulse {

/// An impact followed along its normal impulse P: one ball on a cushion, or two balls, each on
/// the slate or in the air. Units: the approach speed for velocities, a reference mass, and their
/// product for impulses.
///
/// Axes at the contact: e_1 level, e_2 across it in the tangent plane (upward). For each ball n is
/// the normal toward it, h the level direction of n, and n = cos h - sin z, so that sin > 0 when
/// the contact is above the centre. Per unit of P a ball receives
///   at the contact  n + t,   |t| <= mu, against the slip u
///   at the slate    N z + g, |g| <= mu_s N, against the slip c; N = sin - cos t_2 keeps v_z,
/// and N = 0 while the ball is pushed up, or has been. With q = m R^2 / I:
///   m u_1' = (1 + q) t_1 + (1 - q sin) g_1      m u_2' = (1 + q) t_2 + (sin - q) g_h + cos N
///   m c_1' = (1 + q) g_1 + (1 - q sin) t_1      m c_h' = (1 + q) g_h + (sin - q) t_2 + cos
///   m v_n' = 1 + cos g_h - sin N                m v_z' = -sin + cos t_2 + N
/// Of two balls t acts on one and -t on the other, u is their relative slip, v_n' the sum.
struct BallTerms {
  double sin = 0.0;
  double side = 1.0;  ///< +1 if t acts on this ball, -1 if -t does
  double inverse_mass = 1.0;
  double own = 0.0;       ///< (1 + q) / m
  double across_1 = 0.0;  ///< (1 - q sin) / m
  double across_2 = 0.0;  ///< (sin - q) / m
  Vec2 c;                 ///< slip at the slate before, along e_1 and h
  double v_z = 0.0;
  bool on_slate = false;
};

/// Error of a panel, in the units of the impulses. Whole impacts with usual coefficients, compared
/// with a tolerance of 1e-13: median 5e-11 of the ball's speed at a cushion and 3e-12 of two balls,
/// 99 of 100 within 1.2e-9, the worst of 100,000 within 1.2e-7.
inline constexpr double usual_tolerance = 3e-9;

template <std::size_t balls>
struct Impact {
  double restitution = 0.0;
  BallFriction friction;  ///< at the contact, for slip in units of the approach speed
  double cloth = 0.0;     ///< mu_s
  double cos = 1.0;
  Vec2 u;                ///< slip at the contact before
  double v_n = -1.0;     ///< speed of separation before
  double no_slip = 0.0;  ///< slips below this are rounding: zero, or just growing from it
  std::array<BallTerms, balls> ball_terms;
  double tolerance = usual_tolerance;
};

/// Impulses given so far, or their rates: P, the gain of v_n, T_1, T_2, and for each ball G_1, G_h,
/// N and a zero that makes the length a multiple of four.
template <std::size_t balls, class S = double>
using Impulses = std::array<S, 4 + 4 * balls>;

/// What a ball does on the slate.
enum class ClothContact : std::uint8_t { off, slips, sticks };

/// What each contact does, and the directions in which a slip of zero grows.
template <std::size_t balls>
struct Mode {
  bool sticks = false;
  Vec2 direction;
  std::array<ClothContact, balls> cloth_contact{};
  std::array<Vec2, balls> slate_direction{};
};

// --- velocities are linear in the impulses -----------------------------------------------------

template <std::size_t balls, class S>
[[gnu::always_inline]] inline Plane<S> slip_change(const Impact<balls>& at,
                                                   const std::array<S, 4 + 4 * balls>& y) {
  Plane<S> du{};
  for (std::size_t k = 0; k < balls; ++k) {
    const BallTerms& r = at.ball_terms[k];
    const S* g = &y[4 + 4 * k];
    du.x += r.own * y[2] + (r.side * r.across_1) * g[0];
    du.y += r.own * y[3] + (r.side * r.across_2) * g[1] + (r.side * at.cos * r.inverse_mass) * g[2];
  }
  return du;
}

template <std::size_t balls, class S>
[[gnu::always_inline]] inline Plane<S> slate_slip_change(const Impact<balls>& at,
                                                         const std::array<S, 4 + 4 * balls>& y,
                                                         std::size_t k) {
  const BallTerms& r = at.ball_terms[k];
  const S* g = &y[4 + 4 * k];
  return {r.own * g[0] + (r.across_1 * r.side) * y[2],
          r.own * g[1] + (r.across_2 * r.side) * y[3] + (at.cos * r.inverse_mass) * y[0]};
}

/// Of the slip at the contact (which = 0) or at the slate under ball which - 1.
template <std::size_t balls, class S>
[[gnu::always_inline]] inline Plane<S> slip_rate(const Impact<balls>& at,
                                                 const std::array<S, 4 + 4 * balls>& f,
                                                 std::size_t which) {
  return which == 0 ? slip_change<balls, S>(at, f) : slate_slip_change<balls, S>(at, f, which - 1);
}

/// How fast its own friction can change a slip, for the rates f.
template <std::size_t balls>
double friction_pull(const Impact<balls>& at, const Impulses<balls>& f, std::size_t which) {
  double own = 0.0;
  for (std::size_t k = 0; k < balls; ++k) {
    if (which == 0 || which == 1 + k) own += at.ball_terms[k].own;
  }
  const std::size_t i = which == 0 ? 2 : 4 * which;
  return own * norm(Vec2{f[i], f[i + 1]});
}

template <std::size_t balls>
[[gnu::always_inline]] inline Vec2 slip_at(const Impact<balls>& at, const Impulses<balls>& y,
                                           std::size_t which) {
  return (which == 0 ? at.u : at.ball_terms[which - 1].c) + slip_rate<balls, double>(at, y, which);
}

template <std::size_t balls, class S>
[[gnu::always_inline]] inline S normal_change(const Impact<balls>& at,
                                              const std::array<S, 4 + 4 * balls>& y) {
  S dv{};
  for (std::size_t k = 0; k < balls; ++k) {
    const BallTerms& r = at.ball_terms[k];
    const S* g = &y[4 + 4 * k];
    dv += r.inverse_mass * (y[0] + at.cos * g[1] - r.sin * g[2]);
  }
  return dv;
}

template <std::size_t balls>
double vertical_change(const Impact<balls>& at, const Impulses<balls>& y, std::size_t k) {
  const BallTerms& r = at.ball_terms[k];
  return r.inverse_mass * (at.cos * r.side * y[3] - r.sin * y[0] + y[6 + 4 * k]);
}

}  // namespace cuelab::along_impulse
