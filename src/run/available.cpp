#include <algorithm>
#include <array>

#include "cuelab/run.hpp"
#include "scene/text.hpp"

namespace cuelab {

std::span<const Engine> available_engines() {
  static constexpr std::array<Engine, 3> engines = {Engine::event, Engine::smooth, Engine::stepped};
  return engines;
}

std::optional<Error> unsupported_reason(const Scene& scene) {
  if (!scene.not_built.empty()) return Error{"", "", scene.not_built};
  const std::span<const Engine> engines = available_engines();
  if (std::ranges::find(engines, scene.run.engine) != engines.end()) return {};
  std::string names;
  for (const Engine engine : engines) {
    names += (names.empty() ? "" : ", ") + std::string(name_of(engine));
  }
  return Error{"", "run.engine",
               in_quotes(name_of(scene.run.engine)) + " is not built yet; available: " + names};
}

}  // namespace cuelab
