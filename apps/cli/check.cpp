#include <fmt/format.h>

#include "command.hpp"
#include "console.hpp"
#include "cuelab/io.hpp"
#include "engine_choice.hpp"
#include "json_text.hpp"
#include "scene_files.hpp"

namespace cuelab::cli {
namespace {

constexpr const char* examples = R"(Examples:
  cuelab check shot.toml
  cuelab check scenes/*.toml
  cuelab check shot.toml --set shot.side=0.6        would this be a miscue?)";

struct Args {
  std::vector<std::string> scenes;
  std::vector<std::string> overrides;
  bool json = false;
};

/// The scene, or why there is none.
Result<Scene> load(const std::string& given, const std::vector<std::string>& overrides) {
  const auto path = find_scene(given);
  if (!path) return path.error();
  return load_scene(*path, overrides);
}

std::string summary(const std::string& given, const Scene& scene) {
  const std::string& preset = scene.table.preset;
  const std::size_t n = scene.balls.size();
  std::string line = fmt::format("{}: ok, {} ball{}, table {}", given, n, n == 1 ? "" : "s",
                                 preset.empty() ? "own" : preset);
  if (!is_pool(scene.system)) line = fmt::format("{}: ok, {}", given, kind_of(scene.system));
  const std::string hindrance = find_hindrance(scene);
  return hindrance.empty() ? line : line + "; but " + hindrance;
}

Json to_json(const std::string& given, const Result<Scene>& scene) {
  if (!scene) {
    return {
        {"file", given}, {"ok", false}, {"key", scene.error().key}, {"error", scene.error().what}};
  }
  return {{"file", given},
          {"ok", true},
          {"name", scene->name},
          {"balls", scene->balls.size()},
          {"table", scene->table.preset},
          {"system", kind_of(scene->system)},
          {"not_built", find_hindrance(*scene)}};
}

int check(const Args& args, const Context& context) {
  int code = 0;
  auto document = Json::array();
  for (const std::string& given : args.scenes) {
    const auto scene = load(given, args.overrides);
    document.push_back(to_json(given, scene));
    if (!scene) code = args.json ? bad_input : fail(scene.error());
    if (scene && !args.json && !context.quiet) {
      code = std::max(code, print(summary(given, *scene) + "\n"));
    }
  }
  return args.json ? std::max(code, print(json_text(document))) : code;
}

}  // namespace

void add_check(CLI::App& app, Context& context) {
  auto args = std::make_shared<Args>();
  CLI::App* command = add_command(app, context, "check", "validate scene files");
  command->add_option("SCENE", args->scenes, "scene files or names")->required()->option_text(" ");
  add_overrides(*command, args->overrides);
  command->add_flag("--json", args->json, "print one JSON document");
  command->footer(examples);
  command->callback(
      [args, &context] { context.run = [args, &context] { return check(*args, context); }; });
}

}  // namespace cuelab::cli
