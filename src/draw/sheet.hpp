#pragma once

#include <functional>
#include <string>

#include "draw/svg.hpp"
#include "draw/view.hpp"

namespace cuelab::draw {

inline constexpr double margin = 22.0;           ///< around everything [px]
inline constexpr double picture_width = 1200.0;  ///< of the whole drawing [px]

/// What is drawn on a sheet.
struct Sheet {
  const View& view;
  const Subject& caption;  ///< whose name, time and counts stand above the picture
  std::string note;        ///< after them
  const Subject& legend;   ///< whose lines, marks and balls stand below
  double corner = 0.0;     ///< rounding of the picture's frame [px]
};

/// A whole document: caption, the picture kept inside its frame, legend.
std::string draw_sheet(const Sheet& sheet, const std::function<void(Svg&)>& draw_picture);

}  // namespace cuelab::draw
