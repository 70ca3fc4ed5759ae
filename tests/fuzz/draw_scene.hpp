#pragma once

#include <cstdint>
#include <optional>

#include "cuelab/scene.hpp"
#include "fuzz/dice.hpp"

namespace cuelab::fuzz {

/// A scene and how many before it `find_fault` refused.
struct DrawnScene {
  Scene scene;
  unsigned refused = 0;
};

/// The scene of a seed: same seed and mode, same scene. Nothing when a hundred draws in a row were
/// refused.
std::optional<DrawnScene> draw_scene(std::uint64_t seed, Mode mode);

}  // namespace cuelab::fuzz
