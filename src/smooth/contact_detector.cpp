#include "smooth/contact_detector.hpp"

#include <algorithm>
#include <cmath>

namespace cuelab::smooth {
namespace {

/// Detection never limits the step to less than this [s]: a grazing contact shorter than that is
/// negligible (less than 1e-9 m deep at 10 m/s).
constexpr double shortest_bound = 2e-6;
/// The fall of a ball bounds the step only when it is higher than this above the cloth [m].
constexpr double hop = 1e-5;

}  // namespace

ContactDetector::ContactDetector(Equations& equations, const IntegrationSettings& settings)
    : equations_(equations),
      reference_(settings.reference_velocity),
      bounded_(equations.system().joints.empty() &&
               (equations.system().cloth || norm(equations.system().gravity) == 0.0)) {
  reset();
}

void ContactDetector::reset() {
  least_mass_ = never;
  depth_energy_ = 0.0;
  for (std::size_t i = 0; i < equations_.body_count(); ++i) {
    const Body& body = equations_.body_at(i);
    least_mass_ = std::min(least_mass_, body.mass);
    depth_energy_ += 2.0 * body.radius * body.mass * norm(equations_.system().gravity);
  }
  longest_step_ = next_check_ = 0.0;
  near_.clear();
  toggling_.clear();
  clear_of_holes_.assign(equations_.body_count(), 0.0);
  pair_tests_ = 0;
}

void ContactDetector::detect(double t, const double* y, double horizon, double energy) {
  const double fastest =
      bounded_ ? std::sqrt(2.0 * std::max(energy + depth_energy_, 0.0) / least_mass_) : HUGE_VAL;
  longest_step_ = HUGE_VAL;
  std::vector<Contact>& contacts = equations_.contacts;

  // pairs that are near; those that have moved far apart are skipped from now on
  std::erase_if(near_, [&](std::uint32_t index) {
    if (contacts[index].active) return true;
    measure(index, t, y, fastest);
    if (contacts[index].safe_until < t + 4.0 * horizon) return false;
    next_check_ = std::min(next_check_, contacts[index].safe_until);
    return true;
  });

  // skipped pairs that could touch by now
  if (next_check_ < t + horizon) {
    next_check_ = never;
    near_.clear();
    for (std::uint32_t i = 0; i < contacts.size(); ++i) {
      if (contacts[i].active) continue;
      if (contacts[i].safe_until < t + horizon) measure(i, t, y, fastest);
      if (contacts[i].safe_until < t + 2.0 * horizon) {
        near_.push_back(i);
      } else {
        next_check_ = std::min(next_check_, contacts[i].safe_until);
      }
    }
  }
  if (equations_.system().cloth) {
    find_near_holes(t, y, horizon, fastest);
    bound_by_fall(y);
  }
}

/// For one pair, finds until when it cannot touch and how long a step may be.
void ContactDetector::measure(std::uint32_t index, double t, const double* y, double fastest) {
  Contact& contact = equations_.contacts[index];
  if (contact.safe_until == never) return;
  ++pair_tests_;
  const ContactState m = equations_.contact_state(contact, y);
  // two bodies that share the energy approach at most sqrt(2) times as fast as one alone could
  constexpr double shared = 1.4143;
  const double limit = contact.partner == Partner::sphere ? shared * fastest : fastest;
  contact.safe_until = t + std::max(m.gap, 0.0) / limit;
  if (m.closing > 0.0 && m.gap > 0.0) {
    longest_step_ = std::min(longest_step_, std::max(m.gap / m.closing, shortest_bound));
  }
}

/// Finds the bodies that are near the rim of a hole.
void ContactDetector::find_near_holes(double t, const double* y, double horizon, double fastest) {
  const std::vector<Hole>& holes = equations_.system().cloth->holes;
  if (holes.empty()) return;
  for (std::size_t i = 0; i < clear_of_holes_.size(); ++i) {
    if (clear_of_holes_[i] > t + horizon || equations_.gone[i] != 0) continue;
    equations_.hole[i] = none;
    double nearest = never;
    for (std::uint32_t k = 0; k < holes.size(); ++k) {
      const double distance = norm(flat(position_of(y, i)) - holes[k].centre) - holes[k].radius;
      if (distance >= nearest) continue;
      nearest = distance;
      if (distance < fastest * 2.0 * horizon) equations_.hole[i] = k;
    }
    clear_of_holes_[i] = t + std::max(nearest, 0.0) / fastest;
  }
  equations_.near_hole =
      std::ranges::any_of(equations_.hole, [](std::uint32_t hole) { return hole != none; });
}

/// A falling ball must not pass through the cloth within a step.
void ContactDetector::bound_by_fall(const double* y) {
  if (equations_.system().cloth->held) return;
  for (std::size_t i = 0; i < clear_of_holes_.size(); ++i) {
    const double gap = y[place_of(i, 2)] - equations_.body_at(i).radius;
    const double falling = -y[place_of(i, velocity_at + 2)];
    if (gap > hop && falling > 0.0 && equations_.gone[i] == 0) {
      longest_step_ = std::min(longest_step_, std::max(gap / falling, shortest_bound));
    }
  }
}

bool ContactDetector::find_toggles(const double* y) {
  toggling_.clear();
  const auto test = [&](std::uint32_t index) {
    const Contact& contact = equations_.contacts[index];
    if (must_toggle(contact, equations_.contact_state(contact, y).gap)) toggling_.push_back(index);
  };
  for (const std::uint32_t index : near_) {
    if (!equations_.contacts[index].active && equations_.contacts[index].safe_until != never)
      test(index);
  }
  for (const std::uint32_t index : equations_.active) test(index);
  return !toggling_.empty();
}

void ContactDetector::begin(std::uint32_t index, double closing) {
  Contact& contact = equations_.contacts[index];
  contact.active = true;
  double v_ref = std::max(closing, equations_.least_reference(contact));
  if (reference_.kind == ReferenceVelocity::Kind::floor) v_ref = std::max(v_ref, reference_.floor);
  equations_.set_reference(contact, v_ref);
  auto& active = equations_.active;
  active.insert(std::ranges::lower_bound(active, index), index);
}

void ContactDetector::end(std::uint32_t index) {
  Contact& contact = equations_.contacts[index];
  contact.active = false;
  contact.safe_until = 0.0;
  next_check_ = 0.0;
  std::erase(equations_.active, index);
}

void ContactDetector::remove(std::uint32_t body) {
  equations_.remove(body);
  for (Contact& contact : equations_.contacts) {
    const bool involved =
        contact.a == body || (contact.partner == Partner::sphere && contact.other == body);
    if (involved) contact.safe_until = never;
  }
}

void ContactDetector::update_reference_velocities(const double* y) {
  if (reference_.kind != ReferenceVelocity::Kind::running_max) return;
  for (const std::uint32_t index : equations_.active) {
    Contact& contact = equations_.contacts[index];
    const double closing = equations_.contact_state(contact, y).closing;
    if (closing > contact.v_ref) equations_.set_reference(contact, closing);
  }
}

}  // namespace cuelab::smooth
