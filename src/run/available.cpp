#include <array>

#include "cuelab/run.hpp"

namespace cuelab {

std::span<const Engine> available_engines() {
  static constexpr std::array<Engine, 4> engines = {Engine::event, Engine::smooth, Engine::hybrid,
                                                    Engine::stepped};
  return engines;
}

std::optional<Error> unsupported_reason(const Scene& scene) {
  if (!scene.not_built.empty()) return Error{"", "", scene.not_built};
  return {};
}

}  // namespace cuelab
