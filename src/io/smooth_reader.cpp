#include "io/input_error.hpp"
#include "io/scene_reader.hpp"
#include "scene/text.hpp"

namespace cuelab {
namespace {

using nlohmann::json;

double number_at(const json& table, const char* key) { return table.at(key).get<double>(); }

/// The first enumerators of E, up to `last`; finds one by its name.
template <class E>
E named(const json& value, E last) {
  int i = 0;
  while (i < static_cast<int>(last) && value != name_of(static_cast<E>(i))) ++i;
  return static_cast<E>(i);
}

Ambrosio read_ambrosio(const json& table, const std::string& path) {
  const Ambrosio law{.coefficient = number_at(table, "coefficient"),
                     .v0 = number_at(table, "v0"),
                     .v1 = number_at(table, "v1")};
  if (!(law.v1 > law.v0)) {
    refuse(path + ".v1",
           "is " + number_text(law.v1) + ", must be above v0, which is " + number_text(law.v0));
  }
  return law;
}

/// A coefficient of 0 is no friction; `unbuilt` takes the place of patch friction.
FrictionLaw read_friction(const json& value, const std::string& path, const FrictionLaw& unbuilt) {
  if (value.is_string()) return Alciatore{};
  if (value.is_number()) {
    const auto mu = value.get<double>();
    return mu > 0.0 ? FrictionLaw(RegularisedCoulomb{.coefficient = mu}) : NoFriction{};
  }
  const auto law = value.at("law").get<std::string>();
  if (law == "patch") return unbuilt;
  if (law == "alciatore") {
    return Alciatore{.a = number_at(value, "a"),
                     .b = number_at(value, "b"),
                     .c = number_at(value, "c"),
                     .v0 = number_at(value, "v0")};
  }
  const double mu = number_at(value, "coefficient");
  const double v0 = number_at(value, "v0");
  FrictionLaw result = RegularisedCoulomb{.coefficient = mu, .v0 = v0};
  if (law == "threlfall") result = Threlfall{.coefficient = mu, .v0 = v0};
  if (law == "ambrosio") result = read_ambrosio(value, path);
  return mu > 0.0 ? result : NoFriction{};
}

/// Laws without restitution count as elastic here; `otherwise` is the contact's default.
ContactLaw read_contact(const json& smooth, const char* key, const ContactLaw& otherwise) {
  const json& table = smooth.at(key);
  ContactLaw contact;
  contact.normal = named(table.at("law"), NormalLaw::exact);
  contact.restitution = table.value("restitution", 1.0);
  contact.dissipation = table.value("dissipation", contact.dissipation);
  contact.friction = read_friction(table.at("friction"), std::string("smooth.") + key + ".friction",
                                   otherwise.friction);
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
      .integrator = named(smooth.at("integrator"), Integrator::rk4),
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
