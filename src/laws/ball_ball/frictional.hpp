#pragma once

#include "cuelab/physics.hpp"
#include "laws/ball_ball/pair.hpp"

namespace cuelab {

/// Coefficient at a slip speed [m/s].
double friction_at(const BallFriction& friction, double slip);

/// Impact along n (unit, from a to b) with restitution and Coulomb friction at the contact
/// [AlciatoreTPA14], for balls of any mass, radius and inertia. The friction impulse is
/// mu(slip) J_n against the initial slip, or what stops the slip if that is less.
Pair resolve(const Frictional& law, const PairSpec& spec, const Pair& pair, const Vec3& n);

}  // namespace cuelab
