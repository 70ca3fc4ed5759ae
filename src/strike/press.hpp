#pragma once

#include "strike/stroke.hpp"

namespace cuelab {

/// The end of the cue.
struct CueEnd {
  double radius = 0.0;  ///< of the tip's surface [m]
  double mass = 0.0;    ///< inertia against motion across the cue [kg]
};
CueEnd cue_end(const BallSpec& ball, const Cue& cue, const Shot& shot);

/// Ends with less inertia than this / mass of the ball are light: they have no squirt here, and
/// this inertia in the integrated stroke, where they turn the ball by less than 1 degree.
inline constexpr double least_end_mass = 0.005;

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
/// Method: leapfrog, in steps of 1/20 of the time in which the tip alone would throw the ball back,
/// or 1/18 of that for the cloth; 35 to 110 of them. Friction is implicit, damping extrapolated to
/// the middle of the step; of second order.
///
/// Accuracy: velocities differ from those of many small steps by 1.4e-4 rms and 1e-3 at most, with
/// the default materials, any offset up to 0.5, 3 to 85 degrees and 0.3 to 8 m/s; by 1.2e-3 rms
/// with harder and softer tips and restitutions of the tip from 0.6.
///
/// Limits: a tip or cloth into which the cue would sink by half the ball's radius is taken to be
/// harder; a cloth more than 200 times as stiff as the tip, or a tip more than 1000 times as stiff
/// as the cloth, to be softer; a cue heavier than ten balls to be lighter. A stroke of unusually
/// many steps is cut off. The ball never gets more than the cue's energy.
Press press(const Lie& lie, const Cue& cue, const Shot& shot);

}  // namespace cuelab
