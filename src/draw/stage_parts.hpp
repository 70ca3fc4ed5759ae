#pragma once

#include "cuelab/moving.hpp"
#include "draw/view.hpp"

namespace cuelab::draw {

/// A stage of the view's size with nothing on it.
Stage empty_stage(const View& view, Sight sight);

/// Every ball of the scene, as it looks in the view.
void add_balls(Stage& stage, const Subject& subject, const View& view);

}  // namespace cuelab::draw
