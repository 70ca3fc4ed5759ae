#include "io/key_shapes.hpp"

namespace cuelab {
namespace {

using namespace shapes;

constexpr Range relative_tolerance{.min = 1e-14, .max = 1.0};
constexpr Range tolerance_factor{.min = 0.0, .max = 1e12, .above = true};
constexpr Range step{.min = 1e-9, .max = 1.0};                     // [s]
constexpr Range some_restitution{.min = 0.01, .max = 1.0};         // these laws divide by it
constexpr Range slip{.min = 0.0, .max = 1e3};                      // [m/s]
constexpr Range some_slip{.min = 0.0, .max = 1e3, .above = true};  // [m/s]
constexpr Range dissipation{.min = 0.0, .max = 1.0};               // [s]
constexpr Range young{.min = 1.0, .max = 1e15};                    // [Pa]
constexpr Range poisson{.min = 0.0, .max = 0.5};

/// A friction law and its parameters below the path of a contact.
void add_friction(Rows& rows, const std::string& contact, bool has_patch) {
  const std::string path = contact + ".friction";
  const auto add = [&](std::string_view laws, KeyRow row) {
    rows.push_back(std::move(row).only("law", laws));
  };
  rows.push_back(
      {.path = path,
       .accepts = kind::number | kind::name | kind::table,
       .range = not_negative,
       .names = "alciatore",
       .fallback = "0.0",
       .doc = "a coefficient (law coulomb), alciatore, or a law with its parameters; 0 is none"});
  rows.push_back(one_of(path + ".law",
                        has_patch ? "coulomb threlfall ambrosio alciatore patch"
                                  : "coulomb threlfall ambrosio alciatore",
                        "", "of friction against slip velocity")
                     .must()
                     .without(has_patch ? "patch" : ""));
  add(has_patch ? "coulomb ambrosio patch" : "coulomb ambrosio",
      num(path + ".coefficient", not_negative, "0.2", "mu; 0 is none"));
  add("threlfall", num(path + ".coefficient", not_negative, "0.06", "mu; 0 is none"));
  add("coulomb", num(path + ".v0", some_slip, "1e-3", "full friction above this slip [m/s]"));
  add("threlfall", num(path + ".v0", some_slip, "0.01", "slip where the curve ends [m/s]"));
  add("ambrosio", num(path + ".v0", slip, "1e-4", "no friction below this slip [m/s]"));
  add("ambrosio",
      num(path + ".v1", some_slip, "1e-3", "full friction above this slip [m/s]; above v0"));
  add("alciatore", num(path + ".v0", some_slip, "0.01", "fades linearly below this slip [m/s]"));
  add("alciatore", num(path + ".a", not_negative, "9.951e-3", "mu = a + b exp(-c slip)"));
  add("alciatore", num(path + ".b", not_negative, "0.108", "what low slip adds"));
  add("alciatore", num(path + ".c", not_negative, "1.088", "how fast that fades [s/m]"));
  if (has_patch) add_patch_keys(rows, path);
}

struct ContactKeys {
  std::string path;
  std::string_view fallback;     ///< the whole table
  std::string_view restitution;  ///< when a law is named without one
  bool has_patch = false;
};

/// Normal and friction law of one kind of contact.
void add_contact(Rows& rows, const ContactKeys& contact) {
  const std::string& path = contact.path;
  const char* restitution = "the damping aims at";
  rows.insert(rows.end(),
              {section(path, contact.fallback, "contact forces; friction left out is none"),
               one_of(path + ".law",
                      "hertz lankarani-nikravesh flores hunt-crossley hu-guo kuwabara-kono exact",
                      R"("exact")", "of the normal force"),
               num(path + ".restitution", fraction, contact.restitution, restitution)
                   .only("law", "lankarani-nikravesh hunt-crossley"),
               num(path + ".restitution", some_restitution, contact.restitution, restitution)
                   .only("law", "flores hu-guo exact"),
               num(path + ".dissipation", dissipation, "2.2e-6", "of the material [s]")
                   .only("law", "kuwabara-kono")});
  add_friction(rows, path, contact.has_patch);
}

void add_materials(Rows& rows) {
  rows.push_back(section("smooth.materials", "{}", "elasticity"));
  const auto add = [&](const std::string& path, std::string_view modulus, std::string_view ratio) {
    rows.push_back(section(path, "{}", "elasticity of one body"));
    rows.push_back(num(path + ".young", young, modulus, "Young's modulus [Pa]"));
    rows.push_back(num(path + ".poisson", poisson, ratio, "Poisson's ratio"));
  };
  add("smooth.materials.ball", "3.8e9", "0.375");
  add("smooth.materials.cloth", "3.1e9", "0.38");
  add("smooth.materials.cushion", "7e6", "0.5");
}

}  // namespace

void add_patch_keys(Rows& rows, const std::string& path) {
  const auto add = [&](KeyRow row) { rows.push_back(std::move(row).only("law", "patch")); };
  add(num(path + ".radius", positive, "3.08e-3", "of the contact patch [m], constant"));
  add(num(path + ".distortion", fraction, "0.649", "of the pressure by rolling, d"));
  add(num(path + ".epsilon", positive, "1e-3", "regularisation of slip [m/s]"));
  add(one_of(path + ".rolling_velocity", "patch surface mean", R"("patch")",
             "which velocity directs the distortion"));
  add(one_of(path + ".form", "exact pade generalised", R"("exact")", "of the friction integrals"));
}

void add_smooth_keys(Rows& rows) {
  rows.insert(rows.end(),
              {section("smooth", "{}", "laws and settings of the smooth and hybrid engines"),
               one_of("smooth.integrator", "dormand-prince adams bdf erkstep rk4",
                      R"("dormand-prince")", "of the equations of motion"),
               num("smooth.rel_tol", relative_tolerance, "1e-9", "relative error per step"),
               num("smooth.abs_tol", tolerance_factor, "1.0",
                   "multiplies 1e-12 m, 1e-10 m/s, 3e-9 rad/s, which follow rel_tol"),
               num("smooth.max_step", step, "1e-3", "longest step, the step of rk4 [s]"),
               one_of("smooth.vertical", "free held", R"("free")",
                      "held: every z is R, the cloth bears m g"),
               KeyRow{.path = "smooth.reference_velocity",
                      .accepts = kind::number | kind::name,
                      .range = slip,
                      .names = "initial running-max",
                      .fallback = R"("running-max")",
                      .doc = "that scales the damping; a number: initial, but at least this [m/s]"},
               one_of("smooth.attraction", "clamped allowed", R"("clamped")",
                      "may the damped normal force pull"),
               one_of("smooth.start", "as-given equilibrium", R"("as-given")",
                      "equilibrium: balls start at their static indentation")});
  add_contact(rows, {.path = "smooth.ball_ball",
                     .fallback = R"({"law":"exact","restitution":0.95,"friction":"alciatore"})",
                     .restitution = "0.95"});
  add_contact(
      rows,
      {.path = "smooth.ball_cloth",
       .fallback =
           R"({"law":"exact","restitution":0.5,"friction":{"law":"ambrosio","coefficient":0.2,)"
           R"("v0":1e-4,"v1":1e-3},"rolling":0.01,"spinning":0.0127})",
       .restitution = "0.5",
       .has_patch = true});
  rows.push_back(num("smooth.ball_cloth.rolling", not_negative, "0.0",
                     "a rolling ball slows down at this times gravity"));
  rows.push_back(num("smooth.ball_cloth.spinning", not_negative, "0.0",
                     "spin about the vertical decays at m g R spinning / I"));
  add_contact(rows,
              {.path = "smooth.cushion",
               .fallback = R"({"law":"exact","restitution":0.85,"friction":{"law":"ambrosio",)"
                           R"("coefficient":0.14,"v0":1e-4,"v1":1e-3}})",
               .restitution = "0.85"});
  add_materials(rows);
}

}  // namespace cuelab
