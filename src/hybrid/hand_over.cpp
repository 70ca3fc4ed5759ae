// How balls leave a cluster: their states in the terms of the event engine, and where the energy
// went.
#include <algorithm>
#include <cmath>

#include "cuelab/laws.hpp"
#include "hybrid/along_flow.hpp"
#include "hybrid/simulation.hpp"

namespace cuelab::hybrid {
namespace {

/// Balls slower than this after a cluster, surface included, are at rest [m/s]: they would roll
/// less than a tenth of a micrometre.
constexpr double rest_speed = 1e-4;
/// Slips below this have been stopped by friction, which falls to zero at small slips [m/s].
constexpr double least_slip = 2e-3;
/// Balls that overlap by less are taken to touch by the event engine [m].
constexpr double touching = 1e-11;

/// The part of a direction in which a ball can move: not into the cloth.
Vec3 free_part(const BallSpec& spec, const BallState& s, const Vec3& direction) {
  const bool is_blocked = s.r.z <= spec.radius && direction.z < 0.0;
  return is_blocked ? Vec3{direction.x, direction.y, 0.0} : direction;
}

void keep_above_cloth(const BallSpec& spec, BallState& s) { s.r.z = std::max(s.r.z, spec.radius); }

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

/// Contacts too slow to bounce, and balls that the cloth has lifted to its surface, leave overlaps
/// of up to a micrometre between balls and ten with a cushion. The balls are shifted until they
/// touch, and with them those that they are shifted into.
void Simulation::part_overlapping() {
  constexpr int most_sweeps = 200;
  for (int sweep = 0; sweep < most_sweeps; ++sweep) {
    take_in_overlapping();
    double worst = 0.0;
    for (std::size_t i = 0; i < placed_.size(); ++i) {
      worst = std::max(worst, part_from_cushions(placed_[i]));
      for (std::size_t j = 0; j < i; ++j) worst = std::max(worst, part(placed_[i], placed_[j]));
    }
    if (worst < touching) return;
  }
}

void Simulation::take_in_overlapping() {
  for (std::size_t k = 0; k < placed_.size(); ++k) {
    const BallSpec& spec = specs_[placed_[k].ball];
    for (std::uint32_t other = 0; other < specs_.size(); ++other) {
      if (is_member_[other] != 0 || !can_meet(other)) continue;
      const BallState s = event_.state(other);
      const Vec3 apart = s.r - placed_[k].state.r;
      const double reach = spec.radius + specs_[other].radius - touching;
      if (dot(apart, apart) >= reach * reach) continue;
      event_.take_out({&other, 1});
      is_member_[other] = 1;
      placed_.push_back({other, s});
    }
  }
}

/// Shifts two balls apart, along the cloth unless they are in the air; their overlap before [m].
double Simulation::part(PlacedBall& a, PlacedBall& b) const {
  const BallSpec& spec_a = specs_[a.ball];
  const BallSpec& spec_b = specs_[b.ball];
  const Vec3 apart = a.state.r - b.state.r;
  const double radii = spec_a.radius + spec_b.radius;
  if (dot(apart, apart) >= radii * radii) return 0.0;
  const double distance = norm(apart);
  const Vec3 n = (1.0 / distance) * apart;
  const Vec3 n_a = free_part(spec_a, a.state, n);
  const Vec3 n_b = -free_part(spec_b, b.state, -n);
  const double yielding = dot(n_a, n_a) / spec_a.mass + dot(n_b, n_b) / spec_b.mass;
  const double overlap = radii - distance;
  if (!(yielding > 0.0)) return 0.0;
  a.state.r += (overlap / (yielding * spec_a.mass)) * n_a;
  b.state.r -= (overlap / (yielding * spec_b.mass)) * n_b;
  keep_above_cloth(spec_a, a.state);
  keep_above_cloth(spec_b, b.state);
  return overlap;
}

/// Shifts a ball out of the cushions; the overlap before [m].
double Simulation::part_from_cushions(PlacedBall& ball) const {
  const BallSpec& spec = specs_[ball.ball];
  if (!cluster_.is_near_cushion(ball.state.r, spec.radius)) return 0.0;
  double worst = 0.0;
  for (std::uint32_t k = 0; k < system_.obstacles.size(); ++k) {
    const smooth::SurfaceGap nearest = cluster_.gap_to_obstacle(k, ball.state.r, spec.radius);
    const Vec3& n = nearest.normal;
    if (nearest.gap >= 0.0) continue;
    const Vec3 along = free_part(spec, ball.state, n);
    if (!(dot(along, along) > 0.0)) continue;
    ball.state.r += (-nearest.gap / dot(along, along)) * along;
    keep_above_cloth(spec, ball.state);
    worst = std::max(worst, -nearest.gap);
  }
  return worst;
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
  const std::size_t count = system_.sinks.size();
  ledger.sinks.resize(count + 2);
  double in_clusters = 0.0;
  for (std::size_t k = 0; k < count; ++k) {
    ledger.sinks[k].name = system_.sinks[k];
    ledger.sinks[k].work = work_[k];
    in_clusters += work_[k];
  }
  // balls leave a cluster with the residues of its contacts removed
  ledger.sinks[count].name = "end of clusters";
  ledger.sinks[count].work = loss_ - in_clusters;
  ledger.sinks[count + 1].name = "between clusters";
  ledger.sinks[count + 1].work = initial_energy_ - ledger.kinetic - ledger.potential - loss_;
  ledger.error = balance_error_;
}

}  // namespace cuelab::hybrid
