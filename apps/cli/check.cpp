#include <fmt/format.h>

#include "commands.hpp"
#include "console.hpp"
#include "engine_choice.hpp"
#include "json_text.hpp"
#include "scene_files.hpp"

namespace cuelab::cli {
namespace {

Result<Scene> load(const std::string& given, const std::vector<std::string>& overrides) {
  const auto source = find_scene(given);
  if (!source) return source.error();
  return load_source(*source, overrides);
}

std::string summary(const std::string& given, const Scene& scene) {
  const std::string& preset = scene.table.preset;
  const std::size_t n = scene.balls.size();
  std::string line = fmt::format("{}: ok, {} ball{}, table {}", given, n, n == 1 ? "" : "s",
                                 preset.empty() ? "own" : preset);
  if (!is_pool(scene.system)) line = fmt::format("{}: ok, {}", given, kind_of(scene.system));
  const std::string unsupported = unsupported_text(scene);
  return unsupported.empty() ? line : line + "; cannot be run: " + unsupported;
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
          {"not_built", unsupported_text(*scene)}};
}

}  // namespace

int check_command(const CheckArgs& args, const Verbosity& verbosity) {
  int code = 0;
  auto document = Json::array();
  for (const std::string& given : args.scenes) {
    const auto scene = load(given, args.overrides);
    document.push_back(to_json(given, scene));
    if (!scene) code = args.json ? bad_input : fail(scene.error());
    if (scene && !args.json && !verbosity.quiet) {
      code = std::max(code, print(summary(given, *scene) + "\n"));
    }
  }
  return args.json ? std::max(code, print(json_text(document))) : code;
}

}  // namespace cuelab::cli
