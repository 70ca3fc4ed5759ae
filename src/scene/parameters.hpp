#pragma once

#include "cuelab/scene.hpp"
#include "scene/angles.hpp"

namespace cuelab {

// The numbers of a scene that are not parameters of a law: their keys in scene files, ranges, units
// and meanings. Ranges are wide enough for any experiment, and narrow enough that squares stay
// finite.

/// An angle, in degrees in scene files.
template <auto Member>
constexpr ParameterInfo angle(std::string_view name, Range range, std::string_view meaning) {
  using Owner = decltype(detail::owner_of(Member));
  return {name,
          range,
          "deg",
          meaning,
          [](const void* owner) { return degrees(static_cast<const Owner*>(owner)->*Member); },
          [](void* owner, double value) { static_cast<Owner*>(owner)->*Member = radians(value); }};
}

inline constexpr ParameterList physics_parameters{
    parameter<&Physics::gravity>("gravity", {.min = 1e-9, .max = 1e3}, "m/s^2", "of every engine")};

inline constexpr Range tip_offset{.min = -1.0, .max = 1.0};  // of R

inline constexpr ParameterList shot_parameters{
    parameter<&Shot::speed>("speed", {.min = 0.0, .max = 100.0}, "m/s", "of the cue at impact"),
    angle<&Shot::heading>("heading", {.min = -360.0, .max = 360.0},
                          "of the cue, counter-clockwise from +x"),
    parameter<&Shot::side>("side", tip_offset, "", "tip offset / R, + = left of the striker"),
    parameter<&Shot::height>("height", tip_offset, "", "tip offset / R, + = above centre"),
    angle<&Shot::elevation>("elevation", {.min = 0.0, .max = 90.0},
                            "of the butt above the horizontal")};

inline constexpr ParameterList run_parameters{
    parameter<&RunSettings::t_max>("t_max", {.min = 0.0, .max = 1e6}, "s", "stop at this time")};

inline constexpr ParameterList hybrid_parameters{
    parameter<&Hybrid::reach>("reach", {.min = 1e-3, .max = 1e3}, "",
                              "how far a cluster reaches, in distances moved in one contact"),
    parameter<&Hybrid::rel_tol>("rel_tol", {.min = 1e-12, .max = 1e-3}, "",
                                "relative error per step of the accurate integrator")};

inline constexpr ParameterList stepped_parameters{parameter<&Stepped::time_step>(
    "time_step", {.min = shortest_time_step, .max = longest_time_step}, "s",
    "length of every step")};

inline constexpr ParameterList integration_parameters{
    parameter<&IntegrationSettings::rel_tol>("rel_tol", {.min = 1e-14, .max = 1.0}, "",
                                             "relative error per step"),
    parameter<&IntegrationSettings::abs_tol>(
        "abs_tol", {.min = 1e-6, .max = 1e12}, "",
        "multiplies 1e-12 m, 1e-10 m/s, 3e-9 rad/s, which follow rel_tol"),
    parameter<&IntegrationSettings::max_step>("max_step", {.min = 1e-9, .max = 1.0}, "s",
                                              "longest step, the step of rk4")};

inline constexpr ParameterList resistance_parameters{
    parameter<&Smooth::rolling>(
        "rolling", friction_range, "",
        "a rolling ball slows down at this times gravity; default: the cloth's"),
    parameter<&Smooth::spinning>(
        "spinning", friction_range, "",
        "spin about the vertical decays at m g R spinning / I; default: the cloth's")};

inline constexpr ParameterList material_parameters{
    parameter<&Material::young>("young", {.min = 1.0, .max = 1e15}, "Pa", "Young's modulus"),
    parameter<&Material::poisson>("poisson", {.min = 0.0, .max = 0.5}, "", "Poisson's ratio")};

inline constexpr Range coordinate_range{.min = -1e3, .max = 1e3};  // [m]
inline constexpr Range velocity_range{.min = -1e3, .max = 1e3};    // [m/s]
inline constexpr Range spin_range{.min = -1e5, .max = 1e5};        // [rad/s]

inline constexpr Range length_range{.min = 0.0, .max = 100.0};               // [m]
inline constexpr Range hole_range{.min = 0.0, .max = 100.0, .above = true};  // [m]
inline constexpr Range radius_range{.min = 1e-3, .max = 1.0};                // of a ball [m]

// a solid ball has 0.4 m R^2, a shell 2/3; more than m R^2 is impossible
inline constexpr double least_inertia = 1e-6;  // of m R^2
inline constexpr Range inertia_range{
    .min = least_inertia * mass_range.min * radius_range.min * radius_range.min,
    .max = mass_range.max * radius_range.max * radius_range.max};  // [kg m^2]

inline constexpr ParameterList table_parameters{
    parameter<&Table::length>("length", length_range, "m", "along x between the noses"),
    parameter<&Table::width>("width", length_range, "m", "along y between the noses"),
    parameter<&Table::cushion_height>("cushion_height", length_range, "m",
                                      "of the nose above the cloth")};

inline constexpr ParameterList cushion_parameters{
    parameter<&Cushion::from, &Vec2::x>("from.0", coordinate_range, "m",
                                        "x of one end of the nose line"),
    parameter<&Cushion::from, &Vec2::y>("from.1", coordinate_range, "m",
                                        "y of one end of the nose line"),
    parameter<&Cushion::to, &Vec2::x>("to.0", coordinate_range, "m", "x of the other end"),
    parameter<&Cushion::to, &Vec2::y>("to.1", coordinate_range, "m", "y of the other end")};

inline constexpr ParameterList jaw_parameters{
    parameter<&Jaw::centre, &Vec2::x>("centre.0", coordinate_range, "m", "x of the centre"),
    parameter<&Jaw::centre, &Vec2::y>("centre.1", coordinate_range, "m", "y of the centre"),
    parameter<&Jaw::radius>("radius", length_range, "m", "of the rounding")};

inline constexpr ParameterList pocket_parameters{
    parameter<&Pocket::centre, &Vec2::x>("centre.0", coordinate_range, "m", "x of the centre"),
    parameter<&Pocket::centre, &Vec2::y>("centre.1", coordinate_range, "m", "y of the centre"),
    parameter<&Pocket::radius>("radius", hole_range, "m", "a ball whose centre is nearer falls"),
    parameter<&Pocket::depth>("depth", length_range, "m", "a fallen ball rests at z = -depth")};

/// Radius or mass of a ball. What depends on it in a file that leaves it out follows here, too: a
/// solid ball stays solid, and one that starts on the cloth starts there.
template <double BallSpec::* Member>
constexpr ParameterInfo size_of_ball(std::string_view name, Range range, std::string_view unit,
                                     std::string_view meaning) {
  ParameterInfo info = parameter<&Ball::spec, Member>(name, range, unit, meaning);
  info.set = [](void* owner, double value) {
    Ball& ball = *static_cast<Ball*>(owner);
    const auto solid = [&] { return 0.4 * ball.spec.mass * ball.spec.radius * ball.spec.radius; };
    const bool is_solid = ball.spec.inertia == solid();
    const bool is_on_cloth = ball.start.r.z == ball.spec.radius;
    ball.spec.*Member = value;
    if (is_solid) ball.spec.inertia = solid();
    if (is_on_cloth) ball.start.r.z = ball.spec.radius;
  };
  return info;
}

inline constexpr ParameterList ball_parameters{
    size_of_ball<&BallSpec::radius>("radius", radius_range, "m", "R"),
    size_of_ball<&BallSpec::mass>("mass", mass_range, "kg", "m"),
    parameter<&Ball::spec, &BallSpec::inertia>("inertia", inertia_range, "kg m^2",
                                               "about a diameter")};

// systems other than a pool table
inline constexpr Range part_length{.min = 1e-5, .max = 1e3};      // [m]
inline constexpr Range small_length{.min = 0.0, .max = 1.0};      // [m]
inline constexpr Range density_range{.min = 1.0, .max = 1e6};     // [kg/m^3]
inline constexpr Range frequency_range{.min = 0.0, .max = 1e4};   // [Hz]
inline constexpr Range ramp_range{.min = 0.0, .max = 1e3};        // [s]
inline constexpr Range stiffness_range{.min = 0.0, .max = 1e12};  // [N/m]
inline constexpr Range damping_range{.min = 0.0, .max = 1e3};     // of the critical damping
inline constexpr Range axial_load_range{.min = 0.0, .max = 1e6};  // [N]

inline constexpr ParameterList start_parameters{
    parameter<&Ball::start, &BallState::r, &Vec3::x>("position.0", coordinate_range, "m",
                                                     "x of the centre"),
    parameter<&Ball::start, &BallState::r, &Vec3::y>("position.1", coordinate_range, "m",
                                                     "y of the centre"),
    parameter<&Ball::start, &BallState::r, &Vec3::z>("position.2", coordinate_range, "m",
                                                     "z of the centre"),
    parameter<&Ball::start, &BallState::v, &Vec3::x>("velocity.0", velocity_range, "m/s",
                                                     "along x"),
    parameter<&Ball::start, &BallState::v, &Vec3::y>("velocity.1", velocity_range, "m/s",
                                                     "along y"),
    parameter<&Ball::start, &BallState::v, &Vec3::z>("velocity.2", velocity_range, "m/s",
                                                     "along z"),
    parameter<&Ball::start, &BallState::w, &Vec3::x>("spin.0", spin_range, "rad/s", "about x"),
    parameter<&Ball::start, &BallState::w, &Vec3::y>("spin.1", spin_range, "rad/s", "about y"),
    parameter<&Ball::start, &BallState::w, &Vec3::z>("spin.2", spin_range, "rad/s", "about z")};

}  // namespace cuelab
