// Lasting contacts: balls pressed on each other or on the table by their spin, balls that lie on
// others, balls held up by noses. Their forces (contact_forces.cpp) are held constant for a short
// step, so that paths stay quadratic, and then computed again. Here: which contacts there are,
// which of them have ended, and how their balls go on.
#include <algorithm>
#include <cmath>
#include <span>

#include "cuelab/laws.hpp"
#include "event/simulation.hpp"
#include "laws/impacts.hpp"
#include "math/elementary.hpp"
#include "trajectory/transition.hpp"

namespace cuelab::event {
namespace {

constexpr double lost_gap = 1e-8;        ///< bodies further apart than this no longer touch [m]
constexpr double calm_gap = 1e-6;        ///< the same where impacts are calmed [m]
constexpr double resting_speed = 1e-4;   ///< a pressed ball that slows down to this rests [m/s]
constexpr double creeping_speed = 1e-7;  ///< a pressed ball slower than this rests [m/s]

bool is_creeping(const BallState& s) {
  return s.motion == Motion::rolling && norm(flat(s.v)) < creeping_speed;
}

}  // namespace

/// Looks after the contacts of balls on a new course: groups that have moved under their forces are
/// updated. Others have been at this instant: after an impact more may follow, so that their forces
/// are computed after the last.
void Simulation::review_contacts() {
  ++updates_;
  const std::size_t count = changed_.size();  // those added from here on are up to date
  for (std::size_t k = 0; k < count; ++k) {
    const Body& body = bodies_[changed_[k]];
    if (body.is_due && body.in_contact() && body.update != updates_) update_group(changed_[k]);
  }
  for (std::size_t k = 0; k < count; ++k) {
    const Body& body = bodies_[changed_[k]];
    if (body.in_contact() && body.update != updates_) put_off(changed_[k]);
  }
}

/// Computes the contact forces in the group of a ball and starts its next pieces with them.
void Simulation::update_group(std::uint32_t ball) {
  ++out_->cost.steps;
  gather_group(ball);
  part_overlaps();
  remove_gain();
  for (ContactBall& p : contact_balls_) settle_motion(p);
  drop_lost_contacts();
  stop_approach();
  for (ContactBall& p : contact_balls_) {  // impulses have changed slips and speeds
    const BallSpec& spec = bodies_[p.ball].spec;
    const bool slides = p.state.motion == Motion::sliding;
    if (slides && norm(slip_of(spec, p.state)) < still_speed) p.state = gripped(spec, p.state);
    if (is_creeping(p.state)) p.state = ended(spec, p.state);
  }
  if (is_crowd()) relax();
  const double step = solve_forces();
  const bool group_moves =
      !std::ranges::all_of(contact_balls_, [&](const ContactBall& p) { return rests(p, step); });
  release_idle_contacts(group_moves);
  for (const LastingContact& contact : group_) link_contact(contact);
  push_on(step, group_moves);
}

/// Balls that all rest need no forces on each other; stresses left could set some in motion again.
void Simulation::relax() {
  const bool all_rest = std::ranges::all_of(contact_balls_, [](const ContactBall& p) {
    return !p.rides && rests_on_cloth(p.state.motion);
  });
  if (!all_rest) return;
  for (LastingContact& contact : group_) contact.force = 0.0;
}

/// Energy that a ball has gained since the last update of its contacts [J].
double Simulation::gain_of(const Body& body) const {
  if (!body.has_push) return body.gained;
  const auto energy_at = [&](double t) { return energy_of(body.spec, state_on(body.piece, t)); };
  return body.gained + energy_at(now_) - energy_at(body.piece.t0);
}

double Simulation::energy_of(const BallSpec& spec, const BallState& s) const {
  return kinetic_energy(spec, s) + potential_energy(spec, s, physics_.gravity);
}

/// Moves overlapping bodies apart by a fraction of a nanometre, so that the errors of many steps do
/// not add up: least displacements by projected Gauss-Seidel sweeps.
void Simulation::part_overlaps() {
  constexpr double allowed = 1e-10;   // overlap [m]
  constexpr double farthest = 3e-10;  // [m]
  constexpr double inertness = 1e6;   // of balls at rest, which may have noses behind them
  constexpr int sweeps = 10;
  bool overlap = false;
  for (LastingContact& contact : group_) {
    contact.at = geometry_of(contact);
    contact.impulse = 0.0;
    overlap = overlap || contact.at.gap < -allowed;
  }
  if (!overlap) return;

  for (ContactBall& p : contact_balls_) {
    const bool travels = p.state.motion == Motion::sliding || p.state.motion == Motion::rolling;
    if (!p.rides && !travels) p.mass *= inertness;
  }
  const auto direction = [&](const ContactBall& p, const Vec3& n) {
    return p.rides ? n : Vec3{n.x, n.y, 0.0};
  };
  const auto opening = [&](const LastingContact& contact) {
    const Vec3& n = contact.at.n;
    const double own = dot(contact_balls_[contact.place].shift, n);
    return contact.is_with_ball() ? own - dot(contact_balls_[contact.other_place].shift, n) : own;
  };
  for (int sweep = 0; sweep < sweeps; ++sweep) {
    for (LastingContact& contact : group_) {
      if (contact.at.is_over) continue;
      const double target = std::min(-allowed - contact.at.gap, farthest);
      const double inverse = inverse_mass_of(contact, contact.at.n);
      const double impulse = std::max(0.0, contact.impulse + (target - opening(contact)) / inverse);
      const auto move = [&](std::uint32_t place, double change) {
        ContactBall& p = contact_balls_[place];
        p.shift += (change / p.mass) * direction(p, contact.at.n);
      };
      move(contact.place, impulse - contact.impulse);
      if (contact.is_with_ball()) move(contact.other_place, contact.impulse - impulse);
      contact.impulse = impulse;
    }
  }

  double largest = 0.0;
  for (const ContactBall& p : contact_balls_) largest = std::max(largest, norm(p.shift));
  const double scale = std::min(1.0, farthest / largest);
  for (ContactBall& p : contact_balls_) {
    const bool has_moved = bodies_[p.ball].piece.t0 < now_;  // one shift at an instant is enough
    if (!has_moved || presses_on_others(p)) continue;
    const BallSpec& spec = bodies_[p.ball].spec;
    Vec3 shift = scale * p.shift;
    shift.z = std::max(shift.z, 0.0);  // the cloth may be below
    p.state.r += shift;
    p.gain += spec.mass * physics_.gravity * shift.z;
  }
}

/// Whether the shift of a ball would press it deeper into a body that it overlaps already.
bool Simulation::presses_on_others(const ContactBall& p) {
  constexpr double deep = 5e-10;   // [m]
  constexpr double behind = 1e-6;  // deeper means on the other side of a nose [m]
  const TableMap& map = maps_[bodies_[p.ball].map];
  for (std::uint32_t surface = 0; surface < map.surface_count(); ++surface) {
    const NoseGap nose = map.gap_to(surface, p.state);
    const bool is_deep = nose.gap < -deep && nose.gap > -behind && !nose.is_beside;
    if (is_deep && dot(nose.n, p.shift) < 0.0) return true;
  }
  for (const std::uint32_t first : blocks_near(p.ball)) {
    const std::size_t end = std::min<std::size_t>(first + lane_count, bodies_.size());
    for (std::uint32_t i = first; i < end; ++i) {
      const Body& other = bodies_[i];
      if (i == p.ball || !other.in_play) continue;
      const bool in_group = other.update == updates_ && other.place < contact_balls_.size() &&
                            contact_balls_[other.place].ball == i;
      const Vec3 at =
          in_group ? contact_balls_[other.place].state.r : state_on(other.piece, now_).r;
      const Vec3 d = p.state.r - at;
      const double reach = bodies_[p.ball].spec.radius + other.spec.radius - deep;
      if (dot(d, d) < reach * reach && dot(d, p.shift) < 0.0) return true;
    }
  }
  return false;
}

/// Contact forces do not create energy: what the errors of a step have added is taken from the
/// velocities of the group.
void Simulation::remove_gain() {
  double gain = 0.0;
  double kinetic = 0.0;
  for (const ContactBall& p : contact_balls_) {
    gain += p.gain;
    kinetic += kinetic_energy(bodies_[p.ball].spec, p.state);
  }
  if (gain <= 0.0) return;
  const double factor = std::sqrt(std::max(0.0, 1.0 - gain / kinetic));
  for (ContactBall& p : contact_balls_) {
    p.state.v = factor * p.state.v;
    p.state.w = factor * p.state.w;
  }
}

/// Ends a motion that is over: a slip or a velocity that has reversed since the piece began has
/// passed zero.
void Simulation::settle_motion(ContactBall& p) const {
  const Body& body = bodies_[p.ball];
  const BallState start = state_on(body.piece, body.piece.t0);
  const Vec2 slip = slip_of(body.spec, p.state);
  const bool slides = p.state.motion == Motion::sliding;
  const bool rolls = p.state.motion == Motion::rolling;
  const Vec2 v = flat(p.state.v);
  const double resistance =
      rolling_coefficient(physics_.cloth, body.spec, p.state) * physics_.gravity;
  const double resting =
      std::clamp(resistance * shortest_roll, resting_speed, fastest_resting_speed);
  const double still = is_crowd() ? rolling_slip_in_crowd : rolling_slip;
  if (slides && (norm(slip) < still || dot(slip, slip_of(body.spec, start)) < 0.0)) {
    p.state = gripped(body.spec, p.state);
  } else if (is_creeping(p.state) ||
             (rolls && (dot(v, flat(start.v)) < 0.0 ||
                        (norm(v) < resting && dot(v, flat(body.piece.a)) < 0.0)))) {
    p.state = ended(body.spec, p.state);
  }
}

void Simulation::drop_lost_contacts() {
  const auto is_out = [&](std::uint32_t place) {
    return !bodies_[contact_balls_[place].ball].in_play;
  };
  std::erase_if(group_, [&](LastingContact& contact) {
    if (contact.is_lost || is_out(contact.place)) return true;
    if (contact.is_with_ball() && is_out(contact.other_place)) return true;
    const ContactGeometry& g = contact.at = geometry_of(contact);
    if (is_calm(contact)) return g.is_over || g.gap > calm_gap;
    return g.is_over || g.gap > lost_gap || is_lost(g.rate, rides(contact));
  });
}

/// Bodies in contact that part faster than this no longer press on each other [m/s]; slower ones
/// would be back within microseconds.
double Simulation::hop_speed() const {
  constexpr double least = 1e-5;     // [m/s]
  constexpr double duration = 1e-6;  // of a hop in gravity [s]
  return std::max(least, duration * physics_.gravity);
}

/// Whether bodies part, or collide, at this rate of their gap.
bool Simulation::is_lost(double rate, bool above_cloth) const {
  return rate > hop_speed() || rate < (above_cloth ? -hopping_speed : -sticking_speed);
}

/// Whether one of the balls in a contact is above the cloth.
bool Simulation::rides(const LastingContact& contact) const {
  return contact_balls_[contact.place].rides ||
         (contact.is_with_ball() && contact_balls_[contact.other_place].rides);
}

bool Simulation::is_calm(const LastingContact& contact) const {
  return is_calm(contact.ball) || (contact.is_with_ball() && is_calm(contact.other.index));
}

/// A contact without force is over, unless the bodies would return at once, by themselves or pushed
/// by others; so are the contacts of a group of balls that all rest on the cloth.
void Simulation::release_idle_contacts(bool group_moves) {
  const bool group_rides = std::ranges::any_of(contact_balls_, &ContactBall::rides);
  for (const LastingContact& contact : group_) {
    if (contact.force == 0.0) continue;
    contact_balls_[contact.place].is_pushed = true;
    if (contact.is_with_ball()) contact_balls_[contact.other_place].is_pushed = true;
  }
  const auto is_pushed = [&](const LastingContact& contact) {
    return contact_balls_[contact.place].is_pushed ||
           (contact.is_with_ball() && contact_balls_[contact.other_place].is_pushed);
  };
  std::erase_if(group_, [&](const LastingContact& contact) {
    if (!group_moves && !group_rides) return true;
    if (contact.force > 0.0 || is_calm(contact) || is_pushed(contact)) return false;
    return gap_acceleration(contact) >= -touch_acceleration;
  });
}

/// Whether a ball stays where it is during the step.
bool Simulation::rests(const ContactBall& p, double step) {
  constexpr double lying_speed = 1e-6;  // of a ball that lies on other bodies [m/s]
  if (!p.rides) return p.resistance > 0.0 && p.acceleration == Vec3{};
  return norm(p.state.v) < lying_speed && norm(p.acceleration) * step < lying_speed;
}

/// Starts every ball's next piece under its forces; those that lost their contacts move freely.
void Simulation::push_on(double step, bool group_moves) {
  for (const ContactBall& p : contact_balls_) {
    Body& body = bodies_[p.ball];
    body.has_push = body.is_due = false;
    body.gained = 0.0;
    if (!body.in_play) {  // it has fallen or left the table
      body.t_end = never;
      body.is_pushed = false;
      mark_changed(p.ball);
      continue;
    }
    if (p.rides) {
      carry_on(p, step, group_moves);
      continue;
    }
    BallState state = p.state;
    if (state.motion == Motion::spinning && state.w.z == 0.0) state.motion = Motion::stationary;
    const Vec3 push = p.acceleration - p.free;
    const bool starts = p.resistance > 0.0 && dot(push, push) > 0.0;
    if (starts) state.motion = Motion::rolling;
    const Push held{push, {}, now_ + step};
    start_piece(p.ball, state, body.in_contact() && group_moves ? &held : nullptr);
    const bool has_ended = state.motion < p.before;  // sliding > rolling > spinning > at rest
    if (has_ended) record(transition_type(p.before, state.motion), p.ball);
  }
}

/// The same for a ball above the cloth: it falls, is carried, or lies still on what carries it. As
/// long as others move, they may push it by the way that they need.
void Simulation::carry_on(const ContactBall& p, double step, bool group_moves) {
  constexpr double lying_way = 2e-11;  // in a step [m]
  const Body& body = bodies_[p.ball];
  const bool stays = !group_moves || 0.5 * norm(p.acceleration) * step * step < lying_way;
  const bool lies = body.in_contact() && stays && rests(p, step);
  BallState state = p.state;
  state.motion = lies ? Motion::stationary : Motion::airborne;
  if (lies) state.v = state.w = {};
  const bool carried = body.in_contact() && !lies;
  const Push push{p.acceleration - p.free, p.turning, now_ + step};
  start_piece(p.ball, state, carried ? &push : nullptr);
}

}  // namespace cuelab::event
