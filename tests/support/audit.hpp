#pragma once

#include "cuelab/cuelab.hpp"

namespace cuelab::testing {

/// The smallest gap of any two balls at any time [m]; 1 m if none come near. Exact: every pair of
/// pieces that overlap in time, in 113-bit arithmetic.
double least_gap(const Scene& scene, const Trajectory& shot);

/// The largest rise of the total energy at an impact, at an instant or between two, relative to
/// the initial energy.
double energy_rise(const Scene& scene, const Trajectory& shot);

/// The pieces on which contacts were searched for: a cubic piece, of a cloth whose paths are not
/// parabolas, becomes the parabola with its start, end and first velocity.
Trajectory as_searched(Trajectory shot);

/// Whether events come in order of time and every number is finite.
bool is_sound(const Trajectory& shot);

}  // namespace cuelab::testing
