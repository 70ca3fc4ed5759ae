#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "cuelab/cuelab.hpp"

namespace cuelab::testing {

/// One event of a recorded or simulated shot.
struct RecordedEvent {
  double t;
  std::string type;
  std::vector<std::string> agents;
};

/// A shot recorded by another simulator: the scene right after the stroke, and the events.
struct RecordedShot {
  std::string name;
  Scene scene;
  std::vector<RecordedEvent> events;
};

/// Reads a file {"scene": ..., "expected": {"events": [...]}}.
RecordedShot read_recorded_shot(const std::string& path);

/// The events of the scene with the event engine.
std::vector<RecordedEvent> simulated(const Scene& scene);

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

/// Compares event by event. Events within 1e-6 s of each other may swap. A recorded sliding-rolling
/// event at the start is ignored: the recorder writes it for balls that start rolling.
Agreement compare(const std::vector<RecordedEvent>& recorded,
                  const std::vector<RecordedEvent>& ours);

}  // namespace cuelab::testing
