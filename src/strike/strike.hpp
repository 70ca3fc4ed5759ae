#pragma once

#include "cuelab/scene.hpp"

namespace cuelab {

/// Velocity and spin of a resting ball struck by the cue as a point impact without slip
/// [AlciatoreTPA30]. With a = side and b = height the offsets of the cue's axis from the ball's
/// centre, measured perpendicular to the cue, the ball leaves along the cue at (1 + e) V / (1 + m/M
/// + k (a^2 + b^2)), k = m R^2 / I; the source has e = 1. (The source gives the contact point in
/// the table's frame instead; b there is b cos(theta) + c sin(theta) here.) Squirt [AlciatoreTPA31]
/// turns the velocity, not the spin axis, away from the side that was hit. An elevated cue drives
/// the ball down.
BallState strike(const BallSpec& ball, const BallState& resting, const Cue& cue, const Shot& shot);

}  // namespace cuelab
