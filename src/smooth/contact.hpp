#pragma once

#include "laws/normal_force/normal_force.hpp"
#include "smooth/geometry.hpp"
#include "smooth/layout.hpp"

namespace cuelab::smooth {

/// A time that no run reaches [s].
inline constexpr double never = 1e300;

enum class Partner : std::uint8_t { sphere, obstacle, cloth };

/// A pair that may touch, with the state of its contact.
struct Contact {
  Partner partner = Partner::sphere;
  bool active = false;      ///< the force acts only while this is set
  std::uint32_t a = 0;      ///< the body whose sphere may touch
  std::uint32_t other = 0;  ///< the other body, or the obstacle
  std::uint32_t kind = 0;   ///< index of its laws
  Agent agent{};            ///< as in Event::other; for an obstacle, the part last touched
  double v_ref = 0.0;       ///< velocity that scales the damping [m/s]
  double damping = 0.0;     ///< damping factor, for the restitution at v_ref
  double safe_until = 0.0;  ///< cannot touch before this time, however the bodies move [s]
};

/// Relative position and motion of the two bodies of a contact.
struct ContactState {
  double gap = 0.0;      ///< negative when they overlap [m]
  double closing = 0.0;  ///< rate of overlap, positive when approaching [m/s]
  Vec3 normal{};         ///< unit, toward body a
  Vec3 arm_a{};          ///< from the centre of a to the point of contact [m]
  Vec3 arm_b{};          ///< from the centre of the other body
  Vec3 velocity{};       ///< of a's surface relative to the other's [m/s]
  Vec3 slip{};           ///< the tangential part of it [m/s]
};

/// Gap and its rate alone.
struct Approach {
  double gap = 0.0;      ///< negative when the bodies overlap [m]
  double closing = 0.0;  ///< rate of overlap [m/s]
};

/// The laws of a kind of contact with their coefficients evaluated.
struct KindLaw {
  NormalForce normal;  ///< with the damping of slow impacts
  FrictionLaw friction;
  ContactLaw law;       ///< for the damping of faster impacts
  bool damped = false;  ///< needs the reference velocity
  std::uint8_t normal_sink = 0;
  std::uint8_t friction_sink = 0;
};

}  // namespace cuelab::smooth
