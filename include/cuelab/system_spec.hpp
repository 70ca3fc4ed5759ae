#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <variant>

namespace cuelab {

/// How joint constraints are enforced.
enum class ConstraintMethod : std::uint8_t { lagrange, augmented, baumgarte, direct_correction };
std::string_view name_of(ConstraintMethod method);

/// Mass of a solid ball [kg] of this density [kg/m^3] and radius [m].
constexpr double solid_mass(double density, double radius) {
  return density * (4.0 / 3.0 * 3.14159265358979323846) * radius * radius * radius;
}
inline constexpr double steel_density = 7850.0;  ///< [kg/m^3]

/// The table of the scene with its balls.
struct PoolSystem {
  friend bool operator==(const PoolSystem&, const PoolSystem&) = default;
};

/// A ball dropped on a horizontal plane at z = 0, or in a horizontal tube whose lowest line is
/// there.
struct BouncingBall {
  enum class Surface : std::uint8_t { plane, tube };
  Surface surface = Surface::plane;
  double radius = 0.028575;  ///< [m]
  double mass = 0.170097;    ///< [kg]
  double height = 0.5;       ///< of the drop: initial gap below the ball [m]
  double tube_radius = 0.4;  ///< inner radius; the tube's axis is parallel to y [m]
  friend bool operator==(const BouncingBall&, const BouncingBall&) = default;
};

/// Equal balls in a row along x, each on strings that swing about an axis parallel to y. At rest
/// the centres are at z = 0. The strings are massless rods attached to the centres.
struct NewtonsCradle {
  std::size_t count = 5;
  std::size_t released = 1;  ///< how many balls, from the left, start at the release angle
  std::size_t strings = 2;   ///< per ball: 2 in a V, or 1, which leaves it free sideways
  double radius = 0.0125;    ///< [m]
  double mass = solid_mass(steel_density, radius);  ///< of a ball [kg]
  double length = 0.15;                             ///< from the axis to a centre [m]
  double spread = 0.05;                   ///< of two strings: distance from the plane of swing [m]
  double gap = 0.0;                       ///< between the surfaces at rest [m]
  double release = 0.785398163397448310;  ///< angle from the vertical [rad]
  friend bool operator==(const NewtonsCradle&, const NewtonsCradle&) = default;
};

/// A ball bearing with horizontal axis (y), like an ER10K: the inner race is fixed, the outer race
/// is driven, springs between the centres of neighbouring balls model the cage.
struct BallBearing {
  /// Races as spheres about the centre: all forces and balls stay in the plane y = 0. As cylinders:
  /// the balls may move along the axis, and shoulders bear an axial load.
  enum class Races : std::uint8_t { spheres, cylinders };
  /// A round ridge along one race.
  enum class Defect : std::uint8_t { none, inner, outer };
  Races races = Races::spheres;
  Defect defect = Defect::none;
  std::size_t count = 8;
  double ball_diameter = 7.938e-3;   ///< [m]
  double mean_diameter = 31.438e-3;  ///< pitch diameter [m]
  double bore = 15.875e-3;           ///< [m]
  double outside = 47e-3;            ///< outer diameter [m]
  double density = steel_density;    ///< [kg/m^3]
  double interference = 2e-6;        ///< overlap of a ball with each race when mounted [m]
  double frequency = 10.0;           ///< of the outer race [Hz]
  double ramp = 0.02;                ///< time to reach it [s]
  double cage_stiffness = 1e6;       ///< [N/m]
  double cage_damping = 0.02;        ///< ratio to the critical damping of one ball on one spring
  double axial_load = 0.0;           ///< on the outer race, along y [N]
  double defect_angle = 0.0;         ///< initial position of the ridge, from x towards z [rad]
  double defect_width = 5e-4;        ///< [m]
  double defect_height = 5e-6;       ///< [m]
  friend bool operator==(const BallBearing&, const BallBearing&) = default;
};

using SystemModel = std::variant<PoolSystem, BouncingBall, NewtonsCradle, BallBearing>;

/// What is simulated: a pool table or another system of bodies.
struct SystemSpec {
  SystemModel model{};
  ConstraintMethod constraints = ConstraintMethod::baumgarte;  ///< for systems with joints
  friend bool operator==(const SystemSpec&, const SystemSpec&) = default;
};

inline bool is_pool(const SystemSpec& system) {
  return std::holds_alternative<PoolSystem>(system.model);
}

/// The name used in files: pool, bouncing-ball, newtons-cradle, ball-bearing.
std::string_view kind_of(const SystemSpec& system);

/// Names in contact events of what balls may touch besides bodies, in the order of Agent::index.
/// None for a pool table, whose parts have ids.
std::span<const std::string_view> part_names(const SystemSpec& system);

}  // namespace cuelab
