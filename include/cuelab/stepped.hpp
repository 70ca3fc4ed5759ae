#pragma once

#include <functional>

#include "cuelab/scene.hpp"
#include "cuelab/trajectory.hpp"

namespace cuelab {

/// Simulation in fixed time steps: the discrete-time evolution that event-based evolution
/// [Leckie2006] is the answer to. Same scene, same laws, same kind of result as the event engine.
///
/// A step of `scene.stepped.time_step`:
/// 1. Every ball goes along its motion to the end of the step, by the closed form. Integrating the
///    step instead would add errors of its own; so all that is left is what discrete time does.
/// 2. A motion that ran its course within the step ends now: until here its friction went on
///    acting. Slip that was turned round meanwhile is taken away at one stroke, as friction would
///    take it, which gives no energy.
/// 3. Balls that now overlap a cushion, jaw or pocket meet it, by place in the scene, then pairs of
///    balls that overlap meet each other, every pair once per step. Both only if they approach;
///    those that part are left to part. Contacts that no step's end falls into are not seen.
/// 4. The impact is that of the event engine, on the normal of the overlapping bodies. Nobody is
///    moved apart: places stay continuous, and nobody is pushed into a third body.
///
/// Times and places of impacts therefore err by up to a step. Overlaps are up to a step's way deep;
/// balls that come to rest on each other keep theirs. A ball pressed on another meets it in every
/// step, too slowly to bounce, and goes on rolling if the cloth can take the slip of the push
/// within the step; after the first such meeting only its pieces tell, but each counts towards
/// `run.max_events`.
///
/// `progress` is told the time now and then; false stops the run.
Trajectory simulate_stepped(const Scene& scene, const std::function<bool(double)>& progress = {});

}  // namespace cuelab
