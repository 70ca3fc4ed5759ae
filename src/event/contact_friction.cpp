// Friction in lasting contacts above the cloth, Coulomb's: it brings the slip to zero in a step, as
// far as mu N allows. Where it does, normal force and friction are found together.
#include <algorithm>
#include <cmath>

#include "cuelab/laws.hpp"
#include "event/simulation.hpp"

namespace cuelab::event {
namespace {

constexpr double still_slip = 1e-6;  ///< bodies that slip less do not slip [m/s]

Vec3 across(const Vec3& v, const Vec3& n) { return v - dot(v, n) * n; }

/// Whether friction does not drive the slip, whatever ends it.
bool brakes(const Vec3& friction, const Vec3& slip) {
  return dot(friction, slip) <= 0.0 || dot(slip, slip) <= still_slip * still_slip;
}

/// Friction coefficient of a law at a slip speed; 0 if the law has none.
template <class Laws>
double coefficient_of(const Laws& any, double slip) {
  return std::visit(
      [&](const auto& law) {
        if constexpr (requires { friction_at(law.friction, slip); }) {
          return friction_at(law.friction, slip);
        } else if constexpr (requires { double{law.friction}; }) {
          return law.friction;
        } else {
          return 0.0;
        }
      },
      any);
}

}  // namespace

/// The slip of a contact above the cloth, its friction coefficient, and how easily both change.
void Simulation::prepare_friction(LastingContact& contact) const {
  Vec3 slip{};
  double inverse = 0.0;
  const auto add = [&](std::uint32_t place, double sign) {
    const ContactBall& p = contact_balls_[place];
    const BallSpec& spec = bodies_[p.ball].spec;
    slip += sign * p.state.v;
    inverse += 1.0 / p.mass;
    if (!p.rides) return;  // the cloth, not these forces, turns it
    slip += sign * cross(p.state.w, (-sign * spec.radius) * contact.at.n);
    inverse += spec.radius * spec.radius / spec.inertia;
  };
  add(contact.place, 1.0);
  if (contact.is_with_ball()) add(contact.other_place, -1.0);
  contact.friction = across(contact.friction, contact.at.n);  // the normal has turned
  contact.slip = across(slip, contact.at.n);
  contact.slip_ease = inverse;
  contact.mu = contact.is_with_ball() ? coefficient_of(physics_.ball_ball, norm(contact.slip))
                                      : coefficient_of(physics_.cushion, norm(contact.slip));
  prepare_sticking(contact);
}

/// Acceleration of the ball's surface at a contact relative to the other body [m/s^2].
Vec3 Simulation::relative_acceleration(const LastingContact& contact) const {
  Vec3 sum = contact.at.curvature * contact.at.n;
  const auto add = [&](std::uint32_t place, double sign) {
    const ContactBall& p = contact_balls_[place];
    sum += sign * p.acceleration;
    if (p.rides) sum -= p.radius * cross(p.turning, contact.at.n);
  };
  add(contact.place, 1.0);
  if (contact.is_with_ball()) add(contact.other_place, -1.0);
  return sum;
}

/// How that acceleration answers a force at the contact, inverted, for balls at rest that stay.
void Simulation::prepare_sticking(LastingContact& contact) const {
  const Vec3& n = contact.at.n;
  Vec3 x{}, y{}, z{};  // columns
  const auto add = [&](std::uint32_t place) {
    const ContactBall& p = contact_balls_[place];
    const BallSpec& spec = bodies_[p.ball].spec;
    if (p.resistance > 0.0) return;
    const double turn = p.rides ? spec.radius * spec.radius / spec.inertia : 0.0;
    const double push = p.inverse_mass + turn;
    x += Vec3{push, 0.0, 0.0} - (turn * n.x) * n;
    y += Vec3{0.0, push, 0.0} - (turn * n.y) * n;
    z += Vec3{0.0, 0.0, p.rides ? push : 0.0} - (turn * n.z) * n;
  };
  add(contact.place);
  if (contact.is_with_ball()) add(contact.other_place);
  const double scale = 1.0 / dot(x, cross(y, z));
  contact.stiffness = {scale * cross(y, z), scale * cross(z, x), scale * cross(x, y)};
}

/// One update of both forces of a contact above the cloth, if it can stick: they bring rate and
/// slip to zero. Returns their change [N], or nothing, with the forces as before.
std::optional<double> Simulation::solve_sticking(LastingContact& contact, double step) {
  const double limit = contact.mu * contact.force;
  const bool slips = dot(contact.friction, contact.friction) >= limit * limit;
  if (slips || contact.wanted == -never || !keeps_resting(contact)) return {};
  const Vec3& n = contact.at.n;
  const Vec3 lacking =
      contact.wanted * n - (1.0 / step) * contact.slip - relative_acceleration(contact);
  const Vec3 change{dot(contact.stiffness[0], lacking), dot(contact.stiffness[1], lacking),
                    dot(contact.stiffness[2], lacking)};
  const Vec3 total = contact.force * n + contact.friction + change;
  const double force = dot(total, n);
  const Vec3 friction = total - force * n;
  const double most = contact.mu * force;
  const bool slides = dot(friction, friction) > most * most;
  if (force < 0.0 || slides || !brakes(friction, contact.slip)) return {};
  contact.force = force;
  contact.friction = friction;
  apply(contact, change);
  return norm(change);
}

/// Whether balls at rest in a contact stay at rest.
bool Simulation::keeps_resting(const LastingContact& contact) const {
  const auto keeps = [&](std::uint32_t place) {
    return contact_balls_[place].resistance == 0.0 || !yields(place);
  };
  return keeps(contact.place) && (!contact.is_with_ball() || keeps(contact.other_place));
}

/// One update of a friction force; returns its change [N].
double Simulation::solve_friction(LastingContact& contact, double step, double relaxation) {
  const Vec3 slip_rate = across(relative_acceleration(contact), contact.at.n);

  // what stops the slip in the step, within the cone
  Vec3 friction =
      contact.friction - (1.0 / contact.slip_ease) * (slip_rate + (1.0 / step) * contact.slip);
  const double size = norm(friction);
  const double limit = contact.mu * std::max(contact.force, 0.0);
  if (size > limit) friction = (size > 0.0 ? limit / size : 0.0) * friction;
  if (!brakes(friction, contact.slip)) {
    const double square = dot(contact.slip, contact.slip);
    friction -= (dot(friction, contact.slip) / square) * contact.slip;
  }
  const Vec3 change = friction - contact.friction;
  contact.friction += relaxation * change;
  apply(contact, relaxation * change);
  return norm(change);
}

}  // namespace cuelab::event
