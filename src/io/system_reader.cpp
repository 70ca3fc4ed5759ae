#include "cuelab/multibody.hpp"
#include "io/document.hpp"
#include "io/input_error.hpp"
#include "io/scene_reader.hpp"
#include "scene/text.hpp"

namespace cuelab {
namespace {

using nlohmann::json;

std::size_t count_at(const json& table, const char* key) {
  return table.at(key).get<std::size_t>();
}

/// From the mass, else from the density, else that of steel.
double cradle_mass(const json& table, double radius) {
  if (!table.contains("mass")) {
    return solid_mass(table.value("density", steel_density), radius);
  }
  if (table.contains("density")) {
    refuse("system.density", "is given beside system.mass; give one or the other");
  }
  return number_at(table, "mass");
}

BouncingBall read_bouncing_ball(const json& table) {
  return {.surface = table.at("surface") == "tube" ? BouncingBall::Surface::tube
                                                   : BouncingBall::Surface::plane,
          .radius = number_at(table, "radius"),
          .mass = number_at(table, "mass"),
          .height = number_at(table, "height"),
          .tube_radius = number_at(table, "tube_radius")};
}

NewtonsCradle read_newtons_cradle(const json& table) {
  const double radius = number_at(table, "radius");
  return {.count = count_at(table, "count"),
          .released = count_at(table, "released"),
          .strings = count_at(table, "strings"),
          .radius = radius,
          .mass = cradle_mass(table, radius),
          .length = number_at(table, "length"),
          .spread = number_at(table, "spread"),
          .gap = number_at(table, "gap"),
          .release = radians(number_at(table, "release"))};
}

BallBearing::Defect read_defect(const json& value) {
  if (value == "inner") return BallBearing::Defect::inner;
  return value == "outer" ? BallBearing::Defect::outer : BallBearing::Defect::none;
}

BallBearing read_ball_bearing(const json& table) {
  return {.races = table.at("races") == "cylinders" ? BallBearing::Races::cylinders
                                                    : BallBearing::Races::spheres,
          .defect = read_defect(table.at("defect")),
          .count = count_at(table, "count"),
          .ball_diameter = number_at(table, "ball_diameter"),
          .mean_diameter = number_at(table, "mean_diameter"),
          .bore = number_at(table, "bore"),
          .outside = number_at(table, "outside"),
          .density = number_at(table, "density"),
          .interference = number_at(table, "interference"),
          .frequency = number_at(table, "frequency"),
          .ramp = number_at(table, "ramp"),
          .cage_stiffness = number_at(table, "cage_stiffness"),
          .cage_damping = number_at(table, "cage_damping"),
          .axial_load = number_at(table, "axial_load"),
          .defect_angle = radians(number_at(table, "defect_angle")),
          .defect_width = number_at(table, "defect_width"),
          .defect_height = number_at(table, "defect_height")};
}

SystemModel read_model(const json& table) {
  const auto kind = table.at("kind").get<std::string>();
  if (kind == "bouncing-ball") return read_bouncing_ball(table);
  if (kind == "newtons-cradle") return read_newtons_cradle(table);
  if (kind == "ball-bearing") return read_ball_bearing(table);
  return PoolSystem{};
}

ConstraintMethod read_constraints(const json& value) {
  using enum ConstraintMethod;
  for (const ConstraintMethod method : {lagrange, augmented, direct_correction}) {
    if (value == name_of(method)) return method;
  }
  return baumgarte;
}

/// Fills in missing keys. A normal law is not, if one of its parameters is given: the default one
/// has none. Friction laws are taken as a whole.
void merge_missing(json& into, const json& from) {
  for (const auto& [key, value] : from.items()) {
    if (key == "law" && (into.contains("restitution") || into.contains("dissipation"))) continue;
    if (!into.contains(key)) {
      into[key] = value;
    } else if (value.is_object() && key != "friction") {
      merge_missing(into[key], value);
    }
  }
}

constexpr const char* cradle_defaults = R"({
  "run": {"engine": "smooth"},
  "smooth": {"ball_ball": {"law": "hertz", "friction": 0.0},
             "materials": {"ball": {"young": 210e9, "poisson": 0.3}}}})";
constexpr const char* bearing_defaults = R"({
  "run": {"engine": "smooth"},
  "smooth": {"ball_cloth": {"law": "hertz", "friction": {"law": "ambrosio", "coefficient": 0.1,
                                                         "v0": 1e-4, "v1": 1e-2},
                            "rolling": 0.0, "spinning": 0.0},
             "materials": {"ball": {"young": 210e9, "poisson": 0.3},
                           "cloth": {"young": 210e9, "poisson": 0.3}}}})";
constexpr const char* ball_defaults = R"({"run": {"engine": "smooth"}})";

}  // namespace

std::string system_kind_of(const json& document) {
  const auto system = document.find("system");
  return system == document.end() ? "pool" : system->value("kind", std::string("pool"));
}

void add_system_defaults(json& document) {
  const std::string kind = system_kind_of(document);
  if (kind == "pool") return;
  for (const char* key : {"table", "ball", "balls", "rack", "cue", "shot"}) {
    if (!document.contains(key)) continue;
    refuse(key,
           "cannot be used with system.kind " + in_quotes(kind) + ", which has its own bodies");
  }
  const char* own = kind == "newtons-cradle" ? cradle_defaults
                    : kind == "ball-bearing" ? bearing_defaults
                                             : ball_defaults;
  merge_missing(document, json::parse(own));
}

void read_system(const json& table, Scene& scene) {
  scene.system = {.model = read_model(table),
                  .constraints = read_constraints(table.at("constraints"))};
  if (is_pool(scene.system)) return;
  if (auto fault = find_system_fault(scene)) throw InputError{*std::move(fault)};
  scene.table = {};
  name_bodies(scene);
}

}  // namespace cuelab
