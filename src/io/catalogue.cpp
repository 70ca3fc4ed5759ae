#include "cuelab/catalogue.hpp"

#include <algorithm>
#include <array>
#include <span>
#include <string_view>

#include "cuelab/scene.hpp"
#include "io/keys.hpp"

namespace cuelab {
namespace {

#if defined(CUELAB_SUNDIALS)
constexpr bool has_sundials = true;
#else
constexpr bool has_sundials = false;
#endif

/// A choice that is not a law.
struct Choice {
  std::string_view name;
  std::string_view meaning;
  std::string_view source;
  bool built = true;
};

constexpr std::string_view sundials =
    "A. C. Hindmarsh et al., SUNDIALS, ACM Trans. Math. Softw. 31 (2005) 363-396";
constexpr std::string_view gismeros_2021 =
    "R. Gismeros Moreno et al., Synchronous contact/impact events modelling with a smooth-based "
    "approach, ECCOMAS Multibody Dynamics (2021), doi:10.3311/ECCOMASMBD2021-114";
constexpr std::string_view gismeros_2022 =
    "R. Gismeros Moreno et al., Nonlinear Dynamics 107 (2022) 1859-1886, sections 2 and 3";

constexpr std::array integrators{
    Choice{"dormand-prince",
           "Runge-Kutta of order 5(4) with dense output, stages by Boost.Odeint; same bits "
           "everywhere",
           "J. R. Dormand, P. J. Prince, J. Comput. Appl. Math. 6 (1980) 19-26"},
    Choice{"adams", "Adams-Moulton of order 1 to 12, CVODE of SUNDIALS", sundials, has_sundials},
    Choice{"bdf", "backward differences of order 1 to 5, CVODE of SUNDIALS", sundials,
           has_sundials},
    Choice{"erkstep", "Dormand-Prince 5(4), ARKODE of SUNDIALS",
           "D. R. Reynolds et al., ARKODE, ACM Trans. Math. Softw. 49 (2023)", has_sundials},
    Choice{"rk4", "the classical method of order 4 with constant step max_step",
           "W. Kutta, Z. Math. Phys. 46 (1901) 435-453"}};

constexpr std::array reference_velocities{
    Choice{"initial", "approach speed when the contact began", "as the damped laws were published"},
    Choice{"running-max", "greatest approach speed of the contact so far",
           "our own: damping stays bounded in a contact that begins at rest"},
    Choice{"a number", "initial, but at least this many m/s", "our own, as running-max"}};

constexpr std::array attractions{
    Choice{"clamped", "a negative normal force is zero", "dry contacts are never attractive"},
    Choice{"allowed", "the force of the law, whatever its sign",
           "as the damped laws were published"}};

constexpr std::array system_kinds{
    Choice{"pool", "the table of the scene with its balls", gismeros_2022},
    Choice{"newtons-cradle", "balls on strings in a row; default material steel, default law hertz",
           gismeros_2021},
    Choice{"ball-bearing",
           "outer race driven; defaults: steel, hertz and ambrosio (0.1, 1e-4, 1e-2) on the races, "
           "set by ball_cloth and the material of the cloth",
           gismeros_2021},
    Choice{"bouncing-ball",
           "a ball dropped on a plane or inside a tube, with law and material of ball_cloth",
           gismeros_2021}};

constexpr std::array constraint_methods{
    Choice{"lagrange", "standard multipliers; joints drift", gismeros_2022},
    Choice{"augmented", "augmented Lagrangian; copes with dependent joints", gismeros_2022},
    Choice{"baumgarte", "drift fades, alpha = beta = 5 1/s", gismeros_2022},
    Choice{"direct-correction", "positions and velocities are corrected after each step",
           gismeros_2022}};

LawEntry entry_of(const Choice& choice) {
  return {.name = std::string(choice.name),
          .meaning = std::string(choice.meaning),
          .source = std::string(choice.source),
          .built = choice.built};
}

LawEntry entry_of(const LawInfo& law) {
  return {.name = std::string(law.name),
          .meaning = std::string(law.meaning),
          .source = std::string(law.source)};
}

/// A default as shown to users, without quotes.
std::string default_of(const KeyRow& row) {
  std::string text = row.fallback;
  std::erase(text, '"');
  return text;
}

const KeyRow& row_at(std::string_view path) {
  for (const KeyRow& row : key_rows()) {
    if (row.path == path) return row;
  }
  static const KeyRow no_row{};
  return no_row;
}

/// Keys of a table that exist for this choice of its key `selector`; all when that is "".
std::vector<LawParameter> parameters_of(std::string_view path, std::string_view selector,
                                        std::string_view choice) {
  std::vector<LawParameter> found;
  for (const KeyRow* row : rows_below(path)) {
    if (row->selector != selector) continue;
    if (!selector.empty() && !has_word(row->chosen, choice)) continue;
    found.push_back({.name = std::string(leaf_of(row->path)),
                     .fallback = default_of(*row),
                     .allowed = allowed_text(*row),
                     .meaning = row->doc});
  }
  return found;
}

/// "stronge, restitution 0.85, friction 0.2".
std::string with_parameters(const LawEntry& law) {
  std::string text = law.name;
  for (const LawParameter& p : law.parameters) {
    if (!p.fallback.empty()) text += ", " + p.name + ' ' + p.fallback;
  }
  return text;
}

/// A table whose key `law` chooses among laws.
LawGroup law_group(const std::string& key, std::string title, const std::string& path,
                   std::span<const LawInfo> laws) {
  LawGroup group{.key = key, .title = std::move(title), .fallback = {}};
  for (const LawInfo& law : laws) {
    if (!law.in_files) continue;
    group.laws.push_back(entry_of(law));
  }
  const bool has_patch = has_word(row_at(path + ".law").names, law_info<PatchCloth>.name);
  const auto is_patch = [](const LawEntry& law) { return law.name == law_info<PatchCloth>.name; };
  if (has_patch && std::ranges::none_of(group.laws, is_patch)) {
    group.laws.push_back(entry_of(law_info<PatchCloth>));
  }
  for (LawEntry& law : group.laws) {
    law.parameters = parameters_of(path, "law", law.name);
    if (law.name == default_of(row_at(path + ".law"))) group.fallback = with_parameters(law);
  }
  return group;
}

/// A table that is one law.
LawGroup single_law(const std::string& path, std::string title, const LawInfo& law) {
  LawEntry entry = entry_of(law);
  entry.parameters = parameters_of(path, "", "");
  const std::string fallback = with_parameters(entry);
  return {.key = path, .title = std::move(title), .fallback = fallback, .laws = {entry}};
}

LawGroup choice_group(const std::string& key, std::string title, std::span<const Choice> choices) {
  LawGroup group{.key = key, .title = std::move(title), .fallback = default_of(row_at(key))};
  for (const Choice& choice : choices) group.laws.push_back(entry_of(choice));
  return group;
}

LawGroup system_group() {
  LawGroup group = choice_group("system.kind", "what is simulated", system_kinds);
  for (LawEntry& kind : group.laws) kind.parameters = parameters_of("system", "kind", kind.name);
  return group;
}

}  // namespace

std::vector<LawGroup> law_catalogue() {
  LawGroup normal = law_group("smooth.*.law", "normal force of the smooth engine",
                              "smooth.ball_ball", normal_laws);
  LawGroup friction = law_group("smooth.*.friction.law", "friction force of the smooth engine",
                                "smooth.ball_cloth.friction", laws_in<FrictionLaw>());
  normal.fallback = default_of(row_at("smooth.ball_ball.law"));
  friction.fallback = default_of(row_at("smooth.ball_ball.friction.law")) +
                      " between balls, else " + default_of(row_at("smooth.cushion.friction.law")) +
                      ", with the coefficients of physics";
  return {law_group("physics.cloth", "friction of the cloth", "physics.cloth", laws_in<ClothLaw>()),
          law_group("physics.ball_ball", "collision of two balls", "physics.ball_ball",
                    laws_in<BallBallLaw>()),
          law_group("physics.cushion", "bounce off a cushion", "physics.cushion",
                    laws_in<CushionLaw>()),
          single_law("physics.slate", "bounce off the slate", law_info<Slate>),
          single_law("cue", "stroke of the cue", law_info<Cue>),
          std::move(normal),
          std::move(friction),
          choice_group("smooth.integrator", "integrator of the smooth engine", integrators),
          choice_group("smooth.reference_velocity", "velocity that scales the damping of a contact",
                       reference_velocities),
          choice_group("smooth.attraction", "whether the damped normal force may be attractive",
                       attractions),
          system_group(),
          choice_group("system.constraints", "how joints are enforced", constraint_methods)};
}

}  // namespace cuelab
