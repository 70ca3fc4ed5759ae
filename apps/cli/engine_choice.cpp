#include "engine_choice.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "console.hpp"
#include "cuelab/io.hpp"

namespace cuelab::cli {
namespace {

constexpr const char* available = "available: event";

std::string not_built(std::string_view engine) {
  return fmt::format("\"{}\" is not built yet; {}", engine, available);
}

std::optional<Error> find_engine_fault(const std::string& engine) {
  std::vector<std::string> names;
  for (const Engine e : {Engine::event, Engine::smooth, Engine::hybrid, Engine::stepped}) {
    names.emplace_back(name_of(e));
  }
  if (engine.empty() || engine == names.front()) return {};
  if (std::find(names.begin(), names.end(), engine) != names.end()) {
    return Error{"", "--engine", not_built(engine)};
  }
  return Error{
      "", "--engine",
      fmt::format("\"{}\" is no engine{}; {}", engine, suggestion(engine, names), available)};
}

}  // namespace

Result<Scene> load_for_run(const std::string& path, const std::string& engine,
                           std::vector<std::string> overrides) {
  if (const auto fault = find_engine_fault(engine)) return *fault;
  if (!engine.empty()) overrides.push_back(fmt::format("run.engine=\"{}\"", engine));
  auto scene = load_scene(path, overrides);
  if (!scene) return scene;
  if (scene->run.engine != Engine::event) {
    return Error{path, "run.engine",
                 not_built(name_of(scene->run.engine)) + " (try --engine event)"};
  }
  if (!scene->not_built.empty()) return Error{path, "", scene->not_built};
  return scene;
}

}  // namespace cuelab::cli
