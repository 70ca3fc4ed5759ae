#include "cuelab/energy_budget.hpp"

#include <array>
#include <cmath>
#include <string_view>
#include <vector>

namespace cuelab {
namespace {

/// Where energy goes.
enum Sink : std::size_t { cloth, ball_ball, cushions, slate, pockets, floor, other, sink_count };

constexpr std::array<std::string_view, sink_count> sink_names{
    "cloth", "ball-ball impacts", "cushions", "slate", "pockets", "floor", "transitions"};

Sink sink_of(EventType type) {
  switch (type) {
    case EventType::ball_ball:
      return ball_ball;
    case EventType::ball_cushion:
      return cushions;
    case EventType::ball_slate:
      return slate;
    case EventType::ball_pocket:
      return pockets;
    case EventType::ball_floor:
      return floor;
    default:
      return other;
  }
}

/// Losses below this share of the initial energy are rounding errors.
constexpr double rounding = 1e-9;

}  // namespace

EnergyBudget energy_budget(const Scene& scene, const Trajectory& trajectory) {
  EnergyBudget budget;
  std::vector<BallState> start;
  for (std::size_t b = 0; b < scene.balls.size() && b < trajectory.pieces.size(); ++b) {
    start.push_back(state_on(trajectory.pieces[b], trajectory.pieces[b].t0));
  }
  budget.initial = total_energy(scene, start);
  budget.final = total_energy(scene, trajectory.final);

  // between events only the cloth dissipates energy; the change at an event is attributed to it
  std::array<double, sink_count> lost{};
  double last = budget.initial;
  const std::vector<EnergyStep> audit = energy_audit(scene, trajectory);
  for (std::size_t i = 0; i < audit.size(); ++i) {
    lost[cloth] += last - audit[i].before;
    lost[sink_of(trajectory.events[i].type)] += audit[i].before - audit[i].after;
    last = audit[i].after;
  }
  lost[cloth] += last - budget.final;

  for (std::size_t s = 0; s < sink_count; ++s) {
    if (std::abs(lost[s]) > rounding * std::abs(budget.initial)) {
      budget.losses.push_back({sink_names[s], lost[s]});
    }
  }
  return budget;
}

}  // namespace cuelab
