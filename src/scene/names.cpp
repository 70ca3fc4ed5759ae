#include <array>

#include "cuelab/scene.hpp"

namespace cuelab {

std::string_view name_of(Engine engine) {
  switch (engine) {
    case Engine::event:
      return "event";
    case Engine::smooth:
      return "smooth";
    case Engine::hybrid:
      return "hybrid";
    case Engine::stepped:
      return "stepped";
  }
  return "";
}

std::string_view name_of(CushionContact contact) {
  constexpr std::array<std::string_view, 3> names = {"line", "plane", "slanted-plane"};
  return names[static_cast<std::size_t>(contact)];
}

}  // namespace cuelab
