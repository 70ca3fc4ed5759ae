// Steps of lasting contacts: how long their forces may be held constant. They have the directions
// of the middle of the step, as far as the energy within it allows. A step is so short that the
// turning of contacts and friction changes no gap by more than a fraction of a nanometre, and that
// the group gains no energy.
#include <algorithm>
#include <cmath>

#include "cuelab/laws.hpp"
#include "event/simulation.hpp"
#include "math/elementary.hpp"

namespace cuelab::event {
namespace {

constexpr double gap_error = 2e-10;         ///< due to turning, in one step [m]
constexpr double shortest_step = 1e-7;      ///< [s]
constexpr double longest_step = 0.1;        ///< [s]
constexpr double longest_fast_step = 2e-3;  ///< of balls that move further than `longest_way` [s]
constexpr double longest_way = 1e-3;        ///< [m]; noses may end
constexpr double rough_error = 1e-4;        ///< of the forces that a step is chosen by, in weights
constexpr double push_error = 1e-8;         ///< of speeds, by the forces of a step [m/s]
constexpr double way_error = 1e-12;         ///< of positions, by the forces of a step [m]
constexpr double straight_slip = 1e-5;      ///< across; as small as that of a ball that rolls [m/s]

}  // namespace

/// Finds the forces and how long they hold; returns that time [s].
double Simulation::solve_forces() {
  prepare_forces();
  sweep_forces(longest_fast_step, rough_error * physics_.gravity);
  const double lead = longest_lead();
  const double step = step_length(lead);
  const double safe = hold_forces(step, std::min(lead, 0.5 * step));
  return safe == step ? step : hold_forces(step, 0.0);
}

/// Finds the forces for a step with the directions that contacts will have after the time `lead`;
/// returns how long they hold [s].
double Simulation::hold_forces(double step, double lead) {
  for (LastingContact& contact : group_) {  // gaps and their rates remain those of the present
    const ContactGeometry then = geometry_of(contact, lead);
    contact.at.n = then.n;
    contact.at.curvature = then.curvature;
  }
  prepare_forces();
  const double needed = std::min(push_error / step, 2.0 * way_error / (step * step));
  sweep_forces(step, std::min(needed, rough_error * physics_.gravity));
  return safe_step(step);
}

/// How far ahead the forces may turn [s]: until the contacts have turned as far, they do work.
double Simulation::longest_lead() const {
  constexpr double gain_share = 1.5e-9;  // of the energy at the start; groups add up
  double power = 0.0;                    // gained per time [W/s]
  for (const LastingContact& contact : group_) power += contact.force * contact.at.curvature;
  return power > 0.0 ? std::sqrt(2.0 * gain_share * start_energy_ / power) : 0.0;
}

/// How long the forces just found may be taken as constant: the directions of contacts and of
/// friction turn at the rates below, and what that does to a gap in the time h is jerk h^3 / 6, or
/// half of it with the directions of the middle of the step.
double Simulation::step_length(double lead) const {
  double jerk = 0.0;       // greatest due to the friction of a ball
  double turning = 0.0;    // greatest due to a contact
  double fastest = 0.0;    // [m/s]
  double strongest = 0.0;  // acceleration [m/s^2]
  double step = never;
  for (const ContactBall& p : contact_balls_) {
    const BallSpec& spec = bodies_[p.ball].spec;
    const double friction = sliding_coefficient(physics_.cloth, spec, p.state) * physics_.gravity;
    step = std::min(step, p.piece_time);
    fastest = std::max(fastest, norm(p.state.v));
    strongest = std::max(strongest, norm(p.acceleration));
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
      jerk = std::max(jerk, friction * across / slip);
      if (decay <= 0.0) continue;
      const double end = slip / decay;
      step = std::min(step, across * end < straight_slip ? end : 0.5 * end);
    } else if (p.state.motion == Motion::rolling) {
      const Vec2 v = flat(p.state.v);
      const double braking = -dot(v, flat(p.acceleration));
      if (braking > 0.0) step = std::min(step, dot(v, v) / braking);
    }
  }
  for (const LastingContact& contact : group_) {
    const double radius = bodies_[contact.ball].spec.radius;
    Vec3 relative = contact_balls_[contact.place].acceleration;
    if (contact.is_with_ball()) relative -= contact_balls_[contact.other_place].acceleration;
    const double size = norm(relative);
    turning = std::max(turning, 3.0 * std::sqrt(std::abs(contact.at.curvature) / radius) * size);
    // from rest: the way across, size h^2 / 2, changes the gap by its square over 2 R
    step = std::min(step, std::sqrt(std::sqrt(8.0 * gap_error * radius) / size));
  }
  jerk = 2.0 * jerk + turning;  // a gap is between two balls
  if (jerk > 0.0) {
    const double least = cube_root(6.0 * gap_error / jerk);
    const double most = cube_root(12.0 * gap_error / jerk);
    step = std::min(step, std::clamp(2.0 * lead, least, most));
  }
  const double reach = std::min(longest_way / fastest, std::sqrt(longest_way / strongest));
  const double longest = std::clamp(reach, longest_fast_step, longest_step);
  return std::clamp(step, shortest_step, longest);
}

/// The energy that the group gains in the time h under the forces found [J].
double Simulation::gain_after(double h) const {
  double gain = 0.0;
  for (const ContactBall& p : contact_balls_) {
    const BallSpec& spec = bodies_[p.ball].spec;
    const Vec3 dv = h * p.acceleration;
    const double translation = dot(p.state.v + 0.5 * dv, dv);
    gain += p.mass * translation;  // the mass of a rolling ball includes its spin
    if (p.rides) {
      const Vec3 dw = h * p.turning;
      gain += spec.inertia * dot(p.state.w + 0.5 * dw, dw) +
              spec.mass * physics_.gravity * h * (p.state.v.z + 0.5 * dv.z);
    } else if (p.state.motion == Motion::sliding) {
      const Vec3 dw = h * Vec3{p.spin_rate.x, p.spin_rate.y, 0.0};
      gain += spec.inertia * dot(p.state.w + 0.5 * dw, dw);
    }
  }
  return gain;
}

/// How far the energy rises above the least that it has in the time h [J].
double Simulation::rise_after(double h) const {
  const double end = gain_after(h);
  const double square = 2.0 * end - 4.0 * gain_after(0.5 * h);  // it is a parabola
  const double slope = end - square;
  const bool has_least = slope < 0.0 && -slope < 2.0 * square;
  return has_least ? end + slope * slope / (4.0 * square) : end;
}

/// The step, shortened until no bodies of the group overlap by more than `deepest` in it, and it
/// gains no energy worth mentioning.
double Simulation::safe_step(double step) const {
  constexpr double deepest = 4e-10;     // [m]
  constexpr double deeper = 2e-11;      // where bodies overlap by more than that already [m]
  constexpr double promised = 9.9e-10;  // overlap of a scene's start, less a shortest step's [m]
  constexpr double gain = 2e-11;        // of energy [J]
  constexpr double gain_share = 2e-9;   // of the kinetic energy
  constexpr double shortest = 2e-5;     // step, as far as energy is concerned [s]
  for (const LastingContact& contact : group_) {
    const double least = std::max(std::min(-deepest, contact.at.gap - deeper), -promised);
    const auto overlaps = [&](double h) { return geometry_of(contact, h).gap < least; };
    while (step > shortest_step && (overlaps(step) || overlaps(0.5 * step))) step *= 0.5;
  }
  double kinetic = 0.0;
  for (const ContactBall& p : contact_balls_) {
    kinetic += kinetic_energy(bodies_[p.ball].spec, p.state);
  }
  while (step > shortest && rise_after(step) > gain + gain_share * kinetic) step *= 0.5;
  return std::max(step, shortest_step);
}

}  // namespace cuelab::event
