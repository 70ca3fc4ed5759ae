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

/// What is drawn.
enum class Sort : std::uint8_t {
  any,
  breaks,  ///< a rack and a hard stroke at it
  jammed   ///< touching balls, balls frozen to cushions, in jaws, in piles
};

/// The scene of a seed: same seed, mode and sort, same scene. Nothing when a hundred draws in a row
/// were refused.
std::optional<DrawnScene> draw_scene(std::uint64_t seed, Mode mode, Sort sort = Sort::any);

}  // namespace cuelab::fuzz
