#pragma once

#include <cstdint>

#include "cuelab/scene.hpp"

namespace cuelab {

/// What a ball lands on.
enum class Ground : std::uint8_t { cloth, hole, floor };

struct Landing {
  Ground ground = Ground::cloth;
  std::uint32_t pocket = 0;  ///< of a hole: index among the table's pockets
};

Landing landing_at(const Table& table, Vec2 at);

/// A ball at rest in a pocket.
BallState fallen_into(const Pocket& pocket);

/// A ball on the floor.
BallState lost_at(Vec2 at);

}  // namespace cuelab
