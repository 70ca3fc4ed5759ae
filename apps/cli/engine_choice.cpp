#include "engine_choice.hpp"

#include <fmt/format.h>

#include "console.hpp"
#include "cuelab/run.hpp"

namespace cuelab::cli {
namespace {

/// Error for an unknown or unavailable engine.
std::optional<Error> find_engine_fault(const std::string& engine) {
  if (engine.empty()) return {};
  std::vector<std::string> names;
  for (const Engine e : {Engine::event, Engine::smooth, Engine::hybrid, Engine::stepped}) {
    names.emplace_back(name_of(e));
    if (engine != name_of(e)) continue;
    Scene scene;
    scene.run.engine = e;
    auto reason = unsupported_reason(scene);
    if (reason) reason->key = "--engine";
    return reason;
  }
  return Error{"", "--engine",
               fmt::format("unknown engine \"{}\"{}; available: {}", engine,
                           suggestion(engine, names), fmt::join(built_engines(), ", "))};
}

}  // namespace

std::vector<std::string> built_engines() {
  std::vector<std::string> names;
  for (const Engine engine : available_engines()) names.emplace_back(name_of(engine));
  return names;
}

std::string unsupported_text(const Scene& scene) {
  const auto reason = unsupported_reason(scene);
  return reason ? reason->message() : "";
}

Result<Scene> load_for_run(const SceneSource& source, const std::string& engine,
                           std::vector<std::string> overrides) {
  if (const auto fault = find_engine_fault(engine)) return *fault;
  if (!engine.empty()) overrides.push_back(fmt::format("run.engine=\"{}\"", engine));
  auto scene = load_source(source, overrides);
  if (!scene) return scene;
  auto reason = unsupported_reason(*scene);
  if (!reason) return scene;
  reason->file = source.label();
  if (reason->key == "run.engine") reason->what += " (try --engine event)";
  return *std::move(reason);
}

}  // namespace cuelab::cli
