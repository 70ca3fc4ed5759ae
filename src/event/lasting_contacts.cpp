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
constexpr double parting_speed = 1e-5;   ///< [m/s]
constexpr double rolling_slip = 1e-5;    ///< slip below which a pressed ball rolls [m/s]
constexpr double resting_speed = 1e-4;   ///< a pressed ball that slows down to this rests [m/s]
constexpr double creeping_speed = 1e-7;  ///< a pressed ball slower than this rests [m/s]

}  // namespace

void Simulation::add_contact(const LastingContact& contact) {
  const auto is_same = [&](const LastingContact& known) {
    return known.ball == contact.ball && known.surface == contact.surface;
  };
  const bool is_known = contact.is_with_ball() ? are_in_contact(contact.ball, contact.other.index)
                                               : std::ranges::any_of(contacts_, is_same);
  if (is_known) return;
  contacts_.push_back(contact);
  bodies_[contact.ball].in_contact = true;
  if (contact.is_with_ball()) bodies_[contact.other.index].in_contact = true;
}

/// Ends the lasting contacts of a ball; the balls it was pressed on move freely from now on.
void Simulation::release_from_contacts(std::uint32_t ball) {
  const Agent self{AgentKind::ball, ball};
  for (const LastingContact& contact : contacts_) {
    if (contact.other == self) start_piece(contact.ball, state(contact.ball));
    if (contact.ball != ball || !contact.is_with_ball()) continue;
    start_piece(contact.other.index, state(contact.other.index));
  }
  std::erase_if(contacts_, [&](const LastingContact& contact) {
    return contact.ball == ball || contact.other == self;
  });
  mark_balls_in_contact();
}

void Simulation::mark_balls_in_contact() {
  for (Body& body : bodies_) body.in_contact = false;
  for (const LastingContact& contact : contacts_) {
    bodies_[contact.ball].in_contact = true;
    if (contact.is_with_ball()) bodies_[contact.other.index].in_contact = true;
  }
}

bool Simulation::are_in_contact(std::uint32_t a, std::uint32_t b) const {
  return std::ranges::any_of(contacts_, [&](const LastingContact& contact) {
    return contact.is_with_ball() && ((contact.ball == a && contact.other.index == b) ||
                                      (contact.ball == b && contact.other.index == a));
  });
}

/// The noses a ball is pressed on.
std::span<const std::uint32_t> Simulation::find_held_surfaces(std::uint32_t ball) {
  held_.clear();
  for (const LastingContact& contact : contacts_) {
    if (contact.ball == ball && !contact.is_with_ball()) held_.push_back(contact.surface);
  }
  return held_;
}

bool Simulation::contact_update_is_due() const {
  if (contacts_.empty()) return false;
  return update_due_ || std::ranges::any_of(
                            changed_, [&](std::uint32_t ball) { return bodies_[ball].in_contact; });
}

/// Computes the forces of all lasting contacts and starts their balls' next pieces with them.
void Simulation::update_contacts() {
  update_due_ = false;
  ++out_->cost.steps;
  gather_contact_balls();
  drop_lost_contacts();
  stop_approach();
  const double step = step_length();
  solve_forces(step);
  find_groups(step);
  release_idle_contacts();
  push_on(step);
}

/// Brings every ball of a lasting contact to the present and finds its motion.
void Simulation::gather_contact_balls() {
  contact_balls_.clear();
  for (LastingContact& contact : contacts_) {
    contact.place = gather(contact.ball);
    if (contact.is_with_ball()) contact.other_place = gather(contact.other.index);
  }
}

/// The place of a ball in `contact_balls_`; added if it is not there yet.
std::uint32_t Simulation::gather(std::uint32_t ball) {
  const auto known = std::ranges::find(contact_balls_, ball, &ContactBall::ball);
  const auto place = static_cast<std::uint32_t>(known - contact_balls_.begin());
  if (known != contact_balls_.end()) return place;

  const Body& body = bodies_[ball];
  ContactBall p{.ball = ball, .state = state_on(body.piece, now_), .before = body.piece.motion};
  p.rides = body.in_play && is_above_cloth(body.spec, p.state);

  // a slip or a velocity that has reversed since the piece began has passed zero
  const BallState start = state_on(body.piece, body.piece.t0);
  const Vec2 slip = slip_of(body.spec, p.state);
  const bool slides = p.state.motion == Motion::sliding;
  const bool rolls = p.state.motion == Motion::rolling;
  const Vec2 v = flat(p.state.v);
  if (slides && (norm(slip) < rolling_slip || dot(slip, slip_of(body.spec, start)) < 0.0)) {
    p.state = gripped(body.spec, p.state);
  } else if (rolls && (dot(v, flat(start.v)) < 0.0 || norm(v) < creeping_speed ||
                       (norm(v) < resting_speed && dot(v, flat(body.piece.a)) < 0.0))) {
    p.state = ended(body.spec, p.state);
  }
  contact_balls_.push_back(p);
  return place;
}

void Simulation::drop_lost_contacts() {
  const auto is_out = [&](std::uint32_t place) {
    return !bodies_[contact_balls_[place].ball].in_play;
  };
  std::erase_if(contacts_, [&](LastingContact& contact) {
    if (is_out(contact.place)) return true;
    if (contact.is_with_ball() && is_out(contact.other_place)) return true;
    const ContactGeometry& g = contact.at = geometry_of(contact);
    if (is_calm(contact)) return g.is_over || g.gap > calm_gap;
    const double slow = rides(contact) ? hopping_speed : sticking_speed;
    return g.is_over || g.gap > lost_gap || g.rate > parting_speed || g.rate < -slow;
  });
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
void Simulation::release_idle_contacts() {
  std::erase_if(contacts_, [&](const LastingContact& contact) {
    const ContactBall& p = contact_balls_[contact.place];
    if (!p.group_moves && !p.group_rides) return true;
    if (contact.force > 0.0 || is_calm(contact) || is_pushed_elsewhere(contact)) return false;
    return gap_acceleration(contact) >= -touch_acceleration;
  });
}

/// Whether a ball stays where it is during the step.
bool Simulation::rests(const ContactBall& p, double step) {
  constexpr double lying_speed = 1e-6;  // of a ball that lies on other bodies [m/s]
  const Vec3 acceleration = acceleration_of(p);
  if (!p.rides) return p.resistance > 0.0 && acceleration == Vec3{};
  return norm(p.state.v) < lying_speed && norm(acceleration) * step < lying_speed;
}

/// Finds in which groups of connected balls one moves or is above the cloth.
void Simulation::find_groups(double step) {
  for (ContactBall& p : contact_balls_) {
    p.group_moves = !rests(p, step);
    p.group_rides = p.rides;
  }
  for (bool spreads = true; spreads;) {
    spreads = false;
    for (const LastingContact& contact : contacts_) {
      if (!contact.is_with_ball()) continue;
      ContactBall& one = contact_balls_[contact.place];
      ContactBall& other = contact_balls_[contact.other_place];
      spreads =
          spreads || one.group_moves != other.group_moves || one.group_rides != other.group_rides;
      one.group_moves = other.group_moves = one.group_moves || other.group_moves;
      one.group_rides = other.group_rides = one.group_rides || other.group_rides;
    }
  }
}

/// Whether another contact acts on a ball of this one.
bool Simulation::is_pushed_elsewhere(const LastingContact& contact) const {
  return std::ranges::any_of(contacts_, [&](const LastingContact& other) {
    if (other.force == 0.0) return false;
    for (const std::uint32_t place : {other.place, other.other_place}) {
      if (place != none && (place == contact.place || place == contact.other_place)) return true;
    }
    return false;
  });
}

/// Starts every ball's next piece under its forces; those that lost their contacts move freely.
void Simulation::push_on(double step) {
  mark_balls_in_contact();
  for (const ContactBall& p : contact_balls_) {
    const Body& body = bodies_[p.ball];
    if (!body.in_play) continue;
    if (p.rides) {
      carry_on(p, step);
      continue;
    }
    BallState state = p.state;
    const Vec3 push = acceleration_of(p) - p.free;
    const bool starts = p.resistance > 0.0 && dot(push, push) > 0.0;
    if (starts) state.motion = Motion::rolling;
    const Push held{push, {}, now_ + step};
    start_piece(p.ball, state, body.in_contact && p.group_moves ? &held : nullptr);
    const bool has_ended = p.state.motion < p.before;  // sliding > rolling > spinning > at rest
    if (has_ended) record(transition_type(p.before, p.state.motion), p.ball);
  }
}

/// The same for a ball above the cloth: it falls, is carried, or lies still on what carries it.
void Simulation::carry_on(const ContactBall& p, double step) {
  const Body& body = bodies_[p.ball];
  const bool lies = body.in_contact && rests(p, step);
  BallState state = p.state;
  state.motion = lies ? Motion::stationary : Motion::airborne;
  if (lies) state.v = state.w = {};
  const bool carried = body.in_contact && !lies;
  const Push push{acceleration_of(p) - p.free, (1.0 / body.spec.inertia) * p.torque, now_ + step};
  start_piece(p.ball, state, carried ? &push : nullptr);
}

}  // namespace cuelab::event
