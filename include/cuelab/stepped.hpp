#pragma once

#include <functional>
#include <span>

#include "cuelab/scene.hpp"
#include "cuelab/trajectory.hpp"

namespace cuelab {

/// What a stop condition can inspect after a step with new events.
struct SteppedView {
  double t = 0.0;                       ///< [s]
  std::span<const Event> events{};      ///< all so far
  std::span<const BallState> states{};  ///< of all balls
};

struct SteppedOptions {
  /// Called periodically with the simulated time [s]; return false to stop.
  std::function<bool(double)> progress{};
  /// Called after each step with new events; return true to stop.
  std::function<bool(const SteppedView&)> stop_when{};
};

/// Simulation in fixed time steps, as an alternative to the event-based evolution of [Leckie2006].
/// Same scene, same laws, same kind of result as the event engine.
///
/// A step of `scene.stepped.time_step`:
/// 1. Every ball advances to the end of the step by the closed form of its motion, so that all
///    errors are due to discrete time and none to an integrator.
/// 2. A motion that should have ended within the step ends now; its friction has acted until now.
///    Slip that friction has reversed meanwhile is removed at once, as friction would do, which
///    adds no energy.
/// 3. Balls that now overlap a cushion, jaw or pocket collide with it, in the order of the scene;
///    then pairs of balls that overlap collide, every pair once per step. Both only if they
///    approach. Contacts that begin and end within a step are missed.
/// 4. The impact is that of the event engine, along the normal of the overlapping bodies. Bodies
///    are not moved apart: positions stay continuous, and no ball is pushed into a third body.
///
/// Times and positions of impacts therefore err by up to a step. Balls overlap by up to the
/// distance travelled in a step; balls that come to rest against each other stay overlapped. A ball
/// pressed against another collides with it in every step, too slowly to bounce, and keeps rolling
/// if the cloth can stop the slip due to the push within the step; after the first such collision
/// no events are recorded, but each collision counts towards `run.max_events`.
Trajectory simulate_stepped(const Scene& scene, const SteppedOptions& options = {});

}  // namespace cuelab
