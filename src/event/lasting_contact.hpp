#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "cuelab/trajectory.hpp"
#include "event/contact_time.hpp"

namespace cuelab::event {

/// Slip below which a pressed ball rolls [m/s].
inline constexpr double rolling_slip = 1e-5;

/// The same in a big group, where balls nudge each other all the time: such slips end within less
/// than a millisecond [m/s].
inline constexpr double rolling_slip_in_crowd = 1e-3;

/// A group of more balls than this is a crowd.
inline constexpr std::size_t most_in_small_group = 32;

/// A lasting contact at the present instant.
struct ContactGeometry {
  Vec3 n;                  ///< unit, toward the (first) ball
  double gap = 0.0;        ///< [m]
  double rate = 0.0;       ///< of the gap [m/s]
  double curvature = 0.0;  ///< part of the gap's acceleration due to the turning of n [m/s^2]
  bool is_over = false;    ///< the ball has passed the end of the nose
};

/// A contact that lasts: a ball pressed on another ball or on a nose, on the cloth or in the air.
struct LastingContact {
  std::uint32_t ball = 0;
  Agent other{};                 ///< the other ball, or a cushion or jaw
  std::uint32_t surface = none;  ///< of a nose: its number in the `TableMap`
  double force = 0.0;            ///< N, on the ball along the normal and back on the other [N]
  Vec3 friction{};               ///< T, on the ball across the normal and back on the other [N]
  std::uint32_t place = 0;       ///< of the ball in `Simulation::contact_balls_`
  std::uint32_t other_place = none;
  ContactGeometry at{};
  double wanted = 0.0;     ///< least acceleration of the gap [m/s^2]
  double ease = 0.0;       ///< change of the speed of parting per impulse [1/kg]
  bool rides = false;      ///< one of its balls is above the cloth
  Vec3 slip{};             ///< of the ball on the other body, where one is above the cloth [m/s]
  double slip_ease = 0.0;  ///< change of the slip per impulse across the normal [1/kg]
  double mu = 0.0;         ///< friction coefficient at this slip
  std::array<Vec3, 3> stiffness{};  ///< force per relative acceleration, rows [kg]
  Vec3 change{};                    ///< of the forces in the last sweep [N]
  Vec3 direction{};                 ///< of the last changes [N]
  bool holds = false;    ///< the bodies are pressed on each other and part by an error only
  double impulse = 0.0;  ///< that stops the approach before the forces act [N s]
  double step = 0.0;     ///< of the impulse in the last sweep [N s]
  double onward = 0.0;   ///< direction of its last steps [N s]
  std::uint32_t seen_kicks = none;                ///< of its balls when its impulse was last solved
  std::uint32_t seen_pushes = none;               ///< the same of its forces
  std::array<std::uint32_t, 2> next{none, none};  ///< links: next contacts of ball and other ball
  bool is_lost = false;   ///< its bodies part or collide; ends with the next update
  bool is_taken = false;  ///< moved to `Simulation::group_`

  bool is_with_ball() const { return other.kind == AgentKind::ball; }
  std::uint32_t partner_of(std::uint32_t one) const { return ball == one ? other.index : ball; }
  bool connects(std::uint32_t a, std::uint32_t b) const {
    return is_with_ball() && ((ball == a && other.index == b) || (ball == b && other.index == a));
  }
};

/// A ball on the cloth that stops within this time has stopped [s].
inline constexpr double shortest_roll = 2e-4;

/// The fastest such ball, on cloths with extreme resistance [m/s].
inline constexpr double fastest_resting_speed = 1e-3;

/// A ball in lasting contacts while their forces are computed.
struct ContactBall {
  std::uint32_t ball = 0;
  BallState state;
  Motion before = Motion::stationary;  ///< motion until now
  bool rides = false;                  ///< is above the cloth, carried by other bodies
  double mass = 0.0;                   ///< effective mass against a push along the cloth [kg]
  double inverse_mass = 0.0;           ///< [1/kg]
  double resistance = 0.0;             ///< force below which a ball at rest does not roll [N]
  Vec3 free{};                         ///< acceleration without contacts [m/s^2]
  Vec2 spin_rate{};                    ///< due to the cloth [rad/s^2]
  double piece_time = 0.0;             ///< for which the cloth's law gives a parabola [s]
  Vec3 force{};                        ///< sum of the contact forces on it [N]
  Vec3 acceleration{};                 ///< under these forces [m/s^2]
  Vec3 turning{};                      ///< of a ball above the cloth [rad/s^2]
  double radius = 0.0;                 ///< [m]
  double leverage = 0.0;               ///< radius / inertia of a ball above the cloth [1/(kg m)]
  std::uint32_t pushes = 0;            ///< changes of these forces so far
  Vec3 kick{};                         ///< sum of the impulses that stop the approach [N s]
  std::uint32_t kicks = 0;             ///< number of these impulses
  double least_kick = 0.0;             ///< that sets a ball at rest in motion [N s]
  Vec3 shift{};                        ///< that parts overlapping bodies [m]
  double gain = 0.0;                   ///< of energy since the last update [J]
  bool is_pushed = false;              ///< a contact acts on it
};

/// Effective mass against a push along the cloth: a rolling ball must be spun up, too.
inline double mass_along_cloth(const BallSpec& ball, Motion motion) {
  const double rolls = motion == Motion::sliding ? 0.0 : 1.0;
  return ball.mass + rolls * ball.inertia / (ball.radius * ball.radius);
}

inline bool rests_on_cloth(Motion motion) {
  return motion == Motion::stationary || motion == Motion::spinning;
}

/// Acceleration of a ball under its forces. At rest it stays until they overcome the resistance.
inline Vec3 acceleration_of(const ContactBall& p) {
  if (p.rides) return p.free + p.inverse_mass * p.force;
  const Vec3 force{p.force.x, p.force.y, 0.0};
  if (p.resistance == 0.0) return p.free + p.inverse_mass * force;
  const double size = norm(force);
  if (size <= p.resistance) return {};
  return ((1.0 - p.resistance / size) * p.inverse_mass) * force;
}

/// Adds a force on a ball at a contact with this normal toward it.
inline void act(ContactBall& p, const Vec3& force, const Vec3& n) {
  ++p.pushes;
  p.force += force;
  p.acceleration = acceleration_of(p);
  if (p.rides) p.turning -= p.leverage * cross(n, force);
}

/// An impulse on a ball. At rest it stays until the impulses overcome the resistance.
inline void kick(ContactBall& p, const Vec3& impulse) {
  const Vec3 along{impulse.x, impulse.y, p.rides ? impulse.z : 0.0};
  ++p.kicks;
  p.kick += along;
  if (p.least_kick == 0.0) {
    p.state.v += p.inverse_mass * along;
    return;
  }
  const double size = norm(p.kick);
  p.state.v =
      size > p.least_kick ? ((1.0 - p.least_kick / size) * p.inverse_mass) * p.kick : Vec3{};
}

}  // namespace cuelab::event
