#pragma once

#include "cuelab/physics.hpp"
#include "laws/ball_ball/pair.hpp"

namespace cuelab {

/// Impact along n (unit, from a to b) with restitution and friction whose coefficient follows the
/// slip speed u while the impulse acts: u' = -k mu(u) along J_n, k the tangential compliance. This,
/// not mu at the first slip (Frictional), is the limit of stiff compliant balls. With
/// mu = a + b exp(-c u) the equation is linear in exp(c u):
///   exp(c u) = (exp(c u_0) + b / a) exp(-k c a J_n) - b / a,
/// and the slip has stopped if that falls below 1. For balls of any mass, radius and inertia; the
/// line of the slip does not turn, since no other friction acts.
Pair resolve(const FrictionalAlongImpulse& law, const PairSpec& spec, const Pair& pair,
             const Vec3& n);

/// Tangential impulse for the normal impulse J_n, from the slip speed and the compliance k [1/kg]:
/// at most slip / k, which stops the slip.
double friction_impulse(const BallFriction& friction, double slip, double compliance, double J_n);

}  // namespace cuelab
