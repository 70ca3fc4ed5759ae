#include <span>

#include "io/law_keys.hpp"
#include "io/scene_writer.hpp"
#include "scene/parameters.hpp"
#include "scene/text.hpp"

namespace cuelab {
namespace {

using namespace shapes;

/// Names of the first enumerators of E, up to `last`, separated by spaces.
template <class E>
std::string names_up_to(E last) {
  std::string names;
  for (int i = 0; i <= static_cast<int>(last); ++i) {
    names += (i == 0 ? "" : " ") + std::string(name_of(static_cast<E>(i)));
  }
  return names;
}

/// Normal and friction law of one kind of contact; `derived` is what physics makes of it.
void add_contact(Rows& rows, const std::string& path, const ContactChoice& derived) {
  const ContactChoice fallback;
  rows.push_back(section(path, "{}", "contact forces; omitted coefficients are those of physics"));
  rows.push_back(one_of(path + ".law", law_names(normal_laws), in_quotes(name_of(fallback.normal)),
                        "law for the normal force"));
  add_parameter_rows(rows, path, normal_laws, &fallback);

  const std::string friction = path + ".friction";
  rows.push_back({.path = friction,
                  .accepts = kind::number | kind::name | kind::table,
                  .range = friction_range,
                  .names = "alciatore",
                  .doc = "a coefficient (law coulomb), alciatore, or a law with its parameters; 0: "
                         "frictionless; default: as in physics"});
  KeyRow law =
      one_of(friction + ".law", law_names(laws_in<FrictionLaw>()),
             in_quotes(info_of(*derived.friction).name), "law for friction against slip velocity");
  law.by_reader = true;
  rows.push_back(std::move(law));
  add_parameter_rows(rows, friction, laws_in<FrictionLaw>());
}

/// Friction on the cloth may also be that of a patch.
void add_patch(Rows& rows, const std::string& path) {
  for (KeyRow& row : rows) {
    if (row.path == path + ".law") row.names += ' ' + std::string(law_info<PatchCloth>.name);
  }
  add_parameter_rows(rows, path, std::span(&law_info<PatchCloth>, 1));
}

void add_material(Rows& rows, const std::string& path, const Material& fallback) {
  rows.push_back(section(path, "{}", "elasticity of one body"));
  add_parameter_rows(rows, path, material_parameters, &fallback);
}

}  // namespace

void add_smooth_keys(Rows& rows) {
  const Smooth fallback;
  const Smooth derived = completed(fallback, Physics{});
  const IntegrationSettings& integration = fallback.integration;
  rows.insert(
      rows.end(),
      {section("smooth", "{}", "laws and settings of the smooth and hybrid engines"),
       one_of("smooth.integrator", names_up_to(Integrator::rk4),
              in_quotes(name_of(integration.integrator)), "integrator of the equations of motion"),
       one_of("smooth.vertical", "free held", R"("free")",
              "held: every z stays R and the cloth carries m g"),
       KeyRow{
           .path = "smooth.reference_velocity",
           .accepts = kind::number | kind::name,
           .range = slip_speed,
           .names = "initial running-max",
           .fallback = R"("running-max")",
           .doc = "velocity that scales the damping; a number: initial, but at least this [m/s]"},
       one_of("smooth.attraction", "clamped allowed", R"("clamped")",
              "whether the damped normal force may be attractive"),
       one_of("smooth.start", "as-given equilibrium", R"("as-given")",
              "equilibrium: balls start at their static indentation")});
  add_parameter_rows(rows, "smooth", integration_parameters, &integration);
  add_contact(rows, "smooth.ball_ball", derived.ball_ball);
  add_contact(rows, "smooth.ball_cloth", derived.ball_cloth);
  add_patch(rows, "smooth.ball_cloth.friction");
  add_parameter_rows(rows, "smooth.ball_cloth", resistance_parameters, &fallback);
  add_contact(rows, "smooth.cushion", derived.cushion);
  rows.push_back(section("smooth.materials", "{}", "elasticity"));
  add_material(rows, "smooth.materials.ball", fallback.ball);
  add_material(rows, "smooth.materials.cloth", fallback.cloth);
  add_material(rows, "smooth.materials.cushion", fallback.rubber);
}

}  // namespace cuelab
