#include "cuelab/laws/cushion/stronge.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "laws/cushion/stronge_contact.hpp"
#include "math/elementary.hpp"

namespace cuelab {
namespace {

constexpr double half_pi = 0.5 * pi;

/// Normal force and impulse up to the time tau.
struct Normal {
  double force;
  double impulse;
};

Normal normal_at(double tau, double e) {
  if (tau <= half_pi) {
    const SinCos t = sin_cos(tau);
    return {t.sin, 1.0 - t.cos};
  }
  const SinCos t = sin_cos((tau - half_pi) / e);
  return {t.cos, 1.0 + e * t.sin};
}

/// Time at which the initial slip ends because the end of the tangential spring comes to rest, a =
/// f' / rho^2; infinite if it slips throughout.
double end_of_slip(double slip, double e, double rho) {
  const double r = 1.0 / (rho * rho);
  // in compression: slip - 1 + (1 - r) cos tau = 0
  if (slip < 1.0) {
    const double c = std::min((1.0 - slip) / (1.0 - r), 1.0);
    return atan2(std::sqrt((1.0 - c) * (1.0 + c)), c);
  }
  // in restitution: slip - 1 - (e - r / e) sin phi = 0
  const double amplitude = e - r / e;
  const double s = (slip - 1.0) / amplitude;
  if (amplitude <= 0.0 || s > 1.0) return std::numeric_limits<double>::infinity();
  return half_pi + e * atan2(s, std::sqrt((1.0 - s) * (1.0 + s)));
}

/// Sticking from tau0 on: the ball oscillates on the tangential spring.
struct Sticking {
  double tau0, force0, slip0, rho;

  double force(double tau) const {
    const SinCos t = sin_cos(rho * (tau - tau0));
    return force0 * t.cos + rho * slip0 * t.sin;
  }
  double slip(double tau) const {
    const SinCos t = sin_cos(rho * (tau - tau0));
    return slip0 * t.cos - force0 / rho * t.sin;
  }
};

/// Time at which the tangential force reaches the friction limit: the first tau with |q| >= f, at
/// most tau_end. It is not reached in compression: with d = f - q, d'' + rho^2 d = (rho^2 - 1) f,
/// and f rises, so 0 <= d < 2 f. There d, which begins at zero, is rounding where the slip has just
/// ended, and is not asked.
double end_of_stick(const Sticking& sticking, double e, double tau_end) {
  const auto margin = [&](double tau) {
    return normal_at(tau, e).force - std::abs(sticking.force(tau));
  };
  // |q| oscillates with frequency rho: steps of at most an eighth of its quarter period
  const double step = std::min(half_pi / (8.0 * sticking.rho), (tau_end - sticking.tau0) / 8.0);
  double lo = sticking.tau0;
  double hi = std::min(lo + step, tau_end);
  while (hi < tau_end && (hi <= half_pi || margin(hi) > 0.0)) {
    lo = hi;
    hi = std::min(hi + step, tau_end);
  }
  lo = std::max(lo, half_pi);

  // regula falsi; the retained end's value is halved (Illinois method)
  double above = margin(lo);
  double below = margin(hi);
  constexpr int most_steps = 60;
  constexpr double enough = 1e-14;
  for (int k = 0; k < most_steps && hi - lo > enough; ++k) {
    const double secant = (above * hi - below * lo) / (above - below);
    const bool inside = secant > lo && secant < hi;
    const double tau = inside ? secant : 0.5 * (lo + hi);
    const double value = margin(tau);
    if (value == 0.0) return tau;
    if (value > 0.0) {
      lo = tau;
      above = value;
      below *= 0.5;
    } else {
      hi = tau;
      below = value;
      above *= 0.5;
    }
  }
  return hi;
}

}  // namespace

StrongeSlip stronge_slip(double slip, double restitution, double omega_ratio) {
  const double e = restitution;
  const double total = 1.0 + e;
  const bool sticks_at_once = slip * omega_ratio * omega_ratio <= 1.0;
  const double tau_stick = sticks_at_once ? 0.0 : end_of_slip(slip, e, omega_ratio);
  const double tau_end = half_pi * total;
  if (tau_stick >= tau_end) return {.after = slip - total, .slope = 1.0};

  // stick, then slip in the direction in which the spring pulls
  const Normal at_stick = normal_at(tau_stick, e);
  const Sticking sticking{tau_stick, at_stick.force, slip - at_stick.impulse, omega_ratio};
  const double tau_slip = end_of_stick(sticking, e, tau_end);
  const double left = total - normal_at(tau_slip, e).impulse;
  return {.after = sticking.slip(tau_slip) - std::copysign(left, sticking.force(tau_slip)),
          .slope = sin_cos(omega_ratio * (tau_slip - tau_stick)).cos};
}

double slip_after_stronge(double slip, double restitution, double omega_ratio) {
  return stronge_slip(slip, restitution, omega_ratio).after;
}

BallState resolve(const Stronge& law, const CushionImpact& at, BallState s) {
  return compliant<double>(law, at, s);
}

}  // namespace cuelab
