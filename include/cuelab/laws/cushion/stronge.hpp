#pragma once

#include "cuelab/law_info.hpp"
#include "cuelab/laws/cushion/impact.hpp"

namespace cuelab {

/// Cushion: tangential compliance, stick and slip within the contact [Stronge1994].
struct Stronge {
  double restitution = 0.85;
  double friction = 0.2;
  double omega_ratio = 1.8;  ///< tangential over normal frequency of the contact
  friend bool operator==(const Stronge&, const Stronge&) = default;
};

constexpr LawInfo describe(Stronge) {
  return {.name = "stronge",
          .meaning = "tangential compliance: stick and slip within the contact",
          .source =
              "W. J. Stronge, Planar impact of rough compliant bodies, Int. J. Impact Eng. "
              "15 (1994) 435-450",
          .parameters = {
              parameter<&Stronge::restitution>("restitution", fraction, "",
                                               "normal speed ratio, after to before"),
              parameter<&Stronge::friction>("friction", friction_range, "", "mu, ball on cushion"),
              parameter<&Stronge::omega_ratio>("omega_ratio", {.min = 1.0, .max = 10.0}, "",
                                               "tangential over normal frequency of the contact")}};
}

/// Impact with tangential compliance [Stronge1994; Stronge2000, ch. 5]. The contact is a normal
/// spring, stiffer by 1/e^2 when it unloads, and a tangential one; Coulomb friction acts between
/// the tangential spring and the cushion. In the time tau = Omega t of the normal spring, with
/// forces in units of the greatest normal force and the slip velocity a in units of mu beta c (beta
/// = 1 + m R^2 / I, c the approach speed):
///   normal force     f = sin tau up to pi/2, then cos((tau - pi/2) / e)
///   tangential force q = f while slipping; q' = rho^2 a while sticking
///   slip velocity    a' = -q
/// with rho = omega_ratio. It slips at first if a > 1 / rho^2, may stick, and slips at the end. The
/// sphere's tangential inertia is the same in all directions, so the slip stays on its line. The
/// result includes the vertical velocity.
BallState resolve(const Stronge& law, const CushionImpact& at, BallState s);

/// Slip velocity after the impact in units of mu beta c, from that before (> 0).
double slip_after_stronge(double slip, double restitution, double omega_ratio);

}  // namespace cuelab
