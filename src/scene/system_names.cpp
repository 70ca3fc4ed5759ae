#include <array>

#include "cuelab/system_spec.hpp"

namespace cuelab {

std::string_view kind_of(const SystemSpec& system) {
  constexpr std::array<std::string_view, std::variant_size_v<SystemModel>> names = {
      "pool", "bouncing-ball", "newtons-cradle", "ball-bearing"};
  return names[system.model.index()];
}

std::span<const std::string_view> part_names(const SystemSpec& system) {
  static constexpr std::array<std::string_view, 1> plane = {"plane"};
  static constexpr std::array<std::string_view, 1> tube = {"tube"};
  static constexpr std::array<std::string_view, 5> bearing = {
      "inner race", "inner defect", "outer defect", "inner shoulder", "outer shoulder"};
  if (const auto* ball = std::get_if<BouncingBall>(&system.model)) {
    return ball->surface == BouncingBall::Surface::plane ? plane : tube;
  }
  if (std::holds_alternative<BallBearing>(system.model)) return bearing;
  return {};
}

}  // namespace cuelab
