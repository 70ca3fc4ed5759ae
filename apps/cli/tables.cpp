#include "cuelab/table.hpp"

#include <fmt/format.h>

#include "commands.hpp"
#include "console.hpp"
#include "json_text.hpp"
#include "text_table.hpp"

namespace cuelab::cli {
namespace {

std::string metres(double value) { return fmt::format("{:.4f}", value + 0.0); }

std::string millimetres(double value) { return fmt::format("{:.3f}", 1e3 * value); }

std::string point(Vec2 p) { return fmt::format("({:8.4f}, {:8.4f})", p.x, p.y); }

Json to_json(Vec2 p) { return Json::array({p.x, p.y}); }

/// The law and its parameters, one by one.
template <class Set>
Json law_json(const Set& law) {
  Json document{{"law", info_of(law).name}};
  for (const ParameterInfo& p : info_of(law).parameters) {
    document[std::string(p.name)] = p.get(address_of(law));
  }
  return document;
}

/// "coulomb, sliding 0.2, rolling 0.01, spinning 0.0127".
template <class Set>
std::string law_text(const Set& law) {
  std::string text(info_of(law).name);
  for (const ParameterInfo& p : info_of(law).parameters) {
    text += fmt::format(", {} {:.4g}", p.name, p.get(address_of(law)));
  }
  return text;
}

/// One parameter of a law, "-" if it has none of that name.
template <class Set>
std::string parameter_text(const Set& law, std::string_view name) {
  for (const ParameterInfo& p : info_of(law).parameters) {
    if (p.name == name) return fmt::format("{:.4g}", p.get(address_of(law)));
  }
  return "-";
}

Json to_json(const TablePreset& preset, const Table& table) {
  return {{"name", preset.name},
          {"summary", preset.summary},
          {"source", preset.source},
          {"length", table.length},
          {"width", table.width},
          {"cushion_height", table.cushion_height},
          {"ball", {{"radius", preset.ball_radius}, {"mass", preset.ball_mass}}},
          {"cloth", law_json(preset.physics.cloth)},
          {"ball_ball", law_json(preset.physics.ball_ball)},
          {"cushion", law_json(preset.physics.cushion)},
          {"physics_source", preset.physics_source}};
}

Json parts_json(const Table& table) {
  Json parts{{"cushions", Json::array()},
             {"jaws", Json::array()},
             {"pockets", Json::array()},
             {"spots", Json::array()}};
  for (const Cushion& c : table.cushions) {
    parts["cushions"].push_back({{"id", c.id}, {"from", to_json(c.from)}, {"to", to_json(c.to)}});
  }
  for (const Jaw& j : table.jaws) {
    parts["jaws"].push_back({{"id", j.id}, {"centre", to_json(j.centre)}, {"radius", j.radius}});
  }
  for (const Pocket& p : table.pockets) {
    parts["pockets"].push_back(
        {{"id", p.id}, {"centre", to_json(p.centre)}, {"radius", p.radius}, {"depth", p.depth}});
  }
  for (const Spot& s : table.spots) {
    parts["spots"].push_back({{"id", s.id}, {"at", to_json(s.at)}});
  }
  return parts;
}

std::string list_text() {
  TextTable table({{"name", false},
                   {"length [m]", true},
                   {"width [m]", true},
                   {"nose [mm]", true},
                   {"ball R [mm]", true},
                   {"mass [g]", true},
                   {"what", false}});
  TextTable physics({{"name", false},
                     {"sliding", true},
                     {"rolling", true},
                     {"spinning", true},
                     {"balls e", true},
                     {"cushion", false}});
  std::string sources;
  for (const TablePreset& preset : table_presets()) {
    const auto shape = make_table(preset.name);
    if (!shape) continue;
    const bool bounded = shape->length > 0.0;
    table.add({std::string(preset.name), bounded ? metres(shape->length) : "-",
               bounded ? metres(shape->width) : "-",
               bounded ? millimetres(shape->cushion_height) : "-", millimetres(preset.ball_radius),
               fmt::format("{:.1f}", 1e3 * preset.ball_mass), std::string(preset.summary)});
    const Physics& p = preset.physics;
    physics.add({std::string(preset.name), parameter_text(p.cloth, "sliding"),
                 parameter_text(p.cloth, "rolling"), parameter_text(p.cloth, "spinning"),
                 parameter_text(p.ball_ball, "restitution"), law_text(p.cushion)});
    sources +=
        fmt::format("  {:<13} {}\n", preset.name, wrapped(std::string(preset.source), 84, 16));
    sources +=
        fmt::format("  {:<13} {}\n", "", wrapped(std::string(preset.physics_source), 84, 16));
  }
  return "tables\n" + table.text() + "\ncoefficients\n" + physics.text() +
         "\nsources of the dimensions, then of the coefficients\n" + sources;
}

std::string names_text() {
  std::string names;
  for (const TablePreset& preset : table_presets()) names += std::string(preset.name) + "\n";
  return names;
}

std::string parts_text(const Table& table) {
  std::string out;
  const auto section = [&](const char* title, const TextTable& rows) {
    if (!rows.empty()) out += fmt::format("\n{}\n{}", title, rows.text());
  };
  TextTable cushions({{"id", false}, {"from [m]", false}, {"to [m]", false}, {"length [m]", true}});
  for (const Cushion& c : table.cushions) {
    cushions.add({c.id, point(c.from), point(c.to), metres(norm(c.to - c.from))});
  }
  section("cushions", cushions);
  TextTable jaws({{"id", false}, {"centre [m]", false}, {"radius [mm]", true}});
  for (const Jaw& j : table.jaws) jaws.add({j.id, point(j.centre), millimetres(j.radius)});
  section("jaws", jaws);
  TextTable pockets(
      {{"id", false}, {"centre [m]", false}, {"radius [mm]", true}, {"depth [mm]", true}});
  for (const Pocket& p : table.pockets) {
    pockets.add({p.id, point(p.centre), millimetres(p.radius), millimetres(p.depth)});
  }
  section("pockets", pockets);
  TextTable spots({{"id", false}, {"at [m]", false}});
  for (const Spot& s : table.spots) spots.add({s.id, point(s.at)});
  section("spots", spots);
  return out.empty() ? "\nno parts: an open plane\n" : out;
}

int show_table(const ListArgs& args) {
  const TablePreset* preset = find_preset(args.name);
  const auto table = make_table(args.name);
  if (preset == nullptr || !table) {
    std::vector<std::string> names;
    for (const TablePreset& p : table_presets()) names.emplace_back(p.name);
    return fail({"", "tables",
                 fmt::format("no table \"{}\"{}; available: {}", args.name,
                             suggestion(args.name, names), joined(names))});
  }
  if (args.json) {
    Json document = to_json(*preset, *table);
    document.update(parts_json(*table));
    return print(json_text(document));
  }
  std::string text = fmt::format("{}: {}\n", preset->name, preset->summary);
  text += fmt::format("  source  {}\n", wrapped(std::string(preset->source), 88, 10));
  if (table->length > 0.0) {
    text +=
        fmt::format("  size    {} x {} m between the noses, nose at {} mm\n", metres(table->length),
                    metres(table->width), millimetres(table->cushion_height));
  }
  text += fmt::format("  ball    R = {} mm, {:.1f} g\n", millimetres(preset->ball_radius),
                      1e3 * preset->ball_mass);
  text += fmt::format("  cloth   {}\n", law_text(preset->physics.cloth));
  text += fmt::format("  balls   {}\n", law_text(preset->physics.ball_ball));
  text += fmt::format("  cushion {}\n", law_text(preset->physics.cushion));
  text += fmt::format("  source  {}\n", wrapped(std::string(preset->physics_source), 88, 10));
  return print(text + parts_text(*table));
}

}  // namespace

int tables_command(const ListArgs& args, const Verbosity& verbosity) {
  if (!args.name.empty()) return show_table(args);
  if (args.json) {
    Json document = Json::array();
    for (const TablePreset& preset : table_presets()) {
      const auto table = make_table(preset.name);
      if (table) document.push_back(to_json(preset, *table));
    }
    return print(json_text(document));
  }
  return print(verbosity.quiet ? names_text() : list_text());
}

}  // namespace cuelab::cli
