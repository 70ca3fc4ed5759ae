#pragma once

#include "cuelab/animation.hpp"
#include "draw/view.hpp"

namespace cuelab::draw {

/// An empty animation of the view's size.
Animation empty_animation(const View& view, Viewpoint viewpoint);

/// Adds every ball of the scene, with its colours and its radius in the view.
void add_balls(Animation& animation, const Subject& subject, const View& view);

}  // namespace cuelab::draw
