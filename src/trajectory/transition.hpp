#pragma once

#include "cuelab/trajectory.hpp"

namespace cuelab {

/// The event at which one motion on the cloth changes into another.
inline EventType transition_type(Motion from, Motion to) {
  if (to == Motion::rolling) return EventType::sliding_rolling;
  if (from == Motion::spinning) return EventType::spinning_stationary;
  return to == Motion::spinning ? EventType::rolling_spinning : EventType::rolling_stationary;
}

}  // namespace cuelab
