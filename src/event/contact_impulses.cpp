// Impulses in lasting contacts: what an impact or the errors of a step leave of approach is stopped
// before the forces are computed.
#include <algorithm>
#include <cmath>

#include "cuelab/laws.hpp"
#include "event/simulation.hpp"

namespace cuelab::event {
namespace {

constexpr double speed_error = 1e-10;      ///< approach left at a contact [m/s]
constexpr double unnoticed_kick = 1e-13;   ///< changes of the approach not worth an impulse [m/s]
constexpr int most_impulse_sweeps = 1000;  ///< jammed groups converge slowly

}  // namespace

/// Removes the approach velocities left, without restitution: impulses push and never pull, except
/// that bodies pressed on each other are kept from hopping by the errors of a step. In each sweep
/// only the contacts of balls that have been kicked since are visited.
void Simulation::stop_approach() {
  for (ContactBall& p : contact_balls_) prepare_impulses(p);
  for (LastingContact& contact : group_) {
    contact.impulse = contact.onward = 0.0;
    contact.ease = inverse_mass_of(contact, contact.at.n);
    contact.holds = contact.force > 0.0 && contact.at.rate > 0.0 && contact.at.rate < hop_speed();
    contact.seen_kicks = none;
  }
  double before = 0.0;
  for (int sweep = 0; sweep < most_impulse_sweeps; ++sweep) {
    double largest = 0.0;
    double square = 0.0;
    for (LastingContact& contact : group_) {
      const std::uint32_t kicks = kicks_at(contact);
      contact.step = 0.0;
      if (kicks == contact.seen_kicks) continue;
      contact.step = solve_impulse(contact);
      contact.seen_kicks = resists(contact) ? kicks : kicks_at(contact);
      largest = std::max(largest, std::abs(contact.step) * contact.ease);
      square += contact.step * contact.step;
    }
    if (largest < speed_error) break;
    carry_impulses_on(sweep == 0 ? never : square / before);
    before = square;
  }
  for (ContactBall& p : contact_balls_) {
    if (p.kicks == 0 || p.rides || p.state.motion == Motion::sliding) continue;
    p.state = rolled(bodies_[p.ball].spec, p.state);
  }
  for (LastingContact& contact : group_) contact.at = geometry_of(contact);
}

/// Lets the impulses go on in the direction of the last sweeps, as `accelerate` does with forces;
/// `share`: square of the last change by that of the one before.
void Simulation::carry_impulses_on(double share) {
  const bool restart = !(share <= 1.0);
  for (LastingContact& contact : group_) {
    const double more = restart ? 0.0 : share * contact.onward;
    contact.onward = more + contact.step;
    if (more == 0.0) continue;
    contact.impulse += more;
    kick_both(contact, more);
  }
}

/// The mass that an impulse sets in motion, and how strong it must be.
void Simulation::prepare_impulses(ContactBall& p) const {
  const BallSpec& spec = bodies_[p.ball].spec;
  p.mass = p.rides ? spec.mass : mass_along_cloth(spec, p.state.motion);
  p.inverse_mass = 1.0 / p.mass;
  p.least_kick = 0.0;
  if (p.rides || !rests_on_cloth(p.state.motion)) return;
  const double resistance = rolling_coefficient(physics_.cloth, spec, p.state) * physics_.gravity;
  p.least_kick = p.mass * std::min(resistance * shortest_roll, fastest_resting_speed);
}

/// How often the balls of a contact have been kicked.
std::uint32_t Simulation::kicks_at(const LastingContact& contact) const {
  const std::uint32_t own = contact_balls_[contact.place].kicks;
  return contact.is_with_ball() ? own + contact_balls_[contact.other_place].kicks : own;
}

/// Whether a ball of a contact is at rest: it takes more than one impulse to stop the approach.
bool Simulation::resists(const LastingContact& contact) const {
  return contact_balls_[contact.place].least_kick > 0.0 ||
         (contact.is_with_ball() && contact_balls_[contact.other_place].least_kick > 0.0);
}

/// One update of an impulse; returns its change [N s].
double Simulation::solve_impulse(LastingContact& contact) {
  const Vec3& n = contact.at.n;
  Vec3 v = contact_balls_[contact.place].state.v;
  if (contact.is_with_ball()) v -= contact_balls_[contact.other_place].state.v;
  const double free = contact.impulse - dot(v, n) / contact.ease;
  const double impulse = contact.holds ? free : std::max(0.0, free);
  const double change = impulse - contact.impulse;
  if (std::abs(change) * contact.ease < unnoticed_kick) return 0.0;
  contact.impulse = impulse;
  kick_both(contact, change);
  return change;
}

/// An impulse along the normal on the ball of a contact, and back on the other.
void Simulation::kick_both(const LastingContact& contact, double impulse) {
  kick(contact_balls_[contact.place], impulse * contact.at.n);
  if (contact.is_with_ball()) kick(contact_balls_[contact.other_place], -impulse * contact.at.n);
}

}  // namespace cuelab::event
