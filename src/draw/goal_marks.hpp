#pragma once

#include "cuelab/shaping.hpp"
#include "draw/svg.hpp"
#include "draw/view.hpp"

namespace cuelab::draw {

/// What is wanted of a shot, on its table: gates, targets, obstacles, pockets and cushions.
void draw_goals(Svg& svg, const View& view, const ShapingProblem& problem);

/// The points that goals name, for the choice of a view.
std::vector<Vec2> goal_points(const ShapingProblem& problem);

}  // namespace cuelab::draw
