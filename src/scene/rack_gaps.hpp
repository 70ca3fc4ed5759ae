#pragma once

#include "cuelab/scene.hpp"

namespace cuelab {

/// Moves the balls of a rack of touching balls apart by random gaps; the first ball stays.
///
/// Every two neighbours draw a gap independently. A rack has more pairs of neighbours than its
/// balls have degrees of freedom: to first order, gaps are those of a rack if and only if for every
/// ball with six neighbours, its six gaps and the six gaps among those neighbours have the same sum
/// (thirty gaps and three such balls in a rack of fifteen, one in those of nine and ten). Both sums
/// are therefore scaled to their mean, ball by ball until all are met. This keeps gaps positive
/// and, with one such ball, the mean of each; it changes an exponential gap by a quarter on
/// average.
///
/// The displacements give these gaps to first order. The distance of two balls that also shift
/// sideways by s is larger by s^2 / 4R, so that no two overlap. The rack as a whole is not turned.
void spread(std::vector<RackedBall>& balls, const RackGaps& gaps, std::uint64_t seed,
            double radius);

}  // namespace cuelab
