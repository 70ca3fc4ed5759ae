#pragma once

#include <array>

namespace oracle {

/// A ball on a cloth that touches it in a disc with the pressure of docs/patch_friction.md; pool
/// coefficients. In double precision: the quadrature limits the accuracy.
struct PatchShot {
  double vx = 0, vy = 0, wx = 0, wy = 0, wz = 0;
  bool surface = false;  ///< the velocity of the ball's surface directs the shift
};

/// Position after half a second and at rest.
std::array<double, 4> patch_run(const PatchShot& shot);

}  // namespace oracle
