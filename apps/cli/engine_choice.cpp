#include "engine_choice.hpp"

#include <fmt/format.h>

#include "console.hpp"
#include "cuelab/io.hpp"

namespace cuelab::cli {
namespace {

constexpr const char* available = "available: event, smooth, stepped";

bool is_built(Engine engine) { return engine != Engine::hybrid; }

std::string not_built(std::string_view engine) {
  return fmt::format("\"{}\" is not built yet; {}", engine, available);
}

std::optional<Error> find_engine_fault(const std::string& engine) {
  if (engine.empty()) return {};
  std::vector<std::string> names;
  for (const Engine e : {Engine::event, Engine::smooth, Engine::hybrid, Engine::stepped}) {
    names.emplace_back(name_of(e));
    if (engine != name_of(e)) continue;
    if (is_built(e)) return {};
    return Error{"", "--engine", not_built(engine)};
  }
  return Error{
      "", "--engine",
      fmt::format("\"{}\" is no engine{}; {}", engine, suggestion(engine, names), available)};
}

}  // namespace

std::vector<std::string> built_engines() {
  std::vector<std::string> names;
  for (const Engine e : {Engine::event, Engine::smooth, Engine::hybrid, Engine::stepped}) {
    if (is_built(e)) names.emplace_back(name_of(e));
  }
  return names;
}

std::string find_hindrance(const Scene& scene) {
  if (!scene.not_built.empty()) return scene.not_built;
  return is_built(scene.run.engine) ? "" : "run.engine: " + not_built(name_of(scene.run.engine));
}

Result<Scene> load_for_run(const std::string& path, const std::string& engine,
                           std::vector<std::string> overrides) {
  if (const auto fault = find_engine_fault(engine)) return *fault;
  if (!engine.empty()) overrides.push_back(fmt::format("run.engine=\"{}\"", engine));
  auto scene = load_scene(path, overrides);
  if (!scene) return scene;
  if (!is_built(scene->run.engine)) {
    return Error{path, "run.engine",
                 not_built(name_of(scene->run.engine)) + " (try --engine event)"};
  }
  if (!scene->not_built.empty()) return Error{path, "", scene->not_built};
  return scene;
}

}  // namespace cuelab::cli
