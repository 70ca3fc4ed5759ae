#include "scene/landing.hpp"

#include <cmath>

namespace cuelab {

Landing landing_at(const Table& table, Vec2 at) {
  constexpr double mouth = 0.05;  // the cloth reaches this far out around a pocket [m]
  bool on_cloth = table.length == 0.0 ||
                  (std::abs(at.x) <= 0.5 * table.length && std::abs(at.y) <= 0.5 * table.width);
  for (std::size_t k = 0; k < table.pockets.size(); ++k) {
    const double distance = norm(at - table.pockets[k].centre);
    if (distance < table.pockets[k].radius) return {.ground = Ground::hole, .pocket = k};
    on_cloth = on_cloth || distance < table.pockets[k].radius + mouth;
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

std::uint32_t part_index_of_pocket(const Table& table, std::size_t pocket) {
  return static_cast<std::uint32_t>(table.cushions.size() + table.jaws.size() + pocket);
}

}  // namespace cuelab
