#include "balls.hpp"

#include <algorithm>

namespace oracle {

std::size_t Balls::pair(std::size_t a, std::size_t b) const {
  return a * count() - a * (a + 1) / 2 + b - a - 1;
}

Overlap Balls::of_pair(const State& y, const State& dy, std::size_t a, std::size_t b) const {
  const Vec d = r(y, a) - r(y, b), u = v(y, a) - v(y, b), acceleration = v(dy, a) - v(dy, b);
  const Real distance = norm(d);
  const Real rate = dot(u, d) / distance;
  return {2 * radius - distance, -rate,
          -(dot(acceleration, d) + dot(u, u) - rate * rate) / distance};
}

Overlap Balls::of_wall(const State& y, const State& dy, std::size_t ball, const Wall& wall) const {
  return {radius - wall.distance - dot(wall.n, r(y, ball)), -dot(wall.n, v(y, ball)),
          -dot(wall.n, v(dy, ball))};
}

/// A central force and friction at the end of an arm from the centre.
void Balls::add_force(State& dy, std::size_t ball, Vec force, Vec arm, Vec friction) const {
  if (held) force.z = friction.z = 0;
  const Vec a = 1 / mass * (force + friction), turning = 1 / inertia * cross(arm, friction);
  const std::size_t k = 9 * ball + 3;
  dy[k] += a.x;
  dy[k + 1] += a.y;
  dy[k + 2] += a.z;
  dy[k + 3] += turning.x;
  dy[k + 4] += turning.y;
  dy[k + 5] += turning.z;
}

/// Hertz's force without damping; friction acts one radius below the centre.
void Balls::add_cloth(const State& y, State& dy, std::size_t ball) const {
  const Real depth = radius - r(y, ball).z;
  const Real elastic = depth > 0 ? cloth_stiffness * depth * sqrt(depth) : Real(0);
  const Real pressed = held ? mass * gravity : elastic;
  const Vec arm{0, 0, -radius};
  Vec slip = v(y, ball) + cross(w(y, ball), arm);
  slip.z = 0;
  const Vec weight{0, 0, held ? Real(0) : pressed - mass * gravity};
  add_force(dy, ball, weight, arm, -pressed * cloth_friction.over(norm(slip)) * slip);
}

void Balls::derivative(const State& y, State& dy) const {
  std::fill(dy.begin(), dy.end(), Real(0));
  for (std::size_t i = 0; i < count(); ++i) {
    for (std::size_t k = 0; k < 3; ++k) dy[9 * i + k] = y[9 * i + 3 + k];
    add_cloth(y, dy, i);
  }
  // between balls the point of contact lies midway between the centres
  for (std::size_t a = 0; a < count(); ++a) {
    for (std::size_t b = a + 1; b < count(); ++b) {
      if (!contacts[pair(a, b)].active) continue;
      const Vec d = r(y, a) - r(y, b);
      const Vec n = 1 / norm(d) * d;
      const Real N = contacts[pair(a, b)].force(ball_ball, of_pair(y, y, a, b));
      const Vec arm = Real(-0.5L) * d;
      const Vec u = v(y, a) - v(y, b) + cross(w(y, a) + w(y, b), arm);
      const Vec slip = u - dot(u, n) * n;
      const Vec friction = -N * ball_friction.over(norm(slip)) * slip;
      add_force(dy, a, N * n, arm, friction);
      add_force(dy, b, -N * n, -1 * arm, -1 * friction);
    }
  }
  for (std::size_t i = 0; i < count(); ++i) {
    for (std::size_t k = 0; k < walls.size(); ++k) {
      if (!contacts[at_wall(i, k)].active) continue;
      const Vec n = walls[k].n;
      const Real N = contacts[at_wall(i, k)].force(ball_wall, of_wall(y, y, i, walls[k]));
      const Vec arm = -radius * n;
      const Vec u = v(y, i) + cross(w(y, i), arm);
      const Vec slip = u - dot(u, n) * n;
      add_force(dy, i, N * n, arm, -N * wall_friction.over(norm(slip)) * slip);
    }
  }
}

/// Calls visit(index, law, overlap) for every contact.
template <class Visit>
void Balls::each_contact(const State& y, Visit visit) const {
  State dy(y.size());
  derivative(y, dy);
  for (std::size_t a = 0; a < count(); ++a) {
    for (std::size_t b = a + 1; b < count(); ++b) {
      visit(pair(a, b), ball_ball, of_pair(y, dy, a, b));
    }
  }
  for (std::size_t i = 0; i < count(); ++i) {
    for (std::size_t k = 0; k < walls.size(); ++k) {
      visit(at_wall(i, k), ball_wall, of_wall(y, dy, i, walls[k]));
    }
  }
}

bool Balls::passed(const State& y) const {
  bool any = false;
  each_contact(y, [&](std::size_t k, const NormalLaw& law, const Overlap& overlap) {
    any = any || contacts[k].passed(law, overlap);
  });
  return any;
}

void Balls::toggle(const State& y) {
  std::vector<Contact> next = contacts;
  each_contact(y, [&](std::size_t k, const NormalLaw& law, const Overlap& overlap) {
    if (next[k].passed(law, overlap)) next[k].toggle(law, overlap);
  });
  contacts = next;
}

}  // namespace oracle
