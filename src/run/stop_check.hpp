#pragma once

#include "cuelab/run.hpp"

namespace cuelab {

inline bool is_done(Motion motion) {
  return motion == Motion::stationary || motion == Motion::pocketed || motion == Motion::off_table;
}

inline bool is_any(const StopConditions& conditions) {
  return conditions.first_hit || conditions.first_pocketed || conditions.at_rest ||
         conditions.event_count;
}

/// Examines the events of a run, each once, for the conditions that end it.
class StopCheck {
 public:
  explicit StopCheck(const StopConditions& conditions) : conditions_(conditions) {}

  /// Whether the events since the last call end the run. `motion_of` gives the current motion of a
  /// ball.
  template <class MotionOf>
  bool is_met(std::span<const Event> events, const MotionOf& motion_of) {
    bool met = conditions_.event_count && events.size() >= *conditions_.event_count;
    for (; seen_ < events.size(); ++seen_) {
      const Event& event = events[seen_];
      met = met || (conditions_.first_hit && event.other.kind == AgentKind::ball);
      met = met || (conditions_.first_pocketed && event.type == EventType::ball_pocket);
      const auto ball = conditions_.at_rest;
      met = met || (ball && involves(event, *ball) && is_done(motion_of(*ball)));
    }
    return met;
  }

 private:
  static bool involves(const Event& event, std::uint32_t ball) {
    return event.ball == ball || event.other == Agent{AgentKind::ball, ball};
  }

  StopConditions conditions_;
  std::size_t seen_ = 0;
};

}  // namespace cuelab
