#pragma once

#include "laws/normal_force/normal_force.hpp"
#include "smooth/geometry.hpp"
#include "smooth/layout.hpp"

namespace cuelab::smooth {

enum class Partner : std::uint8_t { sphere, obstacle, cloth };

/// Two bodies that may touch, and what is known of their contact.
struct Contact {
  Partner partner = Partner::sphere;
  bool active = false;          ///< the force acts only while this is set
  std::uint32_t a = 0;          ///< the body whose sphere touches
  std::uint32_t other = 0;      ///< the other body, or the obstacle
  std::uint32_t kind = 0;       ///< index in the model's laws
  std::uint32_t name = none;    ///< as in Event::other; of an obstacle: of the part last touched
  double v_ref = 0.0;           ///< velocity that scales the damping [m/s]
  double safe_until = 0.0;      ///< not touching before this time, however the bodies move [s]
  std::uint32_t record = none;  ///< index in Trajectory::contacts while active
};

/// How the two bodies of a contact lie and move to each other.
struct Meeting {
  double gap = 0.0;      ///< negative when they overlap [m]
  double closing = 0.0;  ///< rate of overlap, positive when approaching [m/s]
  Vec3 normal{};         ///< unit, toward body a
  Vec3 arm_a{};          ///< from the centre of a to the point of contact [m]
  Vec3 arm_b{};          ///< from the centre of the other body
  Vec3 velocity{};       ///< of a's surface against the other's [m/s]
  Vec3 slip{};           ///< the part of it across the normal [m/s]
};

/// The laws of a kind of contact with their numbers worked out.
struct KindLaw {
  NormalForce normal;
  FrictionLaw friction;
  bool damped = false;  ///< needs the reference velocity
  std::uint8_t normal_sink = 0;
  std::uint8_t friction_sink = 0;
};

}  // namespace cuelab::smooth
