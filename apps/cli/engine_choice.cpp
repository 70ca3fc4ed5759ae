#include "engine_choice.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "console.hpp"
#include "cuelab/run.hpp"

namespace cuelab::cli {

std::optional<Error> find_engine_fault(const std::string& engine, const std::string& option) {
  const std::vector<std::string> names = engine_names();
  if (engine.empty() || std::ranges::find(names, engine) != names.end()) return {};
  return Error{"", option,
               fmt::format("unknown engine \"{}\"{}; available: {}", engine,
                           suggestion(engine, names), fmt::join(names, ", "))};
}

std::vector<std::string> engine_names() {
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
  if (const auto fault = find_engine_fault(engine, "--engine")) return *fault;
  if (!engine.empty()) overrides.push_back(fmt::format("run.engine=\"{}\"", engine));
  auto scene = load_source(source, overrides);
  if (!scene) return scene;
  auto reason = unsupported_reason(*scene);
  if (!reason) return scene;
  reason->file = source.label();
  return *std::move(reason);
}

}  // namespace cuelab::cli
