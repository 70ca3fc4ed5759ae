#include "cuelab/trajectory.hpp"

#include <cassert>
#include <cstdint>

namespace cuelab {
namespace {

double energy_of(const Scene& scene, std::size_t ball, const BallState& s) {
  const BallSpec& spec = scene.balls[ball].spec;
  return kinetic_energy(spec, s) + potential_energy(spec, s, scene.physics.gravity);
}

}  // namespace

double total_energy(const Scene& scene, const std::vector<BallState>& states) {
  double sum = 0.0;
  for (std::size_t i = 0; i < states.size(); ++i) sum += energy_of(scene, i, states[i]);
  return sum;
}

std::vector<EnergyStep> energy_audit(const Scene& scene, const Trajectory& trajectory) {
  assert(trajectory.pieces.size() >= scene.balls.size() && "the run kept its pieces");
  // the piece each ball is on; pieces are stored in the order in which they began
  std::vector<std::size_t> current(scene.balls.size());
  std::size_t begun = 0;
  const auto begin_while = [&](auto holds) {
    for (; begun < trajectory.pieces.size() && holds(begun); ++begun) {
      current[trajectory.pieces[begun].ball] = begun;
    }
  };
  const auto total_at = [&](double t) {
    double sum = 0.0;
    for (std::size_t i = 0; i < current.size(); ++i) {
      sum += energy_of(scene, i, state_on(trajectory.pieces[current[i]], t));
    }
    return sum;
  };

  std::vector<EnergyStep> steps;
  steps.reserve(trajectory.events.size());
  begin_while([&](std::size_t i) { return i < current.size(); });
  const std::size_t count = trajectory.events.size();
  for (std::size_t k = 0; k < count; ++k) {
    // pieces that begin at the time of the event belong to it, up to those of the next event
    const Event& event = trajectory.events[k];
    const std::size_t own_end = (event.other_piece != none ? event.other_piece : event.piece) + 1;
    const std::size_t next = k + 1 < count ? trajectory.events[k + 1].piece : SIZE_MAX;
    EnergyStep step;
    begin_while([&](std::size_t i) { return trajectory.pieces[i].t0 < event.t; });
    step.before = total_at(event.t);
    begin_while([&](std::size_t i) {
      return i < own_end || (i < next && trajectory.pieces[i].t0 == event.t);
    });
    step.after = total_at(event.t);
    steps.push_back(step);
  }
  return steps;
}

}  // namespace cuelab
