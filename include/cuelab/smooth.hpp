#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "cuelab/laws/cloth/patch.hpp"
#include "cuelab/laws/normal_force/contact_law.hpp"

namespace cuelab {

/// Elastic constants. The defaults are those of a ball: Young's modulus follows from the time that
/// two balls touch in an impact at 1 m/s, 0.284 ms [Marlow, quoted in AlciatoreTPB29].
struct Material {
  double young = 12.7e9;   ///< Young's modulus [Pa]
  double poisson = 0.375;  ///< Poisson's ratio
  friend bool operator==(const Material&, const Material&) = default;
};

enum class Integrator : std::uint8_t { dormand_prince, adams, bdf, erkstep, rk4 };
std::string_view name_of(Integrator integrator);

/// The velocity that scales the damping of a contact.
struct ReferenceVelocity {
  enum class Kind : std::uint8_t {
    initial,      ///< the approach speed when the contact began, as the laws were published
    running_max,  ///< the greatest approach speed of the contact so far
    floor         ///< the initial one, but at least `floor`
  };
  Kind kind = Kind::running_max;
  double floor = 0.0;  ///< [m/s]
  friend bool operator==(const ReferenceVelocity&, const ReferenceVelocity&) = default;
};

/// A contact that begins slower than this is damped as if it began at this speed [m/s]. For two
/// bodies that touch at rest the published laws give 0/0; with the bound the force is defined and
/// continuous in the gap: once the gap is so small that the approach stays below the bound, the
/// result no longer depends on it.
inline constexpr double touch_speed_bound = 1e-6;

/// How the equations of motion are integrated.
struct IntegrationSettings {
  Integrator integrator = Integrator::dormand_prince;
  double rel_tol = 1e-9;   ///< relative error per step; not used by rk4
  double abs_tol = 1.0;    ///< multiplies 1e-12 m, 1e-10 m/s, 3e-9 rad/s, 1e-9 (rotation, work),
                           ///< the absolute tolerances at rel_tol = 1e-9, proportional to it
  double max_step = 1e-3;  ///< [s]; the step of rk4
  ReferenceVelocity reference_velocity{};
  bool attraction = false;  ///< whether the damped normal force may be attractive
  friend bool operator==(const IntegrationSettings&, const IntegrationSettings&) = default;
};

/// Laws, materials and settings of the smooth engine. Coefficients left out are those of the laws
/// of impact and of the cloth in `Physics`; `completed` fills them in.
struct Smooth {
  IntegrationSettings integration{};
  bool held = false;         ///< every ball keeps z = R, normal force of the cloth = m g
  bool equilibrium = false;  ///< balls start at their static indentation
  ContactChoice ball_ball{};
  ContactChoice ball_cloth{};
  std::optional<PatchCloth> patch{};  ///< friction of the cloth instead of `ball_cloth.friction`,
                                      ///< with its own rolling and spinning resistance
  std::optional<double> rolling{};    ///< resistance: a rolling ball slows down at rolling * g
  std::optional<double> spinning{};   ///< spin about the vertical decays at m g R spinning / I
  ContactChoice cushion{};
  Material ball;
  Material cloth{.young = 3.1e9, .poisson = 0.38};
  Material rubber{.young = 7e6, .poisson = 0.5};
  friend bool operator==(const Smooth&, const Smooth&) = default;
};

}  // namespace cuelab
