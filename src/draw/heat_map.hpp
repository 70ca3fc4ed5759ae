#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "draw/plot.hpp"
#include "draw/svg.hpp"

namespace cuelab::draw {

/// "#rrggbb" for a share of 0..1: dark blue, green, yellow; grows in lightness, so that it can be
/// read in grey and with any colour vision.
std::string heat_colour(double share);

/// Values over two axes, as colours.
struct HeatMap {
  std::string title;
  Axis x;
  Axis y;
  Vec2 from{};  ///< lower left corner of the area, in the units of the axes
  Vec2 to{};    ///< upper right corner
  std::size_t columns = 1;
  std::size_t rows = 1;
  std::vector<double> values{};  ///< column * rows + row, row 0 below; not finite: no value
  double low = 0.0;              ///< value of the first colour
  double high = 1.0;             ///< value of the last colour
  std::optional<Vec2> mark{};    ///< a point to point out, in the units of the axes
  Vec2 size{560.0, 440.0};       ///< with captions and colour bar [px]
};

/// As a group of a document, with its upper left corner there.
void draw_heat_map(Svg& svg, const HeatMap& map, Vec2 corner);

/// How often values occur, as bars.
struct Histogram {
  std::string title;
  Axis x;
  double low = 0.0;  ///< of the first bar
  double high = 1.0;
  std::vector<std::uint64_t> counts;
  Vec2 size{560.0, 260.0};  ///< [px]
};
void draw_histogram(Svg& svg, const Histogram& histogram, Vec2 corner);

}  // namespace cuelab::draw
