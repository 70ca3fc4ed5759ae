#include "io/document.hpp"
#include "io/input_error.hpp"
#include "io/law_document.hpp"
#include "io/scene_reader.hpp"
#include "scene/text.hpp"

namespace cuelab {
namespace {

using nlohmann::json;

/// The enumerator of E, up to `last`, of this name, which `validate` has found among them.
template <class E>
E named(const json& value, E last, const char* key) {
  for (int i = 0; i <= static_cast<int>(last); ++i) {
    if (value == name_of(static_cast<E>(i))) return static_cast<E>(i);
  }
  refuse(key, "unknown name " + value.dump());
}

/// A coefficient of 0 is no friction; `unbuilt` takes the place of patch friction.
FrictionLaw read_friction(const json& value, const std::string& path, const FrictionLaw& unbuilt) {
  if (value.is_string()) return Alciatore{};
  if (value.is_number()) {
    const auto mu = value.get<double>();
    return mu > 0.0 ? FrictionLaw(RegularisedCoulomb{.coefficient = mu}) : NoFriction{};
  }
  if (value.at("law") == "patch") return unbuilt;
  FrictionLaw law = read_law<FrictionLaw>(value, path);
  if (const auto* ramp = std::get_if<Ambrosio>(&law); ramp != nullptr && !(ramp->v1 > ramp->v0)) {
    refuse(path + ".v1",
           "is " + number_text(ramp->v1) + ", must be above v0, which is " + number_text(ramp->v0));
  }
  if (value.contains("coefficient") && value.at("coefficient") == 0.0) return NoFriction{};
  return law;
}

/// Laws without restitution count as elastic here; `otherwise` is the contact's default.
ContactLaw read_contact(const json& smooth, const char* key, const ContactLaw& otherwise) {
  const json& table = smooth.at(key);
  const std::string path = std::string("smooth.") + key;
  ContactLaw contact{.normal = named(table.at("law"), NormalLaw::exact, path.c_str()),
                     .restitution = 1.0};
  read_parameters(table, describe(contact.normal), &contact);
  contact.friction = read_friction(table.at("friction"), path + ".friction", otherwise.friction);
  return contact;
}

ReferenceVelocity read_reference_velocity(const json& value) {
  using Kind = ReferenceVelocity::Kind;
  if (value.is_number()) return {.kind = Kind::floor, .floor = value.get<double>()};
  return {.kind = value == "initial" ? Kind::initial : Kind::running_max, .floor = 0.0};
}

Material read_material(const json& table) {
  return {.young = number_at(table, "young"), .poisson = number_at(table, "poisson")};
}

}  // namespace

Smooth read_smooth(const json& smooth) {
  Smooth result;
  result.integration = {
      .integrator = named(smooth.at("integrator"), Integrator::rk4, "smooth.integrator"),
      .rel_tol = number_at(smooth, "rel_tol"),
      .abs_tol = number_at(smooth, "abs_tol"),
      .max_step = number_at(smooth, "max_step"),
      .reference_velocity = read_reference_velocity(smooth.at("reference_velocity")),
      .attraction = smooth.at("attraction") == "allowed"};
  result.held = smooth.at("vertical") == "held";
  result.equilibrium = smooth.at("start") == "equilibrium";
  result.ball_ball = read_contact(smooth, "ball_ball", result.ball_ball);
  result.ball_cloth = read_contact(smooth, "ball_cloth", result.ball_cloth);
  result.rolling = number_at(smooth.at("ball_cloth"), "rolling");
  result.spinning = number_at(smooth.at("ball_cloth"), "spinning");
  result.cushion = read_contact(smooth, "cushion", result.cushion);
  const json& materials = smooth.at("materials");
  result.ball = read_material(materials.at("ball"));
  result.cloth = read_material(materials.at("cloth"));
  result.rubber = read_material(materials.at("cushion"));
  return result;
}

}  // namespace cuelab
