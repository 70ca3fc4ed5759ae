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
  return contact == CushionContact::line ? "line" : "plane";
}

}  // namespace cuelab
