#pragma once

#include "cuelab/laws/cloth/patch.hpp"

namespace cuelab::testing {

/// The pool set of pooltool as a patch [pooltool, params.py: 0.2, 0.01, 0.4 * 10/9 R].
PatchCloth pool_patch();

/// Motion of a ball alone on the patch cloth, integrated by classical Runge-Kutta steps: shares
/// only the load with the engines.
struct PatchBall {
  PatchCloth cloth = pool_patch();
  BallSpec ball{};
  double gravity = 9.81;  ///< [m/s^2]
  Vec2 r{}, v{};
  Vec3 w{};

  void step(double h);
  void advance(double t, double h);
  /// Until speed and slip are below `slow`; returns the time.
  double run_to_stop(double h, double slow = 2e-3);
};

}  // namespace cuelab::testing
