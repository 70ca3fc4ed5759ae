#pragma once

#include <vector>

#include "contact.hpp"
#include "integrate.hpp"

namespace oracle {

/// A vertical cushion: the half-space n . r < -distance, n pointing away from it.
struct Wall {
  Vec n;
  Real distance = 0;
};

/// Equal balls on a cloth between vertical cushions: [Gismeros2022] as docs/smooth.md states it.
/// State: nine numbers per ball, position, velocity and angular velocity.
struct Balls {
  Real mass = 0.17L, inertia = 5.5e-5L, radius = 0.028575L, gravity = 9.81L;
  NormalLaw ball_ball, ball_wall;
  Real cloth_stiffness = 0;
  Friction ball_friction, cloth_friction, wall_friction;
  bool held = false;  ///< every ball keeps its height and the cloth carries its weight
  std::vector<Wall> walls;

  State start;
  void add(Vec r, Vec v = {}, Vec w = {}) {
    for (const Vec& a : {r, v, w}) start.insert(start.end(), {a.x, a.y, a.z});
  }
  std::size_t count() const { return start.size() / 9; }

  static Vec r(const State& y, std::size_t ball) { return at(y, 9 * ball); }
  static Vec v(const State& y, std::size_t ball) { return at(y, 9 * ball + 3); }
  static Vec w(const State& y, std::size_t ball) { return at(y, 9 * ball + 6); }

  // --- what Integrator asks for ---
  void derivative(const State& y, State& dy) const;
  bool passed(const State& y) const;
  void toggle(const State& y);
  static Real scale(std::size_t k) {
    const std::size_t part = k % 9;
    return part < 3 ? Real(0.01L) : part < 6 ? Real(1) : Real(30);
  }

  /// Contacts of pairs (a, b > a) in lexical order, then of every ball with every wall.
  std::vector<Contact> contacts;
  std::size_t pair(std::size_t a, std::size_t b) const;
  std::size_t at_wall(std::size_t ball, std::size_t wall) const {
    return count() * (count() - 1) / 2 + ball * walls.size() + wall;
  }
  Overlap of_pair(const State& y, const State& dy, std::size_t a, std::size_t b) const;
  Overlap of_wall(const State& y, const State& dy, std::size_t ball, const Wall& wall) const;

 private:
  static Vec at(const State& y, std::size_t k) { return {y[k], y[k + 1], y[k + 2]}; }
  void add_force(State& dy, std::size_t ball, Vec force, Vec arm, Vec friction) const;
  void add_cloth(const State& y, State& dy, std::size_t ball) const;
  template <class Visit>
  void each_contact(const State& y, Visit visit) const;
};

}  // namespace oracle
