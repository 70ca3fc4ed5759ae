#include "io/scene_writer.hpp"

#include "io/law_document.hpp"

namespace cuelab {
namespace {

using nlohmann::ordered_json;

ordered_json contact_document(const ContactChoice& contact) {
  ordered_json document{{"law", name_of(contact.normal)}};
  write_parameters(document, describe(contact.normal), &contact);
  if (contact.friction) document["friction"] = friction_document(*contact.friction);
  return document;
}

ordered_json reference_velocity_document(const ReferenceVelocity& reference) {
  using Kind = ReferenceVelocity::Kind;
  if (reference.kind == Kind::floor) return reference.floor;
  return reference.kind == Kind::initial ? "initial" : "running-max";
}

ordered_json material_document(const Material& material) {
  return {{"young", material.young}, {"poisson", material.poisson}};
}

}  // namespace

ordered_json friction_document(const FrictionLaw& law) {
  if (std::holds_alternative<NoFriction>(law)) return 0.0;
  if (law == FrictionLaw(Alciatore{})) return "alciatore";
  return law_document(law, "friction");
}

ordered_json smooth_document(const Smooth& smooth) {
  const IntegrationSettings& integration = smooth.integration;
  ordered_json ball_cloth = contact_document(smooth.ball_cloth);
  if (smooth.patch) {
    ordered_json& friction = ball_cloth["friction"] = {{"law", law_info<PatchCloth>.name}};
    write_parameters(friction, law_info<PatchCloth>, &*smooth.patch);
  }
  if (smooth.rolling) ball_cloth["rolling"] = *smooth.rolling;
  if (smooth.spinning) ball_cloth["spinning"] = *smooth.spinning;
  return {{"integrator", name_of(integration.integrator)},
          {"rel_tol", integration.rel_tol},
          {"abs_tol", integration.abs_tol},
          {"max_step", integration.max_step},
          {"vertical", smooth.held ? "held" : "free"},
          {"reference_velocity", reference_velocity_document(integration.reference_velocity)},
          {"attraction", integration.attraction ? "allowed" : "clamped"},
          {"start", smooth.equilibrium ? "equilibrium" : "as-given"},
          {"ball_ball", contact_document(smooth.ball_ball)},
          {"ball_cloth", std::move(ball_cloth)},
          {"cushion", contact_document(smooth.cushion)},
          {"materials",
           {{"ball", material_document(smooth.ball)},
            {"cloth", material_document(smooth.cloth)},
            {"cushion", material_document(smooth.rubber)}}}};
}

}  // namespace cuelab
