#pragma once

#include "cuelab/law_info.hpp"

namespace cuelab {

/// Friction between two balls as a function of slip speed: mu(s) = a + b exp(-c s), s in m/s.
/// b = 0 is a constant coefficient. The default is the fit of [AlciatoreTPA14] to Marlow's data.
struct BallFriction {
  double a = 9.951e-3;
  double b = 0.108;
  double c = 1.088;  ///< [s/m]
  friend bool operator==(const BallFriction&, const BallFriction&) = default;
};

/// Coefficient at a slip speed [m/s].
double friction_at(const BallFriction& friction, double slip);

/// The parameters of a law with a member of this type. In scene files `friction` may also be a
/// number, or "alciatore" for the default.
template <auto Friction>
constexpr ParameterList friction_parameters() {
  return {parameter<Friction, &BallFriction::a>("friction.a", friction_range, "",
                                                "coefficient at high slip"),
          parameter<Friction, &BallFriction::b>("friction.b", friction_range, "",
                                                "increase at low slip: mu = a + b exp(-c slip)"),
          parameter<Friction, &BallFriction::c>("friction.c", decay_range, "s/m",
                                                "decay rate of b with slip")};
}

}  // namespace cuelab
