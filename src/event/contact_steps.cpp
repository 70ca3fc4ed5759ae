// Steps of lasting contacts: how long their forces may be held constant. A step is so short that
// the turning of contacts and friction changes no gap by more than a fraction of a nanometre, and
// that the group gains no energy.
#include <algorithm>
#include <cmath>

#include "cuelab/laws.hpp"
#include "event/simulation.hpp"
#include "math/elementary.hpp"

namespace cuelab::event {
namespace {

constexpr double gap_error = 1e-10;         ///< due to turning, in one step [m]
constexpr double shortest_step = 1e-7;      ///< [s]
constexpr double longest_step = 2e-3;       ///< of balls that move [s]
constexpr double longest_still_step = 0.1;  ///< [s]
constexpr double longest_way = 1e-6;        ///< of a ball in a step longer than `longest_step` [m]
constexpr double straight_slip = 1e-6;      ///< a slip across that does not turn it [m/s]

}  // namespace

/// Finds the forces and how long they hold; returns that time [s].
double Simulation::solve_forces() {
  prepare_forces();
  sweep_forces(longest_step);
  const double step = step_length();
  if (step != longest_step) sweep_forces(step);
  return safe_step(step);
}

/// How long the forces just found may be taken as constant: the directions of contacts and of
/// friction turn at the rates below, and what that does to a gap in the time h is jerk h^3 / 6.
double Simulation::step_length() const {
  double jerk = 0.0;
  double fastest = 0.0;    // [m/s]
  double strongest = 0.0;  // acceleration [m/s^2]
  double step = never;
  for (const ContactBall& p : contact_balls_) {
    const BallSpec& spec = bodies_[p.ball].spec;
    const double friction = sliding_coefficient(physics_.cloth, spec, p.state) * physics_.gravity;
    fastest = std::max(fastest, norm(p.state.v));
    strongest = std::max(strongest, norm(acceleration_of(p)));
    if (p.rides) continue;
    if (p.state.motion == Motion::sliding) {
      // the slip u changes by the push less (1 + k) friction along u; its direction by what of the
      // push is across it
      const Vec2 u = slip_of(spec, p.state);
      const double slip = norm(u);
      const Vec2 push = (1.0 / p.mass) * flat(p.force);
      const double k = spec.mass * spec.radius * spec.radius / spec.inertia;
      const double across = std::abs(cross(u, push)) / slip;
      const double decay = (1.0 + k) * friction - dot(u, push) / slip;
      jerk += friction * across / slip;
      if (decay <= 0.0) continue;
      const double end = slip / decay;
      step = std::min(step, across * end < straight_slip ? end : 0.25 * end);
    } else if (p.state.motion == Motion::rolling) {
      const Vec2 v = flat(p.state.v);
      const double braking = -dot(v, flat(acceleration_of(p)));
      if (braking > 0.0) step = std::min(step, dot(v, v) / braking);
    }
  }
  for (const LastingContact& contact : group_) {
    const double bend = std::abs(contact.at.curvature);
    const double radius = bodies_[contact.ball].spec.radius;
    const auto pull = [&](std::uint32_t place) {
      const ContactBall& p = contact_balls_[place];
      return norm(p.force) / p.mass + norm(p.free);
    };
    const double other = contact.is_with_ball() ? pull(contact.other_place) : 0.0;
    jerk += 3.0 * std::sqrt(bend / radius) * (bend + pull(contact.place) + other);
  }
  if (jerk > 0.0) step = std::min(step, cube_root(6.0 * gap_error / jerk));
  const double reach = std::min(longest_way / fastest, std::sqrt(longest_way / strongest));
  const double longest = std::clamp(reach, longest_step, longest_still_step);
  return std::clamp(step, shortest_step, longest);
}

/// The gap of a contact after the time h under the forces found [m].
double Simulation::gap_after(const LastingContact& contact, double h) const {
  const auto moved = [&](std::uint32_t place) {
    const ContactBall& p = contact_balls_[place];
    BallState s = p.state;
    s.r += h * (s.v + (0.5 * h) * acceleration_of(p));
    return s;
  };
  const BallState a = moved(contact.place);
  const Body& body = bodies_[contact.ball];
  if (!contact.is_with_ball()) return maps_[body.map].gap_to(contact.surface, a).gap;
  const double reach = body.spec.radius + bodies_[contact.other.index].spec.radius;
  return norm(a.r - moved(contact.other_place).r) - reach;
}

/// The energy that the group gains in the time h under the forces found [J].
double Simulation::gain_after(double h) const {
  double gain = 0.0;
  for (const ContactBall& p : contact_balls_) {
    const BallSpec& spec = bodies_[p.ball].spec;
    const Vec3 dv = h * acceleration_of(p);
    const double translation = dot(p.state.v + 0.5 * dv, dv);
    gain += p.mass * translation;  // the mass of a rolling ball includes its spin
    if (p.rides) {
      const Vec3 dw = (h / spec.inertia) * p.torque;
      gain += spec.inertia * dot(p.state.w + 0.5 * dw, dw) +
              spec.mass * physics_.gravity * h * (p.state.v.z + 0.5 * dv.z);
    } else if (p.state.motion == Motion::sliding) {
      const Vec3 dw = h * Vec3{p.spin_rate.x, p.spin_rate.y, 0.0};
      gain += spec.inertia * dot(p.state.w + 0.5 * dw, dw);
    }
  }
  return gain;
}

/// The step, shortened until no bodies of the group overlap by more than `deepest` in it, and it
/// gains no energy worth mentioning.
double Simulation::safe_step(double step) const {
  constexpr double deepest = 4e-10;    // [m]
  constexpr double deeper = 2e-11;     // where bodies overlap by more than that already [m]
  constexpr double gain = 2e-11;       // of energy [J]
  constexpr double gain_share = 2e-9;  // of the kinetic energy
  constexpr double shortest = 2e-5;    // step, as far as energy is concerned [s]
  for (const LastingContact& contact : group_) {
    const double least = std::min(-deepest, contact.at.gap - deeper);
    const auto overlaps = [&](double h) { return gap_after(contact, h) < least; };
    while (step > shortest_step && (overlaps(step) || overlaps(0.5 * step))) step *= 0.5;
  }
  double kinetic = 0.0;
  for (const ContactBall& p : contact_balls_) {
    kinetic += kinetic_energy(bodies_[p.ball].spec, p.state);
  }
  while (step > shortest && gain_after(step) > gain + gain_share * kinetic) step *= 0.5;
  return std::max(step, shortest_step);
}

}  // namespace cuelab::event
