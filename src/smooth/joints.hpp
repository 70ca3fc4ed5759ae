#pragma once

#include <cstddef>
#include <span>

#include "cuelab/multibody.hpp"
#include "smooth/layout.hpp"

namespace cuelab::smooth {

/// Position and velocity of an anchor, world frame.
struct AnchorMotion {
  Vec3 arm;  ///< from the body's centre of mass; zero on the ground [m]
  Vec3 p;    ///< [m]
  Vec3 v;    ///< [m/s]
};
AnchorMotion motion_of(const Anchor& anchor, const double* y);

/// A joint with constants that depend on the initial state.
struct PlacedJoint {
  Joint joint;
  double start = 0.0;  ///< coordinate where a prescribed translation begins [m]
  Vec3 across[2]{};    ///< revolute: unit, perpendicular to axis_a and each other, fixed in body a
};
PlacedJoint placed(const Joint& joint, std::span<const Body> bodies);

inline constexpr std::size_t most_joint_rows = 5;

/// Number of scalar equations of a joint.
std::size_t row_count(const Joint& joint);

/// Whether the joint prescribes a motion and so may supply energy.
bool is_driven(const Joint& joint);

/// One scalar equation Phi(q, t) = 0 [Gismeros2022, eq. 2.9] and its derivatives. A row of the
/// Jacobian D is kept as its 6 columns for each of at most two bodies: `force` belongs to the
/// velocity and `moment` to the angular velocity of the body. Read as a wrench, it is what a unit
/// multiplier exerts on the body [eq. 2.19].
struct JointRow {
  std::uint32_t body_a = none;
  std::uint32_t body_b = none;
  Wrench a{};
  Wrench b{};
  double phi = 0.0;    ///< Phi
  double nu = 0.0;     ///< prescribed rate: the derivative of Phi is D v - nu
  double gamma = 0.0;  ///< right-hand side of D a = gamma [eq. 2.11]
};

/// The equations of a joint in the state y; writes row_count of them.
void joint_rows(const PlacedJoint& placed, double t, const double* y, JointRow* rows);

/// D v.
double rate_along(const JointRow& row, const double* y);

/// The derivative of Phi, D v - nu.
inline double violation_rate(const JointRow& row, const double* y) {
  return rate_along(row, y) - row.nu;
}

/// Speed of a prescribed motion, its derivative, and the distance covered since t = 0.
double ramp_speed(const Ramp& ramp, double t);
double ramp_acceleration(const Ramp& ramp, double t);
double ramp_distance(const Ramp& ramp, double t);

/// When the ramp of a prescribed motion ends; 0 for other joints [s].
double ramp_end(const Joint& joint);

}  // namespace cuelab::smooth
