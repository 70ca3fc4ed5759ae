#pragma once

#include "draw/svg.hpp"
#include "draw/view.hpp"

namespace cuelab::draw {

/// From the nose to the wood: as deep as the table's facings, or what looks right [m].
double cushion_depth(const Table& table);

/// From the nose to the outer edge of the wood [m].
double rail_width(const Table& table);

/// Whether the table has rails all around that carry a wooden frame.
bool has_frame(const Table& table);

/// Gradients the table needs, to be written inside <defs>.
void define_table(Svg& svg);

/// Wood, cloth, lines and spots, cushions, pockets and sights.
void draw_table(Svg& svg, const View& view, const Table& table);

}  // namespace cuelab::draw
