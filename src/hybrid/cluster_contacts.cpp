// The contacts of a cluster: which may begin soon, which last, and when they are over.
#include <algorithm>
#include <cmath>

#include "hybrid/cluster.hpp"
#include "hybrid/contact_time.hpp"

namespace cuelab::hybrid {
namespace {

/// Candidates are searched this many times in one contact.
constexpr double checks_per_contact = 8.0;
/// Candidates are those that could touch within this many intervals.
constexpr double margin_intervals = 3.0;
/// Contacts whose bounce would be slower than this end the cluster if there are no others [m/s].
/// Such contacts last: friction on the cloth presses the bodies on each other. Or weight does: a
/// ball that lies on others is pressed as if it had hit them at some millimetres a second.
constexpr double slow_contact = 2e-3;
constexpr double slow_contact_above_cloth = 2e-2;
/// Balls that bounce on the cloth with less come to lie on it [m/s]: they would rise by a
/// micrometre.
constexpr double slow_bounce = 5e-3;

}  // namespace

bool Cluster::is_near(const smooth::Contact& contact, double margin) const {
  if (is_gone(contact.a)) return false;
  if (contact.partner == smooth::Partner::sphere && is_gone(contact.other)) return false;
  const Vec3 r = smooth::position_of(y_.data(), contact.a);
  const double radius = equations_.body_at(contact.a).radius;
  if (contact.partner == smooth::Partner::sphere) {
    const Vec3 apart = r - smooth::position_of(y_.data(), contact.other);
    const double reach = radius + equations_.body_at(contact.other).radius + margin;
    return dot(apart, apart) < reach * reach;
  }
  return boxes_[contact.other].is_near(r, radius + margin);
}

bool Cluster::is_near_cushion(const Vec3& at, double reach) const {
  return std::ranges::any_of(boxes_, [&](const Box& box) { return box.is_near(at, reach); });
}

/// Adds the contacts that could begin before the next search; those known are kept while near.
void Cluster::find_candidates() {
  fastest_ = 0.0;
  for (std::size_t i = 0; i < size(); ++i)
    fastest_ = std::max(fastest_, norm(smooth::velocity_of(y_.data(), i)));
  const double margin = margin_intervals * longest_interval() * 2.0 * fastest_;

  std::erase_if(candidates_, [&](const Candidate& c) {
    smooth::Contact& contact = equations_.contacts[c.contact];
    if (c.touches || c.record != none || is_near(contact, margin)) return false;
    contact.active = false;
    return true;
  });
  for (const Candidate& c : candidates_) equations_.contacts[c.contact].active = true;
  for (std::uint32_t k = 0; k < equations_.contacts.size(); ++k) {
    smooth::Contact& contact = equations_.contacts[k];
    if (contact.active || contact.partner == smooth::Partner::cloth) continue;
    if (!is_near(contact, margin)) continue;
    contact.active = true;
    candidates_.push_back({.contact = k});
    note(candidates_.back());
  }
  equations_.active.clear();
  for (const Candidate& c : candidates_) equations_.active.push_back(c.contact);
  set_check_interval();
  next_check_ = t_ + check_interval_;
}

/// The time between two searches if no short contact is in sight [s].
double Cluster::longest_interval() const { return longest_contact_ / checks_per_contact; }

/// Searches must be frequent enough for the shortest contact that may occur until the next one.
void Cluster::set_check_interval() {
  double shortest = longest_contact_;
  for (const Candidate& c : candidates_) {
    if (c.at.gap < 2.0 * fastest_ * longest_interval()) {
      shortest = std::min(shortest, shortest_contact(c));
    }
  }
  check_interval_ = shortest / checks_per_contact;
}

/// Duration of an impact with all the speed that the bodies have, or have stored [s].
double Cluster::shortest_contact(const Candidate& candidate) const {
  const smooth::Contact& contact = equations_.contacts[candidate.contact];
  Vec3 v = smooth::velocity_of(y_.data(), contact.a);
  double mass = equations_.body_at(contact.a).mass;
  if (contact.partner == smooth::Partner::sphere) {
    v -= smooth::velocity_of(y_.data(), contact.other);
    const double other = equations_.body_at(contact.other).mass;
    mass = mass * other / (mass + other);
  }
  const double stored = equations_.speed_into(contact, candidate.at.gap);
  const double speed = std::sqrt(dot(v, v) + stored * stored);
  if (!(speed > slow_contact)) return longest_contact_;
  return contact_time(mass, equations_.law(contact).normal.stiffness, speed);
}

/// Measures a candidate. While the bodies are apart its reference velocity is what it would be if
/// they touched now; while they touch, as the settings say.
void Cluster::note(Candidate& candidate) {
  smooth::Contact& contact = equations_.contacts[candidate.contact];
  candidate.at = equations_.approach_of(contact, y_.data());
  const auto [gap, closing] = candidate.at;
  candidate.touches = gap < 0.0;
  if (!candidate.touches || contact.v_ref == 0.0) {
    candidate.approach = closing;
    const double v_ref = std::max({closing, reference_floor_, equations_.least_reference(contact)});
    // the damping of a contact that cannot begin yet is not needed
    if (gap > 2.0 * check_interval_ * fastest_) {
      contact.v_ref = v_ref;
    } else {
      equations_.set_reference(contact, v_ref);
    }
  } else if (equations_.uses_running_max() && closing > contact.v_ref) {
    equations_.set_reference(contact, closing);
  }
}

void Cluster::update_contacts() {
  touching_ = 0;
  for (Candidate& candidate : candidates_) {
    note(candidate);
    if (!candidate.touches) continue;
    ++touching_;
    has_touched_ = true;
    const smooth::Contact& contact = equations_.contacts[candidate.contact];
    members_[contact.a].touched = true;
    if (contact.partner == smooth::Partner::sphere) members_[contact.other].touched = true;
  }
}

/// The contacts with the cloth, if its law is damped.
void Cluster::update_cloth() {
  if (held_ || !equations_.cloth_is_located()) return;
  for (std::size_t i = 0; i < size(); ++i) {
    smooth::Contact& contact = *equations_.cloth_contact(i);
    const smooth::Approach at = equations_.approach_of(contact, y_.data());
    const double least = equations_.least_reference(contact);
    if (!contact.active || at.gap >= 0.0) {
      equations_.set_reference(contact, std::max(at.closing, least));
    } else if (at.closing > contact.v_ref) {
      equations_.set_reference(contact, at.closing);
    }
    contact.active = true;
  }
}

/// Which balls bounce on the cloth, and which of them have just met it.
void Cluster::update_landings() {
  bounces_ = false;
  for (std::size_t i = 0; i < size(); ++i) {
    if (is_gone(i)) continue;
    Member& member = members_[i];
    const double speed = cloth_speed(i);
    if (speed > slow_bounce) {
      bounces_ = has_touched_ = member.touched = true;
      if (member.above) member.landed = true;
    }
    if (speed > 0.0) member.above = false;
    const double bottom = smooth::position_of(y_.data(), i).z - equations_.body_at(i).radius;
    if (bottom > equations_.cloth_height(i)) member.above = true;
  }
}

/// Speed at which the bodies of a contact would part without losses [m/s].
double Cluster::impact_speed(const Candidate& candidate) const {
  const double stored =
      equations_.speed_into(equations_.contacts[candidate.contact], candidate.at.gap);
  const double closing = candidate.at.closing;
  return std::sqrt(stored * stored + closing * closing);
}

/// Whether one of the bodies of a contact does not lie on the cloth.
bool Cluster::is_above_cloth(const smooth::Contact& contact) const {
  const auto is_above = [&](std::uint32_t body) {
    const double bottom = smooth::position_of(y_.data(), body).z - equations_.body_at(body).radius;
    return bottom > equations_.cloth_height(body);
  };
  return is_above(contact.a) ||
         (contact.partner == smooth::Partner::sphere && is_above(contact.other));
}

bool Cluster::all_slow() const {
  return std::ranges::all_of(candidates_, [&](const Candidate& c) {
    if (!c.touches) return true;
    const bool above = is_above_cloth(equations_.contacts[c.contact]);
    return impact_speed(c) < (above ? slow_contact_above_cloth : slow_contact);
  });
}

}  // namespace cuelab::hybrid
