#pragma once

#include <vector>

#include "contact.hpp"
#include "integrate.hpp"

namespace oracle {

/// Newton's cradle in angles: five steel balls as pendulums in a plane, so that no string can
/// stretch. State: five angles to the right of the vertical, then their rates.
struct Cradle {
  static constexpr std::size_t balls = 5;
  Real radius = 0.0125L, length = 0.15L, gravity = 9.81L, gap = 0;
  NormalLaw law;
  std::vector<Contact> contacts = std::vector<Contact>(balls - 1);

  Real mass() const;
  Vec place(const State& y, std::size_t ball) const;
  Vec velocity(const State& y, std::size_t ball) const;

  // --- what Integrator asks for ---
  void derivative(const State& y, State& dy) const;
  bool passed(const State& y) const;
  void toggle(const State& y);
  static Real scale(std::size_t k) { return k < balls ? Real(0.01L) : Real(10); }

 private:
  Overlap overlap(const State& y, const State& dy, std::size_t left) const;
};

/// Greatest height of the last ball in its first swing / height of release, at 45 degrees.
Real first_swing(Cradle cradle, double tolerance);

}  // namespace oracle
