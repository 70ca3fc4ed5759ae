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

/// A coefficient of 0 is no friction; `derived` is the law if none is given.
FrictionLaw read_friction(const json& value, const std::string& path, const FrictionLaw& derived) {
  if (value.is_string()) return Alciatore{};
  if (value.is_number()) {
    const auto mu = value.get<double>();
    return mu > 0.0 ? FrictionLaw(RegularisedCoulomb{.coefficient = mu}) : NoFriction{};
  }
  FrictionLaw law = read_law(value, path, derived);
  if (const auto* ramp = std::get_if<Ambrosio>(&law); ramp != nullptr && !(ramp->v1 > ramp->v0)) {
    refuse(path + ".v1",
           "is " + number_text(ramp->v1) + ", must be above v0, which is " + number_text(ramp->v0));
  }
  if (value.contains("coefficient") && value.at("coefficient") == 0.0) return NoFriction{};
  return law;
}

/// The patch of ball_cloth.friction = {law = "patch", ...}, which no `FrictionLaw` is.
std::optional<PatchCloth> read_patch(json& ball_cloth) {
  const auto friction = ball_cloth.find("friction");
  if (friction == ball_cloth.end() || !friction->is_object()) return std::nullopt;
  if (friction->value("law", "") != law_info<PatchCloth>.name) return std::nullopt;
  PatchCloth patch;
  read_parameters(*friction, law_info<PatchCloth>, &patch);
  ball_cloth.erase(friction);
  return patch;
}

ContactChoice read_contact(const json& table, const char* key, const ContactChoice& derived) {
  const std::string path = std::string("smooth.") + key;
  ContactChoice contact;
  if (table.contains("law")) {
    contact.normal = named(table.at("law"), NormalLaw::exact, path.c_str());
  }
  read_parameters(table, describe(contact.normal), &contact);
  if (table.contains("friction")) {
    contact.friction = read_friction(table.at("friction"), path + ".friction", *derived.friction);
  }
  return contact;
}

std::optional<double> read_optional(const json& table, const char* key) {
  return table.contains(key) ? std::optional(number_at(table, key)) : std::nullopt;
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

Smooth read_smooth(const json& smooth, const Physics& physics) {
  const Smooth derived = completed({}, physics);
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
  result.ball_ball = read_contact(smooth.at("ball_ball"), "ball_ball", derived.ball_ball);
  json ball_cloth = smooth.at("ball_cloth");
  result.patch = read_patch(ball_cloth);
  result.ball_cloth = read_contact(ball_cloth, "ball_cloth", derived.ball_cloth);
  result.rolling = read_optional(smooth.at("ball_cloth"), "rolling");
  result.spinning = read_optional(smooth.at("ball_cloth"), "spinning");
  result.cushion = read_contact(smooth.at("cushion"), "cushion", derived.cushion);
  const json& materials = smooth.at("materials");
  result.ball = read_material(materials.at("ball"));
  result.cloth = read_material(materials.at("cloth"));
  result.rubber = read_material(materials.at("cushion"));
  return result;
}

}  // namespace cuelab
