// One set of coefficients for all engines: what the smooth engine's settings leave out is taken
// from the laws of impact and of the cloth.
#include <algorithm>
#include <type_traits>
#include <variant>

#include "cuelab/scene.hpp"

namespace cuelab {
namespace {

/// A usual speed of cushion impacts, for laws whose restitution depends on it [m/s].
constexpr double usual_cushion_speed = 2.0;

/// Restitution and friction of a contact.
struct ContactCoefficients {
  double restitution;
  FrictionLaw friction;
  RestitutionFall fall{};
};

ContactCoefficients coefficients_of(const BallBallLaw& any) {
  return std::visit(
      [](const auto& law) -> ContactCoefficients {
        if constexpr (requires { law.friction.a; }) {
          const BallFriction& mu = law.friction;
          return {law.restitution, Alciatore{.a = mu.a, .b = mu.b, .c = mu.c}};
        } else if constexpr (requires { law.restitution; }) {
          return {law.restitution, Alciatore{.a = 0.0, .b = 0.0, .c = 0.0}};
        } else {
          return coefficients_of(Physics{}.ball_ball);
        }
      },
      any);
}

ContactCoefficients coefficients_of(const CushionLaw& any) {
  return std::visit(
      [](const auto& law) -> ContactCoefficients {
        using Law = std::remove_cvref_t<decltype(law)>;
        if constexpr (std::is_same_v<Law, CustomCushion>) {
          return coefficients_of(Physics{}.cushion);
        } else if constexpr (std::is_same_v<Law, Mathavan2009>) {
          return {rebound_mathavan_2009(usual_cushion_speed),
                  Ambrosio{.coefficient = law.friction}};
        } else if constexpr (std::is_same_v<Law, RubberCushion>) {
          return {law.restitution, Ambrosio{.coefficient = law.friction}, law.fall};
        } else if constexpr (std::is_same_v<Law, Mirror>) {
          return {law.restitution, Ambrosio{.coefficient = 0.0}};
        } else {
          return {law.restitution, Ambrosio{.coefficient = law.friction}};
        }
      },
      any);
}

/// Those of a patch under a pool ball: they depend on the size of the ball.
CoulombCloth coefficients_of(const ClothLaw& any) {
  if (const auto* patch = std::get_if<PatchCloth>(&any)) return coulomb_of(*patch, {});
  const auto* cloth = std::get_if<CoulombCloth>(&any);
  return cloth != nullptr ? *cloth : CoulombCloth{};
}

void fill(ContactChoice& contact, const ContactCoefficients& from) {
  if (!contact.loss) contact.loss = contact.restitution ? 0.0 : from.fall.loss;
  if (!contact.loss_speed) contact.loss_speed = from.fall.speed;
  if (!contact.restitution) contact.restitution = std::max(from.restitution, least_restitution);
  if (!contact.friction) contact.friction = from.friction;
}

bool is_frictionless(const FrictionLaw& any) {
  return std::visit(
      [](const auto& law) {
        if constexpr (requires { law.coefficient; }) {
          return law.coefficient == 0.0;
        } else if constexpr (requires { law.a; }) {
          return law.a == 0.0 && law.b == 0.0;
        } else {
          return true;
        }
      },
      any);
}

}  // namespace

Smooth completed(Smooth smooth, const Physics& physics) {
  const CoulombCloth cloth = coefficients_of(physics.cloth);
  const auto* patch = std::get_if<PatchCloth>(&physics.cloth);
  if (patch != nullptr && !smooth.ball_cloth.friction && !smooth.patch) smooth.patch = *patch;
  if (smooth.patch) {  // at the rims of pockets and under a raised cue the contact is a point
    smooth.ball_cloth.friction =
        RegularisedCoulomb{.coefficient = smooth.patch->coefficient, .v0 = smooth.patch->epsilon};
  }
  fill(smooth.ball_ball, coefficients_of(physics.ball_ball));
  fill(smooth.ball_cloth, {physics.slate.restitution, Ambrosio{.coefficient = cloth.sliding}});
  fill(smooth.cushion, coefficients_of(physics.cushion));
  if (!smooth.rolling) smooth.rolling = cloth.rolling;
  if (!smooth.spinning) smooth.spinning = cloth.spinning;
  return smooth;
}

ContactLaw contact_law(const ContactChoice& completed) {
  const ContactLaw otherwise;
  const FrictionLaw friction = completed.friction.value_or(otherwise.friction);
  return {.normal = completed.normal,
          .restitution = completed.restitution.value_or(otherwise.restitution),
          .fall = {.loss = completed.loss.value_or(otherwise.fall.loss),
                   .speed = completed.loss_speed.value_or(otherwise.fall.speed)},
          .dissipation = completed.dissipation,
          .friction = is_frictionless(friction) ? FrictionLaw(NoFriction{}) : friction};
}

}  // namespace cuelab
