#pragma once

#include <array>
#include <vector>

namespace oracle {

/// A ball on a cloth that touches it in a disc with the pressure of docs/patch_friction.md; pool
/// coefficients. In double precision: the quadrature limits the accuracy.
struct PatchShot {
  double vx = 0, vy = 0, wx = 0, wy = 0, wz = 0;
  bool surface = false;  ///< the velocity of the ball's surface directs the shift
};

/// Position after half a second and at rest.
std::array<double, 4> patch_run(const PatchShot& shot);

/// Distances of the path from points, + if they lie to the left of it, then the position at rest.
std::vector<double> patch_passes(const PatchShot& shot,
                                 const std::vector<std::array<double, 2>>& points);

/// Friction of the patch, in mu N and mu N a.
struct PatchLoad {
  double Tx = 0, Ty = 0, M = 0;
};

/// For slip (vx, vy) in patch radii per second, spin w and shift (dx, dy) of the pressure.
PatchLoad patch_load(double vx, double vy, double w, double dx, double dy);

/// Greatest and mean error of an approximation's force, then of its moment, over ratios of slip and
/// spin and, for the last two, shifts 0, 0.25 .. 1 in all directions. Forms 0 to 6: Pade of order 1
/// to 3, ellipsoid, generalised, rolling, fitted.
std::array<double, 4> patch_errors(int form);

}  // namespace oracle
