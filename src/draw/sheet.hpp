#pragma once

#include <functional>
#include <string>
#include <string_view>

#include "draw/svg.hpp"
#include "draw/view.hpp"

namespace cuelab::draw {

inline constexpr double margin = 22.0;           ///< around everything [px]
inline constexpr double picture_width = 1200.0;  ///< of the whole drawing [px]

inline constexpr std::string_view paper_colour = "#fbfaf6";

/// What is drawn on a sheet.
struct Sheet {
  const View& view;
  std::string title;     ///< above the picture
  std::string subtitle;  ///< below the title
  double corner = 0.0;   ///< rounding of the picture's frame [px]
  /// What stands below the picture, within a box; returns where it ends [px].
  std::function<double(Svg&, const Box&)> legend;
};

/// A whole document: caption, the picture kept inside its frame, legend.
std::string draw_sheet(const Sheet& sheet, const std::function<void(Svg&)>& draw_picture);

/// The legend of a table's picture.
std::function<double(Svg&, const Box&)> legend_of(const View& view, const Subject& subject);

/// A layer of a moving picture: a document of the view's size with just that in it.
std::string draw_layer(const View& view, const std::function<void(Svg&)>& draw_picture);

}  // namespace cuelab::draw
