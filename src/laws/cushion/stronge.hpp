#pragma once

#include "cuelab/physics.hpp"
#include "laws/cushion/impact.hpp"

namespace cuelab {

/// Impact with tangential compliance [Stronge1994; Stronge2000, ch. 5]. The contact is a spring
/// along the normal, stiffer by 1/e^2 when it unloads, and one across it; Coulomb friction acts
/// between the tangential spring and the cushion. In the time tau = Omega t of the normal spring,
/// with forces in units of the greatest normal force and the slip velocity a in units of
/// mu beta c (beta = 1 + m R^2 / I, c the approach speed):
///   normal force     f = sin tau up to pi/2, then cos((tau - pi/2) / e)
///   tangential force q = f while slipping; q' = rho^2 a while sticking
///   slip velocity    a' = -q
/// with rho = omega_ratio. It slips at first if a > 1 / rho^2, may stick, and slips at the end.
/// The sphere's tangential inertia is the same in all directions, so the slip keeps its line.
/// The vertical velocity that results is part of the answer.
BallState resolve(const Stronge& law, const CushionImpact& at, BallState s);

/// Slip velocity after the impact in units of mu beta c, from that before (> 0).
double slip_after_stronge(double slip, double restitution, double omega_ratio);

}  // namespace cuelab
