// What Simulation::maintain() does after each step: bodies that leave play, hops over the cloth,
// joints, energy balance.
#include <algorithm>
#include <cmath>

#include "smooth/simulation.hpp"

namespace cuelab::smooth {
namespace {

bool involves(const Contact& contact, std::uint32_t body) {
  return contact.a == body || (contact.partner == Partner::sphere && contact.other == body);
}

}  // namespace

/// Removes balls that fell into a hole or left the table.
void Simulation::remove_lost_bodies() {
  if (!system_.cloth) return;
  const ClothTop& cloth = *system_.cloth;
  for (std::uint32_t i = 0; i < equations_.body_count(); ++i) {
    if (equations_.gone[i] != 0) continue;
    const Vec3 r = position_of(y_.data(), i);
    if (equations_.hole[i] != none) {
      const Hole& hole = cloth.holes[equations_.hole[i]];
      // a held ball cannot fall: it counts as fallen once its centre is over the hole
      const bool sunk = r.z < 0.0 || cloth.held;
      if (sunk && norm(flat(r) - hole.centre) < hole.radius) {
        const Vec3 bottom{hole.centre.x, hole.centre.y, -hole.depth};
        remove(i, EventType::ball_pocket, {bottom, {}, {}, Motion::pocketed}, hole.agent);
        continue;
      }
    }
    const bool bounded = cloth.half_extent.x > 0.0;
    if (bounded && (std::abs(r.x) > cloth.half_extent.x || std::abs(r.y) > cloth.half_extent.y)) {
      remove(i, EventType::ball_floor, {r, {}, {}, Motion::off_table}, {});
    }
  }
}

void Simulation::remove(std::uint32_t body, EventType why, const BallState& rest, Agent where) {
  const double before = equations_.energy(y_.data()).sum();
  changing_contacts_ = equations_.active;
  for (const std::uint32_t index : changing_contacts_) {
    if (involves(equations_.contacts[index], body)) toggle_contact(index);
  }
  detector_.remove(body);
  y_[equations_.work_at() + system_.cloth->lost_sink] +=
      before - equations_.energy(y_.data()).sum();
  const std::uint32_t event = push_event(why, body, where);
  resting_[body] = rest;
  store_motion(y_.data(), body, {rest.r, orientation_of(y_.data(), body), {}, {}});
  out_->trajectory.events[event].piece = recorder_.rest(body, t_, rest);
  discontinuous_ = toggled_ = true;
}

/// Events of balls that leave the cloth and land, when these contacts are not located.
void Simulation::track_hops() {
  if (!system_.cloth || system_.cloth->held || equations_.cloth_is_located()) return;
  for (std::uint32_t i = 0; i < equations_.body_count(); ++i) {
    const bool carried = system_.cloth->stiffness[equations_.index_of(i)] > 0.0;
    if (equations_.gone[i] == 0 && carried) track_hop(i);
  }
}

void Simulation::track_hop(std::uint32_t i) {
  const double gap = equations_.over_cloth(i, position_of(y_.data(), i)).gap;
  std::vector<ContactRecord>& records = out_->trajectory.contacts;
  Hop& hop = hops_[i];
  if (!hop.airborne && gap > hop_height) {
    hop.airborne = true;
    const std::uint32_t event = push_event(EventType::contact_end, i, {AgentKind::cloth});
    if (hop.record != none) records[hop.record].end = event;
    hop.record = none;
  } else if (hop.airborne && gap <= 0.0) {
    hop.airborne = false;
    const std::uint32_t event = push_event(EventType::contact_begin, i, {AgentKind::cloth});
    hop.record = static_cast<std::uint32_t>(records.size());
    records.push_back({.begin = event, .approach_speed = hop.fall});
  }
  hop.fall = -velocity_of(y_.data(), i).z;
  if (hop.record == none || gap >= 0.0) return;
  ContactRecord& record = records[hop.record];
  record.depth = std::max(record.depth, -gap);
  const NormalForce law{.stiffness = system_.cloth->stiffness[equations_.index_of(i)]};
  record.peak_force = std::max(record.peak_force, elastic_force(law, -gap));
}

/// Direct correction: puts positions and velocities back on the joints' equations.
void Simulation::correct_joints() {
  if (!equations_.constraints ||
      system_.constraints.method != ConstraintMethod::direct_correction) {
    return;
  }
  if (!equations_.constraints->correct(t_, y_.data())) equations_.singular = true;
  if (!discontinuous_) stepper_.restart(t_, y_, 0.0);
}

/// Updates the greatest error of the energy balance.
void Simulation::check_balance() {
  const double error = equations_.energy(y_.data()).sum() + lost_energy() - initial_energy_;
  EnergyLedger& ledger = out_->trajectory.ledger;
  ledger.error = std::max(ledger.error, std::abs(error));
}

double Simulation::lost_energy() const {
  double sum = 0.0;
  for (std::size_t k = 0; k < max_sinks; ++k) sum += y_[equations_.work_at() + k];
  return sum;
}

}  // namespace cuelab::smooth
