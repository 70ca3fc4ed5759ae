#pragma once

#include <cstdint>
#include <string_view>
#include <variant>

namespace cuelab {

/// How the force that presses two bodies apart depends on their overlap d and its rate.
/// All but Hertz and Kuwabara-Kono are F = K d^1.5 (1 + c d' / v_ref) with c of the restitution.
enum class NormalLaw : std::uint8_t {
  hertz,
  lankarani_nikravesh,
  flores,
  hunt_crossley,
  hu_guo,
  kuwabara_kono,
  exact
};
std::string_view name_of(NormalLaw law);

/// Friction that grows linearly with the slip speed up to v0 and is mu N above.
struct RegularisedCoulomb {
  double coefficient = 0.2;  ///< mu
  double v0 = 1e-3;          ///< slip speed of full friction [m/s]
  friend bool operator==(const RegularisedCoulomb&, const RegularisedCoulomb&) = default;
};

/// mu (1 - exp(-3 s / v0)) below the slip speed v0, constant above [Threlfall1978].
struct Threlfall {
  double coefficient = 0.06;  ///< mu
  double v0 = 0.01;           ///< slip speed where the curve ends [m/s]
  friend bool operator==(const Threlfall&, const Threlfall&) = default;
};

/// None below v0, full above v1, linear in between [Ambrosio2003].
struct Ambrosio {
  double coefficient = 0.2;  ///< mu
  double v0 = 1e-4;          ///< [m/s]
  double v1 = 1e-3;          ///< [m/s]
  friend bool operator==(const Ambrosio&, const Ambrosio&) = default;
};

/// mu(s) = a + b exp(-c s) [AlciatoreTPA14], taken down linearly to zero below v0.
struct Alciatore {
  double a = 9.951e-3;
  double b = 0.108;
  double c = 1.088;  ///< [s/m]
  double v0 = 0.01;  ///< [m/s]
  friend bool operator==(const Alciatore&, const Alciatore&) = default;
};

struct NoFriction {
  friend bool operator==(const NoFriction&, const NoFriction&) = default;
};

using FrictionLaw = std::variant<NoFriction, RegularisedCoulomb, Threlfall, Ambrosio, Alciatore>;

/// The laws of one kind of contact.
struct ContactLaw {
  NormalLaw normal = NormalLaw::exact;
  double restitution = 0.95;    ///< nominal; for the laws that have one
  double dissipation = 2.2e-6;  ///< of Kuwabara-Kono [s]
  FrictionLaw friction{};
  friend bool operator==(const ContactLaw&, const ContactLaw&) = default;
};

struct Material {
  double young = 3.8e9;    ///< Young's modulus [Pa]
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

/// A contact that begins slower than this is damped as if it began with this speed [m/s]. Two
/// bodies that touch at rest begin with 0/0 in the published laws; with the bound the force is
/// defined and continuous in the gap: from a gap so small that the approach stays below the bound
/// the result no longer depends on it.
inline constexpr double touch_speed_bound = 1e-6;

/// How equations of motion with contact forces are integrated.
struct IntegrationSettings {
  Integrator integrator = Integrator::dormand_prince;
  double rel_tol = 1e-9;   ///< error per step, relative; of rk4 only the step counts
  double abs_tol = 1.0;    ///< multiplies 1e-12 m, 1e-10 m/s, 3e-9 rad/s, 1e-9 (rotation, work),
                           ///< which hold at rel_tol = 1e-9 and follow it in proportion
  double max_step = 1e-3;  ///< [s]; the step of rk4
  ReferenceVelocity reference_velocity{};
  bool attraction = false;  ///< may the damped normal force pull
  friend bool operator==(const IntegrationSettings&, const IntegrationSettings&) = default;
};

/// The pool table of the smooth engine.
struct Smooth {
  IntegrationSettings integration{};
  bool held = false;         ///< every z kept at R, cloth normal force = m g
  bool equilibrium = false;  ///< balls start at their static indentation
  ContactLaw ball_ball{.normal = NormalLaw::exact, .restitution = 0.95, .friction = Alciatore{}};
  ContactLaw ball_cloth{.normal = NormalLaw::exact, .restitution = 0.5, .friction = Ambrosio{}};
  double rolling = 0.01;     ///< resistance: a rolling ball slows down at rolling * g
  double spinning = 0.0127;  ///< spin about the vertical decays at m g R spinning / I
  ContactLaw cushion{
      .normal = NormalLaw::exact, .restitution = 0.85, .friction = Ambrosio{.coefficient = 0.14}};
  Material ball;
  Material cloth{.young = 3.1e9, .poisson = 0.38};
  Material rubber{.young = 7e6, .poisson = 0.5};
  friend bool operator==(const Smooth&, const Smooth&) = default;
};

}  // namespace cuelab
