#pragma once

#include "draw/svg.hpp"
#include "draw/view.hpp"

namespace cuelab::draw {

/// Gradients of the table, to be written inside <defs>.
void define_table(Svg& svg);

/// Wood, cloth, lines and spots, cushions, pockets and diamonds.
void draw_table(Svg& svg, const View& view, const Table& table);

}  // namespace cuelab::draw
