#include "strike/press.hpp"

#include <algorithm>

#include "strike/press_law.hpp"

namespace cuelab {

CueEnd cue_end(const BallSpec& ball, const Cue& cue, const Shot& shot) {
  return {.radius = std::max(cue.tip_radius, pressing::least_tip_radius),
          .mass = pressing::inertia_of_end<double>(ball, cue, stroke_of(shot))};
}

Press press(const Lie& lie, const Cue& cue, const Shot& shot) {
  const PressOf<double> pressed = press_of<double>(lie, cue, stroke_of(shot));
  return {.v = pressed.v, .w = pressed.w, .rebound = pressed.rebound};
}

}  // namespace cuelab
