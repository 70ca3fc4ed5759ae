#pragma once

#include <vector>

#include "cuelab/vec.hpp"

namespace cuelab::reproduction {

/// A ball on an elastic plane for a program that does not locate contacts: the force is
/// K max(0, d)^1.5 wherever it is evaluated.
struct Drop {
  double mass = 0.17;             ///< [kg]
  double stiffness = 4.488459e8;  ///< [N/m^1.5]
  double height = 0.5;            ///< of fall [m]
  double gravity = 9.81;          ///< [m/s^2]

  /// Kinetic, potential and elastic energy at height y.x with velocity y.y / initial energy.
  double energy(Vec2 y) const;
};

struct DropPoint {
  double t = 0.0;
  Vec2 y{};  ///< height above the plane [m], velocity [m/s]
};

/// Dormand and Prince's 5(4) pair with the step-size rule of MATLAB's ODE45 [Shampine and Reichelt,
/// SIAM Journal on Scientific Computing 18 (1997)]: error of each component relative to the larger
/// of its size and abs_tol/rel_tol; a step is at most a tenth of the total time. Returns every
/// accepted step.
std::vector<DropPoint> ode45(const Drop& drop, double t_end, double rel_tol, double abs_tol);

}  // namespace cuelab::reproduction
