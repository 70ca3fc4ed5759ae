#pragma once

#include <cstddef>
#include <string_view>

#include "cuelab/moving.hpp"
#include "cuelab/scene.hpp"

namespace cuelab::draw {

/// Pool balls by number, cue, carom and snooker balls by name, anything else from a palette.
/// On a snooker table numbers are reds. The balls of other systems are of steel.
BallLook look_of(const Scene& scene, std::size_t ball);

/// The colours of a table.
struct ClothLook {
  std::string_view bed;
  std::string_view cushion;
};
ClothLook cloth_of(const Table& table);

}  // namespace cuelab::draw
