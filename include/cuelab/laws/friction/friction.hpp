#pragma once

#include <variant>

#include "cuelab/law_info.hpp"

namespace cuelab {

// Friction laws of the smooth engine: friction / normal force as a function of the slip speed s.

/// Ranges of the slip speeds of friction laws [m/s].
inline constexpr Range slip_speed{.min = 0.0, .max = 1e3};
inline constexpr Range positive_slip_speed{.min = 1e-9, .max = 1e3};

struct NoFriction {
  friend bool operator==(const NoFriction&, const NoFriction&) = default;
};

/// Scene files write no friction as the number 0.
constexpr LawInfo describe(NoFriction) {
  return {.name = "none", .meaning = "no friction", .source = "", .in_files = false};
}

/// Friction that grows linearly with the slip speed up to v0 and is mu N above.
struct RegularisedCoulomb {
  double coefficient = 0.2;  ///< mu
  double v0 = 1e-3;          ///< slip speed of full friction [m/s]
  friend bool operator==(const RegularisedCoulomb&, const RegularisedCoulomb&) = default;
};

constexpr LawInfo describe(RegularisedCoulomb) {
  return {.name = "coulomb",
          .meaning = "friction grows linearly up to a slip speed; a plain number selects this law",
          .source = "textbook mechanics",
          .parameters = {parameter<&RegularisedCoulomb::coefficient>("coefficient", friction_range,
                                                                     "", "mu; 0 means no friction"),
                         parameter<&RegularisedCoulomb::v0>("v0", positive_slip_speed, "m/s",
                                                            "full friction above this slip")}};
}

/// mu (1 - exp(-3 s / v0)) below the slip speed v0, constant above [Threlfall1978].
struct Threlfall {
  double coefficient = 0.06;  ///< mu
  double v0 = 0.01;           ///< slip speed above which friction is constant [m/s]
  friend bool operator==(const Threlfall&, const Threlfall&) = default;
};

constexpr LawInfo describe(Threlfall) {
  return {.name = "threlfall",
          .meaning = "friction grows exponentially with slip",
          .source = "D. C. Threlfall, Mech. Mach. Theory 13 (1978) 475-483",
          .parameters = {parameter<&Threlfall::coefficient>("coefficient", friction_range, "",
                                                            "mu; 0 means no friction"),
                         parameter<&Threlfall::v0>("v0", positive_slip_speed, "m/s",
                                                   "friction is constant above this slip")}};
}

/// None below v0, full above v1, linear in between [Ambrosio2003].
struct Ambrosio {
  double coefficient = 0.2;  ///< mu
  double v0 = 1e-4;          ///< [m/s]
  double v1 = 1e-3;          ///< [m/s]
  friend bool operator==(const Ambrosio&, const Ambrosio&) = default;
};

constexpr LawInfo describe(Ambrosio) {
  return {.name = "ambrosio",
          .meaning = "friction grows linearly between two slip speeds",
          .source = "J. A. C. Ambrosio, in Virtual Nonlinear Multibody Systems (2003) 57-81",
          .parameters = {
              parameter<&Ambrosio::coefficient>("coefficient", friction_range, "",
                                                "mu; 0 means no friction"),
              parameter<&Ambrosio::v0>("v0", slip_speed, "m/s", "no friction below this slip"),
              parameter<&Ambrosio::v1>("v1", positive_slip_speed, "m/s",
                                       "full friction above this slip; above v0")}};
}

/// mu(s) = a + b exp(-c s) [AlciatoreTPA14], falling linearly to zero below v0.
struct Alciatore {
  double a = 9.951e-3;
  double b = 0.108;
  double c = 1.088;  ///< [s/m]
  double v0 = 0.01;  ///< [m/s]
  friend bool operator==(const Alciatore&, const Alciatore&) = default;
};

constexpr LawInfo describe(Alciatore) {
  return {
      .name = "alciatore",
      .meaning = "coefficient falls with slip speed, fit to data",
      .source = "D. G. Alciatore, Technical Proof A.14, billiards.colostate.edu",
      .parameters = {parameter<&Alciatore::a>("a", friction_range, "", "coefficient at high slip"),
                     parameter<&Alciatore::b>("b", friction_range, "",
                                              "increase at low slip: mu = a + b exp(-c slip)"),
                     parameter<&Alciatore::c>("c", decay_range, "s/m", "decay rate of b with slip"),
                     parameter<&Alciatore::v0>("v0", positive_slip_speed, "m/s",
                                               "falls linearly to zero below this slip")}};
}

using FrictionLaw = std::variant<NoFriction, RegularisedCoulomb, Threlfall, Ambrosio, Alciatore>;

/// Coefficient of friction at a slip speed >= 0.
double friction_coefficient(const FrictionLaw& law, double slip);

}  // namespace cuelab
