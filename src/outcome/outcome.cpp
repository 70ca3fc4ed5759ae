#include "cuelab/outcome.hpp"

#include <algorithm>
#include <cmath>

namespace cuelab {
namespace {

bool holds(const std::vector<std::uint32_t>& list, std::uint32_t ball) {
  return std::ranges::find(list, ball) != list.end();
}

void add_once(std::vector<std::uint32_t>& list, std::uint32_t ball) {
  if (!holds(list, ball)) list.push_back(ball);
}

/// Impacts of the event engine, contacts that begin of the others.
bool is_impact(const Event& event) {
  return event.type == EventType::ball_ball || event.type == EventType::ball_cushion ||
         event.type == EventType::contact_begin;
}

/// Follows the events of a run in order.
class Observer {
 public:
  Observer(Outcome& outcome, std::size_t balls) : out_(outcome), last_cushion_(balls) {}

  void see(const Event& event) {
    const AgentKind met = event.other.kind;
    if (event.type == EventType::ball_pocket) {
      out_.pocketed.push_back({event.ball, event.other.index, event.t});
    } else if (event.type == EventType::ball_floor) {
      add_once(out_.off_table, event.ball);
    } else if (is_impact(event) && met == AgentKind::ball) {
      if (event.ball == out_.cue_ball) see_hit(event.other.index);
      if (event.other.index == out_.cue_ball) see_hit(event.ball);
    } else if (is_impact(event) && (met == AgentKind::cushion || met == AgentKind::jaw)) {
      see_cushion(event);
    }
  }

 private:
  void see_hit(std::uint32_t ball) {
    if (!out_.first_hit) out_.first_hit = ball;
    add_once(out_.balls_hit, ball);
  }

  void see_cushion(const Event& event) {
    Contact& last = last_cushion_[event.ball];
    const bool soon = last.with.kind != AgentKind::nothing && event.t - last.t < same_contact;
    // two cushions of a corner, touched at once, are two
    const bool are_two = event.other.kind == AgentKind::cushion &&
                         last.with.kind == AgentKind::cushion &&
                         event.other.index != last.with.index;
    last = {event.t, event.other};
    if (soon && !are_two) return;
    if (out_.first_hit) out_.cushion_after_hit = true;
    if (event.ball != out_.cue_ball) return add_once(out_.at_cushion, event.ball);
    ++(out_.first_hit ? out_.cushions_after : out_.cushions_before);
    if (out_.balls_hit.size() < 2) ++out_.cushions_before_second;
  }

  struct Contact {
    double t = 0.0;  ///< [s]
    Agent with{};    ///< none yet
  };

  Outcome& out_;
  std::vector<Contact> last_cushion_;  ///< per ball
};

/// Mean distance of the balls in play from their centre.
double spread_of(const std::vector<BallState>& states) {
  std::vector<Vec2> places;
  for (const BallState& state : states) {
    if (state.motion == Motion::pocketed || state.motion == Motion::off_table) continue;
    places.push_back({state.r.x, state.r.y});
  }
  if (places.empty()) return 0.0;
  const double n = static_cast<double>(places.size());
  Vec2 centre{};
  for (const Vec2& place : places) centre = {centre.x + place.x / n, centre.y + place.y / n};
  double sum = 0.0;
  for (const Vec2& place : places) {
    const double x = place.x - centre.x, y = place.y - centre.y;
    sum += std::sqrt(x * x + y * y);
  }
  return sum / n;
}

}  // namespace

bool Outcome::is_pocketed(std::uint32_t ball) const {
  return std::ranges::find(pocketed, ball, &PocketedBall::ball) != pocketed.end();
}

Outcome outcome_of(const Scene& scene, const Trajectory& trajectory) {
  Outcome outcome;
  if (scene.shot) outcome.cue_ball = static_cast<std::uint32_t>(scene.shot->ball);
  Observer observer(outcome, scene.balls.size());
  for (const Event& event : trajectory.events) observer.see(event);
  for (std::uint32_t i = 0; i < trajectory.final.size(); ++i) {
    if (trajectory.final[i].motion == Motion::off_table) add_once(outcome.off_table, i);
  }

  const std::uint32_t cue = outcome.cue_ball;
  outcome.scratch = outcome.is_pocketed(cue) || holds(outcome.off_table, cue);
  outcome.three_cushion_point =
      outcome.balls_hit.size() >= 2 && outcome.cushions_before_second >= 3;
  if (cue < trajectory.final.size()) {
    outcome.cue_position = {trajectory.final[cue].r.x, trajectory.final[cue].r.y};
  }
  outcome.spread = spread_of(trajectory.final);
  return outcome;
}

}  // namespace cuelab
