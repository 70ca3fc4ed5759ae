#pragma once

#include <vector>

#include "cuelab/vec.hpp"

namespace cuelab::study {

/// A ball on an elastic plane as a program meets it that does not locate the instants of contact:
/// the force is K max(0, d)^1.5 whenever it is asked for.
struct Drop {
  double mass = 0.17;             ///< [kg]
  double stiffness = 4.488459e8;  ///< [N/m^1.5]
  double height = 0.5;            ///< of fall [m]
  double gravity = 9.81;          ///< [m/s^2]

  /// Kinetic, potential and elastic energy at height y.x with velocity y.y, over that of the start.
  double energy(Vec2 y) const;
};

struct DropPoint {
  double t = 0.0;
  Vec2 y{};  ///< height above touch [m], velocity [m/s]
};

/// Dormand and Prince's 5(4) pair with the step-size rule of MATLAB's ODE45 [Shampine and Reichelt,
/// SIAM Journal on Scientific Computing 18 (1997)]: error of each component relative to the larger
/// of its size and abs_tol/rel_tol; at most a tenth of the time per step. Every accepted step.
std::vector<DropPoint> ode45(const Drop& drop, double t_end, double rel_tol, double abs_tol);

}  // namespace cuelab::study
