#pragma once

#include "cuelab/scene.hpp"

namespace cuelab {

/// The ball before the stroke and what it lies on.
struct Lie {
  BallSpec ball{};
  BallState resting{};
  Slate slate{};
  double mu = 0.0;         ///< sliding friction of the cloth
  double gravity = 0.0;    ///< [m/s^2]
  double stiffness = 0.0;  ///< K of the ball on the cloth [N/m^1.5]
};

/// The lie of a ball of a scene.
Lie lie_of(const Scene& scene, const BallSpec& ball, const BallState& resting);

/// The state after a stroke, with its motion. A level cue, or a ball in the air: `strike`. A raised
/// cue presses the ball on the cloth, which pushes back while the tip still presses: `press`
/// (strike/press.hpp) gives the tip's part and the rebound. The cloth's part follows, as in a
/// bounce with that rebound: its friction acts at the lowest point, so v - u k / (1 + k), and with
/// it the velocity of the later rolling (Coriolis), is that of the tip's impulse alone.
///
/// The published law of level cues leaves out that the contact point drifts with the ball's surface
/// and that the cue's end, carried aside, takes spin; together up to 7 % of the spin. Up to 3
/// degrees the cue counts as level (`level_stroke`), from 10 degrees on it is raised, and in
/// between the result changes from one to the other (`raised_part`), in every engine.
BallState stroke(const Lie& lie, const Cue& cue, const Shot& shot);

/// The same with `strike` at any elevation: first the stroke, then the bounce.
BallState level_stroke(const Lie& lie, const Cue& cue, const Shot& shot);

/// From 0, level, to 1, raised.
double raised_part(double elevation);

/// Inertia [kg] of the cue's end against motion across its axis for which a tip that springs back
/// along the normal of the contact, not along the cue, gives the squirt of [AlciatoreTPA31] with
/// cue.end_mass, which must be above zero, in a level stroke.
double lateral_inertia(const BallSpec& ball, const Cue& cue, const Shot& shot);

}  // namespace cuelab
