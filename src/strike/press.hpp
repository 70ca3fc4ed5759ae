#pragma once

#include "strike/stroke.hpp"

namespace cuelab {

/// The end of the cue, as every engine has it.
struct CueEnd {
  double radius = 0.0;  ///< of the tip's surface [m]
  double mass = 0.0;    ///< inertia against motion across the cue [kg]
};
CueEnd cue_end(const BallSpec& ball, const Cue& cue, const Shot& shot);

/// Friction at the tip grows with the slip up to this slip / speed of the cue.
inline constexpr double tip_creep = 3e-3;

/// What a stroke gives the ball. Along the heading, to the left and up.
struct Press {
  Vec3 v{};              ///< velocity from the tip alone [m/s]
  Vec3 w{};              ///< spin from the tip alone [rad/s]
  double rebound = 0.0;  ///< vertical speed in the end [m/s]
};

/// Tip and cloth press on the ball at once.
///
/// Equations: those of the integrated stroke (`stroke_system` in cuelab/multibody.hpp). The end of
/// the cue is a sphere that does not turn, with the cue's mass along its axis and that of `CueEnd`
/// across it. Tip and cloth push by F = K d^1.5 (1 + c d' / v), d the overlap, c from the
/// restitution, v the greatest approach speed so far. Friction at the tip is proportional to the
/// slip up to tip_creep times the speed of the cue, and Coulomb's above; at the cloth Coulomb's, at
/// most enough to stop the slip. No weight.
///
/// Method: leapfrog, steps of 1/20 of the time in which the tip alone, or 1/16 of that in which the
/// cloth alone, would throw the ball back; 35 to 80 of them. Frictions and damping are implicit,
/// each with the others extrapolated. Second order; the impulses are good to 2e-4.
///
/// Limits: for cues so fast that they would sink halfway into the ball, tip and cloth are taken to
/// be harder, and a cloth more than 200 times as stiff as the tip to be softer. A stroke that lasts
/// unusually long (a heavy cue upright on the ball) is cut off.
Press press(const Lie& lie, const Cue& cue, const Shot& shot);

}  // namespace cuelab
