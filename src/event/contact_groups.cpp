// Which contacts last, and which balls they connect. The contacts of a ball form a list: the link
// 2 k + side stands for the ball (side 0) or the other ball (side 1) of contact k.
#include <algorithm>
#include <span>

#include "cuelab/laws.hpp"
#include "event/simulation.hpp"

namespace cuelab::event {

void Simulation::add_contact(const LastingContact& contact) {
  const std::uint32_t first = bodies_[contact.ball].contact;
  for (std::uint32_t link = first; link != none; link = next_of(link)) {
    LastingContact& known = contacts_[link / 2];
    if (contact.is_with_ball() ? known.connects(contact.ball, contact.other.index)
                               : known.surface == contact.surface) {
      known.is_lost = false;
      return;
    }
  }
  link_contact(contact);
}

/// Ends the lasting contacts of a ball; the balls it was pressed on move freely from now on.
void Simulation::release_from_contacts(std::uint32_t ball) {
  Body& body = bodies_[ball];
  while (body.contact != none) {
    const LastingContact& contact = contacts_[body.contact / 2];
    if (contact.is_with_ball()) {
      const std::uint32_t other = contact.partner_of(ball);
      start_piece(other, state(other));
    }
    remove_contact(body.contact / 2);
  }
  body.has_push = body.is_due = false;
  body.gained = 0.0;
}

/// The contacts of a ball are updated when this instant is over. In those that an impact has
/// parted, or that it makes collide, the bodies can meet again at once.
void Simulation::put_off(std::uint32_t ball) {
  constexpr double instant = 1e-13;   // [s]; at 100 m/s a ball moves 1e-11 m
  constexpr double rounding = 1e-15;  // of times, relative
  for (std::uint32_t link = bodies_[ball].contact; link != none; link = next_of(link)) {
    LastingContact& contact = contacts_[link / 2];
    contact.is_lost = contact.is_lost || is_lost_now(contact);
  }
  Body& body = bodies_[ball];
  body.t_end = now_ + std::max(instant, rounding * now_);
  body.is_pushed = true;
  body.continues = false;
}

/// Whether the bodies of a contact part, or collide, at present.
bool Simulation::is_lost_now(const LastingContact& contact) const {
  const Body& body = bodies_[contact.ball];
  const BallState a = state_of(body);
  bool above = is_above_cloth(body.spec, a);
  if (!body.in_play) return true;
  double rate = 0.0;
  if (contact.is_with_ball()) {
    const Body& other = bodies_[contact.other.index];
    if (!other.in_play) return true;
    const BallState b = state_of(other);
    const Vec3 d = a.r - b.r;
    rate = dot(a.v - b.v, d) / norm(d);
    above = above || is_above_cloth(other.spec, b);
  } else {
    rate = dot(a.v, maps_[body.map].gap_to(contact.surface, a).n);
  }
  return !is_calm(contact) && is_lost(rate, above);
}

/// Gives a contact a place in `contacts_`, which it keeps, and the last in the lists of its balls.
void Simulation::link_contact(const LastingContact& contact) {
  if (spare_.empty()) {
    spare_.push_back(static_cast<std::uint32_t>(contacts_.size()));
    contacts_.emplace_back();
  }
  const std::uint32_t place = spare_.back();
  spare_.pop_back();
  contacts_[place] = contact;
  contacts_[place].next = {none, none};
  const auto append = [&](std::uint32_t ball, std::uint32_t link) {
    std::uint32_t* last = &bodies_[ball].contact;
    while (*last != none) last = &contacts_[*last / 2].next[*last % 2];
    *last = link;
  };
  append(contact.ball, 2 * place);
  if (contact.is_with_ball()) append(contact.other.index, 2 * place + 1);
}

/// Takes contacts that are no more from the list of a ball.
void Simulation::clean_list(std::uint32_t ball) {
  std::uint32_t* link = &bodies_[ball].contact;
  while (*link != none) {
    LastingContact& contact = contacts_[*link / 2];
    std::uint32_t& next = contact.next[*link % 2];
    if (contact.is_taken) {
      *link = next;
    } else {
      link = &next;
    }
  }
}

void Simulation::remove_contact(std::uint32_t place) {
  LastingContact& contact = contacts_[place];
  contact.is_taken = true;
  clean_list(contact.ball);
  if (contact.is_with_ball()) clean_list(contact.other.index);
  spare_.push_back(place);
}

bool Simulation::are_in_contact(std::uint32_t a, std::uint32_t b) const {
  for (std::uint32_t link = bodies_[a].contact; link != none; link = next_of(link)) {
    if (contacts_[link / 2].connects(a, b)) return !contacts_[link / 2].is_lost;
  }
  return false;
}

/// The noses a ball is pressed on.
std::span<const std::uint32_t> Simulation::find_held_surfaces(std::uint32_t ball) {
  held_.clear();
  for (std::uint32_t link = bodies_[ball].contact; link != none; link = next_of(link)) {
    const LastingContact& contact = contacts_[link / 2];
    if (!contact.is_with_ball() && !contact.is_lost) held_.push_back(contact.surface);
  }
  return held_;
}

/// Moves the contacts of a ball, and of all balls connected with it, from `contacts_` to `group_`;
/// brings these balls to the present.
void Simulation::gather_group(std::uint32_t ball) {
  contact_balls_.clear();
  group_.clear();
  gather(ball);
  for (std::size_t next = 0; next < contact_balls_.size();) {  // it grows
    const std::uint32_t first = bodies_[contact_balls_[next++].ball].contact;
    for (std::uint32_t link = first; link != none; link = next_of(link)) {
      LastingContact& contact = contacts_[link / 2];
      if (contact.is_taken) continue;
      gather(contact.ball);
      if (contact.is_with_ball()) gather(contact.other.index);
      group_.push_back(contact);
      contact.is_taken = true;
      spare_.push_back(link / 2);
    }
  }
  for (LastingContact& contact : group_) {
    contact.place = bodies_[contact.ball].place;
    if (contact.is_with_ball()) contact.other_place = bodies_[contact.other.index].place;
  }
  for (const ContactBall& p : contact_balls_) bodies_[p.ball].contact = none;
}

/// Adds a ball to `contact_balls_` if it is not there yet.
void Simulation::gather(std::uint32_t ball) {
  Body& body = bodies_[ball];
  if (body.update == updates_) return;
  body.update = updates_;
  body.place = static_cast<std::uint32_t>(contact_balls_.size());
  cut(ball);
  ContactBall p{.ball = ball, .state = state_of(body), .before = body.piece.motion};
  if (p.state.motion == Motion::rolling && norm(slip_of(body.spec, p.state)) > rolling_slip) {
    p.state.motion = p.before = Motion::sliding;  // on a patch a rolling ball creeps
  }
  p.rides = body.in_play && is_above_cloth(body.spec, p.state);
  p.mass = body.spec.mass;
  p.gain = gain_of(body);
  contact_balls_.push_back(p);
}

}  // namespace cuelab::event
