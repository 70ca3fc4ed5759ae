#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "cuelab/vec.hpp"

namespace cuelab::draw {

class Svg;

/// How a series is shown: a curve through its points, a marker at each of them, or both.
enum class Shown : std::uint8_t { line, points, both };

/// One curve of a plot.
struct Series {
  std::string name;
  std::vector<Vec2> points = {};  ///< in the units of the axes; a gap where one is not finite
  std::optional<std::size_t> style = {};  ///< colour and dash; by default its index in the plot
  double width = 2.2;                     ///< of the line [px]
  Shown shown = Shown::line;
};

/// Quantity of an axis; the unit may be empty. On a logarithmic axis a point that is not positive
/// is a gap.
struct Axis {
  std::string label;
  std::string unit;
  bool log = false;
};

/// Instants shown as a row of short ticks above the x axis.
struct TickRow {
  std::string name;
  std::vector<double> at;  ///< in the unit of the x axis
  std::string colour;
};

struct Plot {
  std::string title;
  Axis x;
  Axis y;
  std::vector<Series> series;
  std::vector<TickRow> rows = {};
  double width = 900.0;  ///< of the document [px]
};

/// Multiples of 1, 2 or 5 times a power of ten within low..high, `most` of them or fewer
/// (most >= 2). A range that is empty or not finite has none.
std::vector<double> ticks(double low, double high, std::size_t most);

/// The same for a logarithmic axis, 0 < low: powers of ten, with 2 and 5 times them where the range
/// is small, or every n-th of them where it is large.
std::vector<double> log_ticks(double low, double high, std::size_t most);

/// The plot as an SVG document on white: frame, grid, ticks, curves, legend on the right. The x
/// axis spans the data (a little more when there are markers), the y axis the whole ticks around
/// it.
std::string plot_svg(const Plot& plot);

/// The same without background, as a group of another document with its upper left corner there.
/// Returns its height [px].
double draw_plot(Svg& svg, const Plot& plot, Vec2 corner);

}  // namespace cuelab::draw
