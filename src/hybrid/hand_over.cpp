// How balls leave a cluster: their states in the terms of the event engine, and where the energy
// went.
#include <algorithm>
#include <cmath>

#include "cuelab/laws.hpp"
#include "hybrid/simulation.hpp"

namespace cuelab::hybrid {
namespace {

/// Balls slower than this after a cluster, surface included, are at rest [m/s]: they would roll
/// less than a tenth of a micrometre.
constexpr double rest_speed = 1e-4;
/// Slips below this have been stopped by friction, which falls to zero at small slips [m/s].
constexpr double least_slip = 2e-3;

/// The state of a ball that has followed a flow for a time.
BallState advanced(const BallState& s, const Flow& flow, double time) {
  const Piece piece{.r0 = s.r,
                    .v0 = s.v,
                    .a = flow.a,
                    .w0 = s.w,
                    .dw = {flow.dw.x, flow.dw.y, 0.0},
                    .spin_decay = flow.spin_decay,
                    .motion = s.motion};
  return state_on(piece, time);
}

}  // namespace

/// A ball as it flies on. One that was not touched is where the cloth alone would have brought it.
BallState Simulation::released_state(std::size_t member) const {
  const BallSpec& spec = specs_[members_[member]];
  const BallState& before = states_[member];
  if (!cluster_.was_touched(member)) {
    const double time = cluster_.now() - joined_[member];
    const Flow flow = flow_of(physics_.cloth, spec, {physics_.gravity, {}}, before);
    if (flow.duration > time) return advanced(before, flow, time);
  }
  BallState s = cluster_.state(member);
  const double speed = cluster_.cloth_speed(member);
  if (speed > 0.0) {
    // the rest of the contact with the cloth happens at once: it lands, or is thrown up
    s.r.z = spec.radius;
    if (s.v.z > 0.0) {
      s = rubbed(spec, s, sliding_coefficient(physics_.cloth, spec, s) * (speed - s.v.z));
      s.v.z = speed;
    } else {
      s.v.z = -speed;
    }
  }
  s = released(spec, s);
  if (s.motion == Motion::airborne) return s;
  if (norm(s.v) < rest_speed && spec.radius * norm(s.w) < rest_speed) {
    s.v = s.w = {};
  } else if (norm(slip_of(spec, s)) < least_slip) {
    s = gripped(spec, s);
  }
  return settled(spec, s);
}

double Simulation::energy_of(const BallSpec& spec, const BallState& s) const {
  return kinetic_energy(spec, s) + potential_energy(spec, s, physics_.gravity);
}

double Simulation::energy_of(std::span<const BallState> states) const {
  double sum = 0.0;
  for (std::size_t i = 0; i < states.size(); ++i) sum += energy_of(specs_[i], states[i]);
  return sum;
}

/// Adds a finished cluster to the ledger.
void Simulation::account() {
  double work = 0.0;
  for (std::size_t k = 0; k < max_sinks; ++k) {
    work_[k] += cluster_.work()[k];
    work += cluster_.work()[k];
  }
  balance_error_ = std::max(balance_error_, std::abs(cluster_energy_ - cluster_.energy() - work));
  const smooth::StepCounts counts = cluster_.counts();
  counts_.steps += counts.steps;
  counts_.rhs += counts.rhs;
  counts_.rejected += counts.rejected;
}

void Simulation::write_ledger() const {
  EnergyLedger& ledger = out_->ledger;
  ledger.initial = initial_energy_;
  ledger.kinetic = ledger.potential = ledger.elastic = 0.0;
  for (std::size_t i = 0; i < specs_.size(); ++i) {
    const BallState& s = out_->final[i];
    ledger.kinetic += kinetic_energy(specs_[i], s);
    ledger.potential += potential_energy(specs_[i], s, physics_.gravity);
  }
  ledger.sinks.clear();
  double in_clusters = 0.0;
  for (std::size_t k = 0; k < system_.sinks.size(); ++k) {
    ledger.sinks.push_back({system_.sinks[k], work_[k]});
    in_clusters += work_[k];
  }
  // balls leave a cluster with the residues of its contacts removed
  ledger.sinks.push_back({"end of clusters", loss_ - in_clusters});
  ledger.sinks.push_back(
      {"between clusters", initial_energy_ - ledger.kinetic - ledger.potential - loss_});
  ledger.error = balance_error_;
}

}  // namespace cuelab::hybrid
