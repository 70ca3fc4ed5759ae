#pragma once

#include "laws/along_impulse/rates.hpp"

namespace cuelab::along_impulse {

/// Which slips are zero.
template <std::size_t balls>
struct Halted {
  bool contact = false;
  std::array<bool, balls> slate{};
};

/// Rises slower than this, in approach speeds, are none: rounding.
inline constexpr double no_rise = 1e-12;

/// What the slate under ball k answers to the friction t at the contact.
struct SlateAnswer {
  double N = 0.0;
  Vec2 g;
  bool sticks = false;
};

template <std::size_t balls>
SlateAnswer slate_answer(const Impact<balls>& at, const Halted<balls>& halted,
                         const Impulses<balls>& y, std::size_t k, Vec2 t) {
  const BallTerms& r = at.ball_terms[k];
  const bool down = r.on_slate && r.v_z + vertical_change(at, y, k) <= no_rise;
  const double N = down ? slate_push(r, at.cos, t) : 0.0;
  if (N <= 0.0) return {};

  // a slip of zero stays so if friction can hold it, and grows against the lack otherwise
  const double limit = at.cloth * N;
  if (halted.slate[k]) {
    const Vec2 hold = sticking_friction_at_slate(r, at.cos, t);
    const double need = norm(hold);
    return need <= limit ? SlateAnswer{N, hold, true} : SlateAnswer{N, (limit / need) * hold};
  }
  const Vec2 c = slip_at(at, y, 1 + k);
  return {N, (-limit / norm(c)) * c};
}

/// Friction at a contact whose slip is zero: the t with |t| <= mu for which u' = 0, or, if there
/// is none, u' lies against t. Found by descent and projection onto the disk |t| <= mu, the
/// slates answering to every trial.
template <std::size_t balls>
Vec2 halted_friction(const Impact<balls>& at, const Halted<balls>& halted,
                     const Impulses<balls>& y) {
  constexpr int max_trials = 200;
  constexpr double enough = 1e-15;
  const double mu = friction_at(at.friction, 0.0);
  double stiffness = 0.0;
  for (const BallTerms& r : at.ball_terms) stiffness += r.own;

  Vec2 t;
  for (int trial = 0; trial < max_trials; ++trial) {
    Impulses<balls> f{};
    f[2] = t.x;
    f[3] = t.y;
    for (std::size_t k = 0; k < balls; ++k) {
      const SlateAnswer slate = slate_answer(at, halted, y, k, t);
      f[4 + 4 * k] = slate.g.x;
      f[5 + 4 * k] = slate.g.y;
      f[6 + 4 * k] = slate.N;
    }
    Vec2 next = t - (1.0 / stiffness) * slip_change<balls, double>(at, f);
    const double size = norm(next);
    if (size > mu) next = (mu / size) * next;
    const double moved = norm(next - t);
    t = next;
    if (moved <= enough) break;
  }
  return t;
}

/// Directions of the slips after the impulses y; where there is none, of its growth.
template <std::size_t balls>
Directions<balls> slip_directions(const Impact<balls>& at, const Mode<balls>& mode,
                                  const Impulses<balls>& y) {
  const auto direction = [&](std::size_t which, Vec2 otherwise) {
    const Vec2 slip = slip_at(at, y, which);
    const double speed = norm(slip);
    return speed > at.no_slip ? (1.0 / speed) * slip : otherwise;
  };
  Directions<balls> directions{direction(0, mode.direction)};
  for (std::size_t k = 0; k < balls; ++k)
    directions[1 + k] = direction(1 + k, mode.slate_direction[k]);
  return directions;
}

/// The mode from here on [Filippov].
template <std::size_t balls>
Mode<balls> settle(const Impact<balls>& at, const Halted<balls>& halted, const Impulses<balls>& y) {
  constexpr double holds = 1.0 - 1e-12;  // of the limit: rounding of the friction found
  Mode<balls> mode;
  Vec2 t;
  if (halted.contact) {
    t = halted_friction(at, halted, y);
    const double size = norm(t);
    mode.sticks = size < holds * friction_at(at.friction, 0.0);
    mode.direction = size > 0.0 ? (-1.0 / size) * t : Vec2{1.0, 0.0};
  } else {
    const Vec2 u = slip_at(at, y, 0);
    const double speed = norm(u);
    t = (-friction_at(at.friction, speed) / speed) * u;
  }
  for (std::size_t k = 0; k < balls; ++k) {
    const BallTerms& r = at.ball_terms[k];
    const bool down = r.on_slate && r.v_z + vertical_change(at, y, k) <= no_rise &&
                      slate_push(r, at.cos, t) >= 0.0;
    if (!down) continue;
    const SlateAnswer slate = slate_answer(at, halted, y, k, t);
    mode.cloth_contact[k] = slate.sticks ? ClothContact::sticks : ClothContact::slips;
    const Vec2 pull = sticking_friction_at_slate(r, at.cos, t);
    const double size = norm(pull);
    mode.slate_direction[k] = size > 0.0 ? (-1.0 / size) * pull : Vec2{1.0, 0.0};
  }
  return mode;
}

}  // namespace cuelab::along_impulse
