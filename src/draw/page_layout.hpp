#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "draw/svg.hpp"
#include "draw/view.hpp"

namespace cuelab::draw {

inline constexpr double margin = 22.0;           ///< around everything [px]
inline constexpr double picture_width = 1200.0;  ///< of the whole drawing [px]

inline constexpr std::string_view paper_colour = "#fbfaf6";
inline constexpr std::string_view text_colour = "#22302e";
inline constexpr std::string_view pale_text_colour = "#5c6967";

/// The content of a page.
struct Page {
  const View& view;
  std::string title;     ///< above the picture
  std::string subtitle;  ///< below the title
  double corner = 0.0;   ///< corner radius of the picture's frame [px]
  /// Draws what is below the picture, within a box; returns where it ends [px].
  std::function<double(Svg&, const Box&)> legend;
};

/// A whole document: caption, the picture clipped to its frame, legend.
std::string draw_page(const Page& page, const std::function<void(Svg&)>& draw_picture);

/// The legend of a table's picture.
std::function<double(Svg&, const Box&)> legend_of(const View& view, const Subject& subject);

/// A layer of a moving picture: a document of the view's size with only that picture.
std::string draw_layer(const View& view, const std::function<void(Svg&)>& draw_picture);

inline constexpr double caption_height = 58.0;  ///< [px]

/// Table, time and counts in one line.
std::string subtitle_of(const Subject& subject);

/// "3 balls", "1 ball".
std::string plural(std::size_t n, const std::string& word);

/// The scene's name, or a default title.
std::string title_of(const Scene& scene);

/// Two lines above the picture.
void draw_caption(Svg& svg, double x, const std::string& title, const std::string& subtitle);

/// Items of text below the picture, and a scale bar. Returns where they end [px].
double draw_notes(Svg& svg, const View& view, const std::vector<std::string>& notes,
                  const Box& room);

/// Lines, marks, balls and scale bar below the picture. Returns where it ends [px].
double draw_legend(Svg& svg, const View& view, const Subject& subject, const Box& room);

}  // namespace cuelab::draw
