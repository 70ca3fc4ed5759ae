#pragma once

#include <cstdint>

#include "cuelab/scene.hpp"

namespace cuelab {

/// What lies below a ball that comes down.
enum class Ground : std::uint8_t { cloth, hole, floor };

struct Landing {
  Ground ground = Ground::cloth;
  std::size_t pocket = 0;  ///< of a hole: index among the table's pockets
};

Landing landing_at(const Table& table, Vec2 at);

/// A ball at rest in a pocket.
BallState fallen_into(const Pocket& pocket);

/// A ball on the floor.
BallState lost_at(Vec2 at);

/// Index of a pocket among all parts of the table, as in Event::other.
std::uint32_t part_index_of_pocket(const Table& table, std::size_t pocket);

}  // namespace cuelab
