#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>

#include "cuelab/laws/friction/friction.hpp"
#include "cuelab/laws/restitution.hpp"

namespace cuelab {

/// How the normal force between two bodies depends on their overlap d and its rate. All but Hertz
/// and Kuwabara-Kono are F = K d^1.5 (1 + c d' / v_ref), where c depends on the restitution.
enum class NormalLaw : std::uint8_t {
  hertz,
  lankarani_nikravesh,
  flores,
  hunt_crossley,
  hu_guo,
  kuwabara_kono,
  exact
};

/// The laws of one kind of contact.
struct ContactLaw {
  NormalLaw normal = NormalLaw::exact;
  double restitution = 0.95;    ///< nominal; for the laws that have one
  RestitutionFall fall{};       ///< its fall with the reference velocity of the contact
  double dissipation = 2.2e-6;  ///< of Kuwabara-Kono [s]
  FrictionLaw friction{};
  friend bool operator==(const ContactLaw&, const ContactLaw&) = default;
};

/// What a scene says about one kind of contact. What it leaves out is that of the laws of impact,
/// so that all engines have the same coefficients; see `completed`.
struct ContactChoice {
  NormalLaw normal = NormalLaw::exact;
  std::optional<double> restitution{};
  std::optional<double> loss{};                   ///< none if only the restitution is given
  std::optional<double> loss_speed{};             ///< [m/s]
  double dissipation = ContactLaw{}.dissipation;  ///< of Kuwabara-Kono [s]
  std::optional<FrictionLaw> friction{};
  friend bool operator==(const ContactChoice&, const ContactChoice&) = default;
};

/// Nearly every damped law divides by the restitution.
inline constexpr double least_restitution = 0.01;

/// Descriptions of the normal-force laws; their parameters are members of `ContactChoice`.
constexpr LawInfo describe(NormalLaw law) {
  constexpr auto restitution = parameter<&ContactChoice::restitution>(
      "restitution", fraction, "", "nominal; default: that of the impact law");
  // these laws divide by the restitution
  constexpr auto some_restitution =
      parameter<&ContactChoice::restitution>("restitution", {.min = least_restitution, .max = 1.0},
                                             "", "nominal; default: that of the impact law");
  constexpr auto loss = parameter<&ContactChoice::loss>(
      "loss", loss_range, "",
      "part of the restitution lost in fast impacts; default: 0 with a restitution, else that of "
      "the impact law");
  constexpr auto loss_speed = parameter<&ContactChoice::loss_speed>(
      "loss_speed", loss_speed_range, "m/s", "approach speed at which half is lost");
  constexpr auto dissipation = parameter<&ContactChoice::dissipation>(
      "dissipation", {.min = 0.0, .max = 1.0}, "s", "dissipative constant of the material");
  switch (law) {
    case NormalLaw::hertz:
      return {.name = "hertz",
              .meaning = "elastic, no damping",
              .source = "H. Hertz, J. reine angew. Math. 92 (1882) 156-171"};
    case NormalLaw::lankarani_nikravesh:
      return {.name = "lankarani-nikravesh",
              .meaning = "Hertz force with hysteresis damping",
              .source = "H. M. Lankarani, P. E. Nikravesh, J. Mech. Design 112 (1990) 369-376",
              .parameters = {restitution, loss, loss_speed}};
    case NormalLaw::flores:
      return {.name = "flores",
              .meaning = "damping for the whole range of restitution",
              .source = "P. Flores et al., Multibody Syst. Dyn. 25 (2011) 357-375",
              .parameters = {some_restitution, loss, loss_speed}};
    case NormalLaw::hunt_crossley:
      return {.name = "hunt-crossley",
              .meaning = "damping proportional to the elastic force",
              .source = "K. H. Hunt, F. R. E. Crossley, J. Appl. Mech. 42 (1975) 440-445",
              .parameters = {restitution, loss, loss_speed}};
    case NormalLaw::hu_guo:
      return {.name = "hu-guo",
              .meaning = "damping from the energy balance of the impact",
              .source = "S. Hu, X. Guo, Multibody Syst. Dyn. 35 (2015) 131-151",
              .parameters = {some_restitution, loss, loss_speed}};
    case NormalLaw::kuwabara_kono:
      return {.name = "kuwabara-kono",
              .meaning = "viscoelastic spheres",
              .source = "G. Kuwabara, K. Kono, Jpn. J. Appl. Phys. 26 (1987) 1230-1233",
              .parameters = {dissipation}};
    case NormalLaw::exact:
      break;
  }
  return {.name = "exact",
          .meaning = "Hunt-Crossley form whose damping gives the restitution exactly",
          .source = "damping is the root of the restitution equation of hunt-crossley",
          .parameters = {some_restitution, loss, loss_speed}};
}

/// All of them, in the order of the enumerators.
inline constexpr auto normal_laws = [] {
  std::array<LawInfo, static_cast<std::size_t>(NormalLaw::exact) + 1> laws;
  for (std::size_t i = 0; i < laws.size(); ++i) laws[i] = describe(static_cast<NormalLaw>(i));
  return laws;
}();

inline std::string_view name_of(NormalLaw law) { return describe(law).name; }

}  // namespace cuelab
