#pragma once

#include "draw/svg.hpp"
#include "draw/view.hpp"

namespace cuelab::draw {

inline constexpr double slate_thickness = 0.025;  ///< as drawn [m]

/// The table seen along y: lines of equal height, far rail, slate, cloth, and the cushion profiles
/// at both ends. The view maps x and z.
void draw_side_table(Svg& svg, const View& view, const Table& table);

}  // namespace cuelab::draw
