#pragma once

#include <type_traits>

#include "cuelab/laws/cushion/stronge.hpp"
#include "laws/scalar.hpp"
#include "math/elementary.hpp"

namespace cuelab {

/// `slip_after_stronge` and its derivative. The instants at which the contact begins to stick and
/// to slip again depend on the slip, too, but force and slip velocity go on smoothly there, so
/// they do not count.
struct StrongeSlip {
  double after = 0.0;
  double slope = 0.0;
};
StrongeSlip stronge_slip(double slip, double restitution, double omega_ratio);

/// The law of Stronge, in any scalar type.
template <class S>
StateOf<S> compliant(const Stronge& law, const CushionImpactOf<S>& at, StateOf<S> s) {
  const BallSpec& ball = at.ball;
  const S c = -dot(s.v, at.n);
  const Vec3Of<S> u_t = surface_velocity<S>(at, s) + c * at.n;
  const double beta = 1.0 + ball.mass * ball.radius * ball.radius / ball.inertia;

  // tangential impulse that gives this change of the slip velocity
  const S unit = law.friction * beta * c;
  const Vec3Of<S> P_n = ((1.0 + law.restitution) * ball.mass * c) * at.n;
  Vec3Of<S> P = P_n;
  if (dot(value_of(u_t), value_of(u_t)) > 0.0) {
    const S slip = norm(u_t);
    S P_t{};
    if (unit > 0.0) {
      const S ratio = slip / unit;
      const StrongeSlip found = stronge_slip(value_of(ratio), law.restitution, law.omega_ratio);
      S after(found.after);
      if constexpr (!std::is_same_v<S, double>) after = S::chain(found.after, found.slope, ratio);
      P_t = (slip - after * unit) * ball.mass / beta;
    }
    P = P_n - (P_t / slip) * u_t;
  } else if constexpr (!std::is_same_v<S, double>) {
    // derivatives: a small slip sticks throughout
    if (unit > 0.0) {
      const double turn = law.omega_ratio * 0.5 * pi * (1.0 + law.restitution);
      P -= ((1.0 - sin_cos(turn).cos) * ball.mass / beta) * u_t;
    }
  }

  s.v += (1.0 / ball.mass) * P;
  s.w -= (ball.radius / ball.inertia) * cross(at.n, P);
  return s;
}

}  // namespace cuelab
