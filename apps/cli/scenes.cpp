#include <fmt/format.h>

#include "commands.hpp"
#include "console.hpp"
#include "json_text.hpp"
#include "scene_files.hpp"
#include "text_table.hpp"

namespace cuelab::cli {
namespace {

struct Row {
  SceneSource source;
  Result<Scene> scene;
};

std::vector<Row> load_all() {
  std::vector<Row> rows;
  for (const SceneSource& source : scene_sources()) rows.push_back({source, load_source(source)});
  return rows;
}

std::string table_name(const Scene& scene) {
  if (!is_pool(scene.system)) return std::string(kind_of(scene.system));
  return scene.table.preset.empty() ? "own" : scene.table.preset;
}

std::string list_text(const std::vector<Row>& rows) {
  TextTable table(
      {{"name", false}, {"balls", true}, {"table", false}, {"engine", false}, {"title", false}});
  for (const Row& row : rows) {
    if (!row.scene) {
      table.add({row.source.name, "", "", "", "invalid: " + row.scene.error().message()});
      continue;
    }
    table.add({row.source.name, std::to_string(row.scene->balls.size()), table_name(*row.scene),
               std::string(name_of(row.scene->run.engine)), row.scene->name});
  }
  return "scenes\n" + table.text();
}

/// Name and path; built-in scenes have none.
Json place_of(const SceneSource& source) {
  Json entry{{"name", source.name}, {"built_in", source.is_built_in()}};
  entry["path"] = source.is_built_in() ? Json(nullptr) : Json(source.path);
  return entry;
}

std::string list_json(const std::vector<Row>& rows) {
  auto document = Json::array();
  for (const Row& row : rows) {
    Json entry = place_of(row.source);
    if (row.scene) {
      entry["title"] = row.scene->name;
      entry["balls"] = row.scene->balls.size();
      entry["table"] = row.scene->table.preset;
      entry["system"] = kind_of(row.scene->system);
      entry["engine"] = name_of(row.scene->run.engine);
      entry["not_built"] = row.scene->not_built;
    } else {
      entry["error"] = row.scene.error().message();
    }
    document.push_back(std::move(entry));
  }
  return json_text(document);
}

/// The path of a file, where a built-in scene is, or the text of either.
int show_scene(const ScenesArgs& args) {
  const auto source = find_scene(args.name);
  if (!source) return fail(source.error());
  const auto text = text_of(*source);
  if (!text) return fail(text.error());
  if (args.json) {
    Json entry = place_of(*source);
    if (args.text) entry["text"] = *text;
    return print(json_text(entry));
  }
  if (args.text) return print(*text);
  const std::string built_in =
      fmt::format("{0} is built in; cuelab scenes {0} --text prints it", source->name);
  return print((source->is_built_in() ? built_in : source->path) + "\n");
}

}  // namespace

int scenes_command(const ScenesArgs& args, const Verbosity& verbosity) {
  if (!args.name.empty()) return show_scene(args);
  if (args.text) return fail({"", "--text", "needs the name of a scene"});
  if (verbosity.quiet && !args.json) {
    std::string names;
    for (const SceneSource& source : scene_sources()) names += source.name + "\n";
    return print(names);
  }
  const std::vector<Row> rows = load_all();
  if (args.json) return print(list_json(rows));
  return print(list_text(rows));
}

}  // namespace cuelab::cli
