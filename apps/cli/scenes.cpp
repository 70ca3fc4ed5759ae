#include <fmt/format.h>

#include "command.hpp"
#include "console.hpp"
#include "cuelab/io.hpp"
#include "json_text.hpp"
#include "scene_files.hpp"
#include "text_table.hpp"

namespace cuelab::cli {
namespace {

constexpr const char* examples =
    R"(Looks in ./scenes, then in the scenes installed with the program.

Examples:
  cuelab scenes
  cuelab scenes break_9ball          print the path of the file
  cuelab scenes -q                   only the names)";

struct Args {
  std::string name;
  bool json = false;
};

struct Row {
  NamedScene file;
  Result<Scene> scene;
};

std::vector<Row> load_all() {
  std::vector<Row> rows;
  for (const NamedScene& named : named_scenes()) rows.push_back({named, load_scene(named.path)});
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
      table.add({row.file.name, "", "", "", "invalid: " + row.scene.error().message()});
      continue;
    }
    table.add({row.file.name, std::to_string(row.scene->balls.size()), table_name(*row.scene),
               std::string(name_of(row.scene->run.engine)), row.scene->name});
  }
  return "scenes\n" + table.text();
}

std::string list_json(const std::vector<Row>& rows) {
  auto document = Json::array();
  for (const Row& row : rows) {
    Json entry{{"name", row.file.name}, {"path", row.file.path}};
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

int show_one(const Args& args) {
  const auto path = find_scene(args.name);
  if (!path) return fail(path.error());
  if (!args.json) return print(*path + "\n");
  const Json entry{{"name", args.name}, {"path", *path}};
  return print(json_text(entry));
}

int scenes(const Args& args, const Context& context) {
  if (!args.name.empty()) return show_one(args);
  if (context.quiet && !args.json) {
    std::string names;
    for (const NamedScene& named : named_scenes()) names += named.name + "\n";
    return print(names);
  }
  const std::vector<Row> rows = load_all();
  if (args.json) return print(list_json(rows));
  if (rows.empty()) return print("scenes: none found here\n");
  return print(list_text(rows));
}

}  // namespace

void add_scenes(CLI::App& app, Context& context) {
  auto args = std::make_shared<Args>();
  CLI::App* command = add_command(app, context, "scenes", "list the named scenes");
  command->add_option("NAME", args->name, "print where this scene is")->option_text(" ");
  command->add_flag("--json", args->json, "print one JSON document");
  command->footer(examples);
  command->callback(
      [args, &context] { context.run = [args, &context] { return scenes(*args, context); }; });
}

}  // namespace cuelab::cli
