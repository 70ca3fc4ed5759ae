#include <fmt/format.h>

#include <algorithm>

#include "commands.hpp"
#include "console.hpp"
#include "cuelab/catalogue.hpp"
#include "cuelab/laws/cloth/patch.hpp"
#include "cuelab/scene.hpp"
#include "json_text.hpp"
#include "text_table.hpp"

namespace cuelab::cli {
namespace {

bool is_wanted(const LawGroup& group, const LawEntry& law, const std::string& filter) {
  return group.key.find(filter) != std::string::npos || law.name.find(filter) != std::string::npos;
}

/// The groups with the laws that are wanted; groups without any are left out.
std::vector<LawGroup> wanted_groups(const std::string& filter) {
  std::vector<LawGroup> groups = law_catalogue();
  for (LawGroup& group : groups) {
    std::erase_if(group.laws, [&](const LawEntry& law) { return !is_wanted(group, law, filter); });
  }
  std::erase_if(groups, [](const LawGroup& group) { return group.laws.empty(); });
  return groups;
}

std::string law_text(const LawEntry& law) {
  std::string out = fmt::format("  {}{}\n", law.name, law.built ? "" : "  (not built)");
  out += fmt::format("      {}\n", wrapped(law.meaning, 80, 6));
  for (const LawParameter& p : law.parameters) {
    out += fmt::format("      {:<17} {:<11} {}\n", p.name, p.fallback, p.meaning);
  }
  return out + fmt::format("      source: {}\n", wrapped(law.source, 80, 14));
}

/// The cloth of a table as coefficients and as a patch, or why it cannot be one.
struct ClothForms {
  std::string table;
  CoulombCloth coulomb;
  Result<PatchCloth> patch;
  double modulus = 0.0;  ///< [Pa]
};

std::vector<ClothForms> cloth_forms() {
  std::vector<ClothForms> forms;
  for (const TablePreset& preset : table_presets()) {
    const auto* cloth = std::get_if<CoulombCloth>(&preset.physics.cloth);
    if (cloth == nullptr) continue;
    const double R = preset.ball_radius;
    const double m = preset.ball_mass;
    const BallSpec ball{.radius = R, .mass = m, .inertia = 0.4 * m * R * R};
    ClothForms one{std::string(preset.name), *cloth, patch_of(*cloth, ball)};
    if (one.patch) one.modulus = modulus_of(*one.patch, ball, preset.physics.gravity);
    forms.push_back(std::move(one));
  }
  return forms;
}

bool has_patch(const LawGroup& group) {
  return group.key == "physics.cloth" &&
         std::ranges::any_of(group.laws, [](const LawEntry& law) { return law.name == "patch"; });
}

std::string forms_text() {
  std::string out = "  the cloth of each table in both forms:\n";
  TextTable table({{"table", false},
                   {"sliding", true},
                   {"rolling", true},
                   {"spinning", true},
                   {"radius", true},
                   {"distortion", true},
                   {"modulus", true}});
  std::string refusals;
  for (const ClothForms& one : cloth_forms()) {
    const auto number = [](double x) { return fmt::format("{:.4g}", x); };
    std::vector<std::string> row{one.table, number(one.coulomb.sliding),
                                 number(one.coulomb.rolling), number(one.coulomb.spinning)};
    if (one.patch) {
      row.push_back(fmt::format("{:.4g} mm", 1e3 * one.patch->radius));
      row.push_back(number(one.patch->distortion));
      row.push_back(fmt::format("{:.3g} MPa", 1e-6 * one.modulus));
    } else {
      row.insert(row.end(), {"-", "-", "-"});
      refusals += fmt::format("  {}: {}\n", one.table, one.patch.error().what);
    }
    table.add(std::move(row));
  }
  return out + table.text() + refusals;
}

Json forms_json() {
  Json document = Json::array();
  for (const ClothForms& one : cloth_forms()) {
    Json entry{{"table", one.table},
               {"sliding", one.coulomb.sliding},
               {"rolling", one.coulomb.rolling},
               {"spinning", one.coulomb.spinning}};
    if (one.patch) {
      entry.update({{"radius", one.patch->radius},
                    {"distortion", one.patch->distortion},
                    {"modulus", one.modulus}});
    } else {
      entry["refused"] = one.patch.error().what;
    }
    document.push_back(std::move(entry));
  }
  return document;
}

std::string list_text(const std::vector<LawGroup>& groups) {
  std::string out =
      "Laws by the key of the scene file that chooses them. The value after a parameter is its\n"
      "default when the law is named.\n";
  for (const LawGroup& group : groups) {
    out += fmt::format("\n{}: {}\n  default: {}\n", group.key, group.title,
                       wrapped(group.fallback, 80, 11));
    for (const LawEntry& law : group.laws) out += law_text(law);
    if (has_patch(group)) out += forms_text();
  }
  return out;
}

Json list_json(const std::vector<LawGroup>& groups) {
  Json document = Json::array();
  for (const LawGroup& group : groups) {
    for (const LawEntry& law : group.laws) {
      Json parameters = Json::array();
      for (const LawParameter& p : law.parameters) {
        parameters.push_back({{"name", p.name},
                              {"default", p.fallback},
                              {"allowed", p.allowed},
                              {"meaning", p.meaning}});
      }
      document.push_back({{"group", group.key},
                          {"law", law.name},
                          {"built", law.built},
                          {"what", law.meaning},
                          {"parameters", std::move(parameters)},
                          {"source", law.source}});
      if (group.key == "physics.cloth" && law.name == "patch") {
        document.back()["tables"] = forms_json();
      }
    }
  }
  return document;
}

std::string names_text(const std::vector<LawGroup>& groups) {
  std::string out;
  for (const LawGroup& group : groups) {
    for (const LawEntry& law : group.laws) out += fmt::format("{} {}\n", group.key, law.name);
  }
  return out;
}

Error unknown_law(const std::string& name) {
  std::vector<std::string> known;
  for (const LawGroup& group : law_catalogue()) {
    for (const LawEntry& law : group.laws) known.push_back(law.name);
  }
  return {"", "models",
          fmt::format("unknown law or group \"{}\"{}; cuelab models lists them", name,
                      suggestion(name, known))};
}

}  // namespace

int models_command(const ListArgs& args, const Verbosity& verbosity) {
  const std::vector<LawGroup> groups = wanted_groups(args.name);
  if (groups.empty()) return fail(unknown_law(args.name));
  if (args.json) return print(json_text(list_json(groups)));
  return print(verbosity.quiet ? names_text(groups) : list_text(groups));
}

}  // namespace cuelab::cli
