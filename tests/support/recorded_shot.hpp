#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "cuelab/cuelab.hpp"

namespace cuelab::testing {

/// One event of a recorded or simulated shot.
struct Happening {
  double t;
  std::string type;
  std::vector<std::string> agents;
};

/// A shot recorded by another simulator: the scene right after the strike and what happened.
struct RecordedShot {
  std::string name;
  Scene scene;
  std::vector<Happening> events;
};

/// Reads a file {"scene": ..., "expected": {"events": [...]}}.
RecordedShot read_recorded_shot(const std::string& path);

/// What our engine makes of the scene.
std::vector<Happening> simulated(const Scene& scene);

/// How far two sequences of events agree.
struct Agreement {
  std::size_t events = 0;     ///< leading events that agree in type and agents
  bool whole = false;         ///< all of them, in number too
  double dt_to_second = 0.0;  ///< largest difference in time up to the second ball-ball hit [s]
  double dt_to_third = 0.0;   ///< up to the third [s]
  double dt_all = 0.0;        ///< over all leading events that agree [s]
  std::size_t ball_hits = 0;  ///< ball-ball hits among the leading events that agree
  std::string first_difference;
};

/// Compares event by event. Events that tie within 1e-6 s may swap. A recorded sliding-rolling
/// right at the start is left out: the recorder notes it for balls that start rolling.
Agreement compare(const std::vector<Happening>& recorded, const std::vector<Happening>& ours);

}  // namespace cuelab::testing
