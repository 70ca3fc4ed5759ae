#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "cuelab/scene.hpp"

namespace cuelab::draw {

/// How a ball and its path are painted.
struct BallLook {
  std::string_view fill;  ///< of the ball
  std::string_view path;  ///< a tint of it that shows on the cloth
  bool striped = false;
  bool disc = true;   ///< the label stands on a white disc, otherwise white on the ball
  std::string label;  ///< on the ball, "" for none
};

/// Pool balls by number, cue, carom and snooker balls by name, anything else from a palette.
/// On a snooker table numbers are reds.
BallLook look_of(const Scene& scene, std::size_t ball);

/// The colours of a table.
struct ClothLook {
  std::string_view bed;
  std::string_view cushion;
};
ClothLook cloth_of(const Table& table);

}  // namespace cuelab::draw
