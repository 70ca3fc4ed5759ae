#include "scene/landing.hpp"

#include <algorithm>
#include <cmath>

#include "scene/geometry.hpp"

namespace cuelab {

Landing landing_at(const Table& table, Vec2 at) {
  constexpr double mouth = 0.05;  // the cloth extends this far around the hole of a pocket [m]
  bool on_cloth = table.length == 0.0 ||
                  (std::abs(at.x) <= 0.5 * table.length && std::abs(at.y) <= 0.5 * table.width);
  const auto is_on = [&](const Jaw& jaw) { return norm(at - jaw.centre) < jaw.radius; };
  if (std::ranges::any_of(table.jaws, is_on)) return {.ground = Ground::floor};
  for (std::uint32_t k = 0; k < table.pockets.size(); ++k) {
    const double distance = norm(at - table.pockets[k].centre);
    if (distance < table.pockets[k].radius) return {.ground = Ground::hole, .pocket = k};
    on_cloth = on_cloth || is_in_mouth(table, table.pockets[k], at, mouth);
  }
  return {.ground = on_cloth ? Ground::cloth : Ground::floor};
}

BallState fallen_into(const Pocket& pocket) {
  return {.r = {pocket.centre.x, pocket.centre.y, -pocket.depth},
          .v = {},
          .w = {},
          .motion = Motion::pocketed};
}

BallState lost_at(Vec2 at) {
  return {.r = {at.x, at.y, 0.0}, .v = {}, .w = {}, .motion = Motion::off_table};
}

}  // namespace cuelab
