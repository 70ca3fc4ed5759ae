#pragma once

#include <vector>

#include "cuelab/scene.hpp"
#include "cuelab/trajectory.hpp"

namespace cuelab::fuzz {

/// One ball's piece with its end.
struct Stretch {
  Piece piece;
  double until = 0.0;  ///< [s]

  double time() const { return until - piece.t0; }
};

using Track = std::vector<Stretch>;

/// The pieces of every ball, each until the next one begins.
std::vector<Track> tracks_of(const Trajectory& run);

inline bool in_play(Motion motion) {
  return motion != Motion::pocketed && motion != Motion::off_table;
}

/// A run to be checked.
struct Case {
  const Scene& scene;
  const std::vector<BallState>& start;  ///< just after the stroke
  const Trajectory& run;
  const std::vector<Track>& tracks;
};

}  // namespace cuelab::fuzz
