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
/// cue presses the ball on the cloth, which pushes back while the tip still presses; three contacts
/// act at once, and the result is between two limits.
///
/// The tip's impulse m q along the cue d gives the centre q d and the lowest point the slip q A, A
/// = (cos - k b, -k a sin) along heading and left. While the ball stays on the cloth the cloth
/// gives m q sin upwards and m q g against A, g = min(mu sin, |A| / (1 + k)): sliding or rolling
/// from the first instant on, because it starts from rest under forces in a constant ratio. By
/// reciprocity this changes the speed of the point under the tip along the cue by -q (sin^2 + g
/// |A|). With w = 1 + m/M + k (a^2 + b^2) and the share S = (sin^2 + g |A|) / w of the cloth:
///   cloth far softer than the tip: q0 = (1 + e) V / w, the bare impulse; then the ball bounces;
///   cloth far stiffer:             q = q0 / (1 - S), and the ball does not bounce.
/// In between, with both contacts F = K d^1.5, speeds scale, and the ratio of the durations of the
/// two contacts, each alone, is the 5th root of
///   X = (K_tip / K_cloth)^2 w^3 / ((1 + e) sin).
/// Fitted to the equations of cue, tip, ball and cloth along the cue, with y = X^(1/4):
///   q = q0 / (1 - S / (1 + z)), z = y^2 (1 - S) (c0 + c1 y) exp(-y S (c2 + c3 S)),
///   rebound e_s y (r0 + r1 y) / (1 + r2 y + r1 y^2) q0 sin.
/// Both have the right limits; the rebound is that of the slate for a soft cloth or a stiff tip and
/// small under a steep or heavy cue with a soft tip. The cloth's impulses follow: (q sin + rebound)
/// upwards, friction mu times that against A, at most enough to stop the slip. They act at the
/// lowest point, so v - u k / (1 + k), and with it the velocity of the later rolling (Coriolis), is
/// that of the tip's impulse alone.
///
/// To first order in its size, two more effects enter: the contact point drifts with the ball's
/// surface during the contact, and the cue's end mass, carried aside, pushes the ball aside
/// (squirt) and takes spin from it. At level the published law `strike` has no such drift, loss of
/// spin or squirt in height; these are weighted with 1 - (1 - sin)^4, so that the law joins it.
///
/// Error of the fit against these equations: of q 0.2 % rms, 0.7 % at most, of the rebound 0.1 % of
/// q, with the default materials, any offset up to 0.5, elevations up to 88 degrees and m/M from
/// 0.2 to 0.8; about 2 % rms of q each for softer and harder tips (y below 1.6), restitutions of
/// the tip from 0.6 and of the slate from 0.3 to 0.7, friction up to 0.4. Against the integrated
/// stroke at 2 m/s, offsets up to 0.4, 10 to 85 degrees (tests/physics/stroke_test.cpp): horizontal
/// velocity 0.3 % of q rms, 0.6 % at most, rebound 0.3 and 1.0 %, later rolling 0.4 and 1.0 %. Near
/// the miscue limit the real tip slips before it holds; there q is up to 3 % too great.
BallState stroke(const Lie& lie, const Cue& cue, const Shot& shot);

/// Inertia [kg] of the cue's end against motion across its axis for which a tip that springs back
/// along the normal of the contact, not along the cue, gives the squirt of [AlciatoreTPA31] with
/// cue.end_mass, which must be above zero, in a level stroke.
double lateral_inertia(const BallSpec& ball, const Cue& cue, const Shot& shot);

}  // namespace cuelab
