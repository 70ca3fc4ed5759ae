#pragma once

#include <string>
#include <vector>

#include "draw/svg.hpp"
#include "draw/view.hpp"

namespace cuelab::draw {

inline constexpr double caption_height = 58.0;  ///< [px]

/// Table, time and counts in one line.
std::string subtitle_of(const Subject& subject);

/// "3 balls", "1 ball".
std::string plural(std::size_t n, const std::string& word);

/// The scene's name, or what stands for it.
std::string title_of(const Scene& scene);

/// Two lines above the picture.
void draw_caption(Svg& svg, double x, const std::string& title, const std::string& subtitle);

/// Items of text below the picture, and a scale bar. Returns where they end [px].
double draw_notes(Svg& svg, const View& view, const std::vector<std::string>& notes,
                  const Box& room);

/// Lines, marks, balls and scale bar below the picture. Returns where it ends [px].
double draw_legend(Svg& svg, const View& view, const Subject& subject, const Box& room);

}  // namespace cuelab::draw
