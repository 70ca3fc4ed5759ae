#include "smooth/watch.hpp"

#include <algorithm>
#include <cmath>

namespace cuelab::smooth {
namespace {

/// No bound makes a step shorter than this [s]: a graze that fits into it is too shallow to
/// matter (at 10 m/s less than 1e-9 m deep).
constexpr double shortest_bound = 2e-6;
/// A ball higher than this above the cloth must not step through it [m].
constexpr double hop = 1e-5;
constexpr double never = 1e300;

}  // namespace

Watch::Watch(Model& model, const IntegrationSettings& settings)
    : model_(model),
      reference_(settings.reference_velocity),
      bounded_(model.system().joints.empty() &&
               (model.system().cloth || norm(model.system().gravity) == 0.0)),
      clear_of_holes_(model.body_count(), 0.0) {
  least_mass_ = never;
  for (const Body& body : model.system().bodies) {
    least_mass_ = std::min(least_mass_, body.mass);
    depth_energy_ += 2.0 * body.radius * body.mass * norm(model.system().gravity);
  }
}

void Watch::survey(double t, const double* y, double horizon, double energy) {
  const double fastest =
      bounded_ ? std::sqrt(2.0 * std::max(energy + depth_energy_, 0.0) / least_mass_) : HUGE_VAL;
  longest_step_ = HUGE_VAL;
  std::vector<Contact>& contacts = model_.contacts;

  // those under observation; the ones that have gone far away are let go
  std::erase_if(near_, [&](std::uint32_t index) {
    if (contacts[index].active) return true;
    look(index, t, y, fastest);
    if (contacts[index].safe_until < t + 4.0 * horizon) return false;
    next_look_ = std::min(next_look_, contacts[index].safe_until);
    return true;
  });

  // those left alone whose time has come
  if (next_look_ < t + horizon) {
    next_look_ = never;
    near_.clear();
    for (std::uint32_t i = 0; i < contacts.size(); ++i) {
      if (contacts[i].active) continue;
      if (contacts[i].safe_until < t + horizon) look(i, t, y, fastest);
      if (contacts[i].safe_until < t + 2.0 * horizon) {
        near_.push_back(i);
      } else {
        next_look_ = std::min(next_look_, contacts[i].safe_until);
      }
    }
  }
  if (model_.system().cloth) {
    look_for_holes(t, y, horizon, fastest);
    look_at_fall(y);
  }
}

/// Measures one pair: how long it is safe, and how far a step may go.
void Watch::look(std::uint32_t index, double t, const double* y, double fastest) {
  Contact& contact = model_.contacts[index];
  if (contact.safe_until == never) return;
  ++pair_tests_;
  const Meeting m = model_.meet(contact, y);
  // two bodies that share the energy approach at most at sqrt(2) of what one alone could have
  constexpr double shared = 1.4143;
  const double limit = contact.partner == Partner::sphere ? shared * fastest : fastest;
  contact.safe_until = t + std::max(m.gap, 0.0) / limit;
  if (m.closing > 0.0 && m.gap > 0.0) {
    longest_step_ = std::min(longest_step_, std::max(m.gap / m.closing, shortest_bound));
  }
}

/// Which bodies are near the rim of a hole.
void Watch::look_for_holes(double t, const double* y, double horizon, double fastest) {
  const std::vector<Hole>& holes = model_.system().cloth->holes;
  if (holes.empty()) return;
  for (std::size_t i = 0; i < clear_of_holes_.size(); ++i) {
    if (clear_of_holes_[i] > t + horizon || model_.gone[i] != 0) continue;
    model_.hole[i] = none;
    double nearest = never;
    for (std::uint32_t k = 0; k < holes.size(); ++k) {
      const double distance = norm(flat(position_of(y, i)) - holes[k].centre) - holes[k].radius;
      if (distance >= nearest) continue;
      nearest = distance;
      if (distance < fastest * 2.0 * horizon) model_.hole[i] = k;
    }
    clear_of_holes_[i] = t + std::max(nearest, 0.0) / fastest;
  }
  model_.near_hole =
      std::ranges::any_of(model_.hole, [](std::uint32_t hole) { return hole != none; });
}

/// A falling ball must not step through the cloth.
void Watch::look_at_fall(const double* y) {
  if (model_.system().cloth->held) return;
  for (std::size_t i = 0; i < clear_of_holes_.size(); ++i) {
    const double gap = y[place_of(i, 2)] - model_.system().bodies[i].radius;
    const double falling = -y[place_of(i, velocity_at + 2)];
    if (gap > hop && falling > 0.0 && model_.gone[i] == 0) {
      longest_step_ = std::min(longest_step_, std::max(gap / falling, shortest_bound));
    }
  }
}

bool Watch::any_flip(const double* y) {
  flipping_.clear();
  const auto test = [&](std::uint32_t index) {
    const Contact& contact = model_.contacts[index];
    if (disagrees(contact, model_.meet(contact, y).gap)) flipping_.push_back(index);
  };
  for (const std::uint32_t index : near_) {
    if (!model_.contacts[index].active && model_.contacts[index].safe_until != never) test(index);
  }
  for (const std::uint32_t index : model_.active) test(index);
  return !flipping_.empty();
}

void Watch::begin(std::uint32_t index, double closing) {
  Contact& contact = model_.contacts[index];
  contact.active = true;
  contact.v_ref = std::max(closing, model_.least_reference(contact));
  if (reference_.kind == ReferenceVelocity::Kind::floor) {
    contact.v_ref = std::max(contact.v_ref, reference_.floor);
  }
  auto& active = model_.active;
  active.insert(std::ranges::lower_bound(active, index), index);
}

void Watch::end(std::uint32_t index) {
  Contact& contact = model_.contacts[index];
  contact.active = false;
  contact.safe_until = 0.0;
  next_look_ = 0.0;
  std::erase(model_.active, index);
}

void Watch::remove(std::uint32_t body) {
  model_.remove(body);
  for (Contact& contact : model_.contacts) {
    const bool involved =
        contact.a == body || (contact.partner == Partner::sphere && contact.other == body);
    if (involved) contact.safe_until = never;
  }
}

void Watch::follow(const double* y) {
  if (reference_.kind != ReferenceVelocity::Kind::running_max) return;
  for (const std::uint32_t index : model_.active) {
    Contact& contact = model_.contacts[index];
    contact.v_ref = std::max(contact.v_ref, model_.meet(contact, y).closing);
  }
}

}  // namespace cuelab::smooth
