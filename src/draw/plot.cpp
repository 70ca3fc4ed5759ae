#include "draw/plot.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <string_view>

#include "draw/svg.hpp"

namespace cuelab::draw {

namespace {

/// Colours that can be distinguished with any colour vision and in grey, with dashes for print.
struct Style {
  std::string_view colour;
  std::string_view dash;
};
constexpr std::array<Style, 8> styles = {{{"#222222", "none"},
                                          {"#0072b2", "none"},
                                          {"#d55e00", "9 5"},
                                          {"#009e73", "3 3"},
                                          {"#a23b84", "11 3 3 3"},
                                          {"#b07d00", "16 4"},
                                          {"#56b4e9", "none"},
                                          {"#7a1f1f", "2 5"}}};

struct Range {
  double low = 0.0;
  double high = 1.0;
  double size() const { return high - low; }
};

// the document and the plotting area within it [px]
constexpr double height = 440.0;
constexpr double left = 74.0;
constexpr double legend_width = 306.0;
constexpr double top = 52.0;
constexpr double bottom = 376.0;
constexpr double marker_radius = 4.5;
constexpr std::size_t max_ticks = 10;
constexpr double slack = 1e-9;     // of a step: tolerance for an end that is a multiple of it
constexpr double overhang = 0.01;  // of a step: a smaller overhang gets no further step

/// Position of a value on an axis, in units in which the picture is linear.
double place(const Axis& axis, double value) { return axis.log ? std::log10(value) : value; }

/// A point in those units; not finite where the curve has a gap.
Vec2 place(const Plot& plot, Vec2 p) { return {place(plot.x, p.x), place(plot.y, p.y)}; }

bool finite(Vec2 p) { return std::isfinite(p.x) && std::isfinite(p.y); }

/// Smallest range with all finite points in it, never empty.
Range range_of(const Plot& plot, double Vec2::* axis) {
  std::optional<Range> range;
  for (const Series& series : plot.series) {
    for (const Vec2 point : series.points) {
      const Vec2 p = place(plot, point);
      if (!finite(p)) continue;
      if (!range) range = Range{p.*axis, p.*axis};
      range->low = std::min(range->low, p.*axis);
      range->high = std::max(range->high, p.*axis);
    }
  }
  if (!range) return {};
  if (range->size() <= 0.0) return {range->low - 1.0, range->high + 1.0};
  return *range;
}

/// Markers stay clear of the frame.
Range padded(const Range& range, const Plot& plot) {
  const bool markers = std::any_of(plot.series.begin(), plot.series.end(),
                                   [](const Series& s) { return s.shown != Shown::line; });
  const double margin = markers ? 0.03 * range.size() : 0.0;
  return {range.low - margin, range.high + margin};
}

/// The least 1, 2 or 5 times a power of ten with `most` multiples or fewer in the range.
double step_of(const Range& range, std::size_t most) {
  const double least = range.size() / static_cast<double>(most - 1);
  const double power = std::pow(10.0, std::floor(std::log10(least)));
  for (const double factor : {1.0, 2.0, 5.0}) {
    if (factor * power >= least) return factor * power;
  }
  return 10.0 * power;
}

Range to_whole_steps(const Range& range, bool log) {
  const double step = log ? 1.0 : step_of(range, max_ticks);
  const Range whole{step * std::floor(range.low / step + overhang),
                    step * std::ceil(range.high / step - overhang)};
  return whole.size() > 0.0 ? whole : range;
}

std::string caption(const Axis& axis) {
  return axis.unit.empty() ? axis.label : axis.label + " [" + axis.unit + "]";
}

/// An integer power of ten, with superscript digits.
std::string power_text(int exponent) {
  constexpr std::array<std::string_view, 10> raised = {"⁰", "¹", "²", "³", "⁴",
                                                       "⁵", "⁶", "⁷", "⁸", "⁹"};
  std::string text = exponent < 0 ? "10⁻" : "10";
  for (const char digit : std::to_string(std::abs(exponent))) text += raised[digit - '0'];
  return text;
}

std::string tick_text(const Axis& axis, double value) {
  const double exponent = axis.log ? std::floor(std::log10(value) + slack) : 0.0;
  if (std::abs(exponent) <= 2.0) return fmt::format("{:.6g}", value);
  const double factor = std::round(value / std::pow(10.0, exponent));
  const std::string power = power_text(static_cast<int>(exponent));
  return factor > 1.0 ? fmt::format("{:.0f}·{}", factor, power) : power;
}

std::vector<double> ticks_of(const Axis& axis, const Range& range, std::size_t most) {
  if (!axis.log) return ticks(range.low, range.high, most);
  return log_ticks(std::pow(10.0, range.low), std::pow(10.0, range.high), most);
}

/// Maps the units of the axes to the picture.
struct Frame {
  Range x;
  Range y;
  double right;  ///< edge of the plotting area [px]
  double at_x(double value) const { return left + (value - x.low) / x.size() * (right - left); }
  double at_y(double value) const { return bottom - (value - y.low) / y.size() * (bottom - top); }
};

void draw_axes(Svg& svg, const Plot& plot, const Frame& frame) {
  // grid lines with their numbers, the zero line slightly stronger
  const auto rule = [&](double value, double x1, double y1, double x2, double y2) {
    svg.leaf("line", {{"x1", x1},
                      {"y1", y1},
                      {"x2", x2},
                      {"y2", y2},
                      {"stroke", value == 0.0 ? "#9a9a9a" : "#dddddd"}});
  };
  for (const double tick : ticks_of(plot.x, frame.x, max_ticks)) {
    const double x = frame.at_x(place(plot.x, tick));
    rule(tick, x, top, x, bottom);
    svg.text("text", tick_text(plot.x, tick),
             {{"x", x}, {"y", bottom + 18.0}, {"text-anchor", "middle"}});
  }
  for (const double tick : ticks_of(plot.y, frame.y, max_ticks + 2)) {
    const double y = frame.at_y(place(plot.y, tick));
    rule(tick, left, y, frame.right, y);
    svg.text("text", tick_text(plot.y, tick),
             {{"x", left - 8.0}, {"y", y + 4.5}, {"text-anchor", "end"}});
  }

  // frame and captions
  svg.leaf("rect", {{"x", left},
                    {"y", top},
                    {"width", frame.right - left},
                    {"height", bottom - top},
                    {"fill", "none"},
                    {"stroke", "#444444"}});
  const double middle = 0.5 * (top + bottom);
  svg.text("text", caption(plot.x),
           {{"x", 0.5 * (left + frame.right)}, {"y", bottom + 44.0}, {"text-anchor", "middle"}});
  svg.text("text", caption(plot.y),
           {{"x", 22.0},
            {"y", middle},
            {"text-anchor", "middle"},
            {"transform", "rotate(-90 22 " + number(middle) + ")"}});
}

void draw_line(Svg& svg, const PathData& line, const Series& series, std::size_t place) {
  const Style& style = styles[series.style.value_or(place) % styles.size()];
  svg.leaf("path", {{"d", line.text()},
                    {"fill", "none"},
                    {"stroke", style.colour},
                    {"stroke-width", series.width},
                    {"stroke-dasharray", style.dash},
                    {"stroke-linejoin", "round"}});
}

/// The outline of a marker about a point: square, triangle, diamond, or triangle on its tip.
PathData outline(Vec2 at, std::size_t shape) {
  const double r = marker_radius;
  const auto corner = [&](double x, double y) { return Vec2{at.x + x * r, at.y + y * r}; };
  PathData path;
  switch (shape % 4) {
    case 0:
      return path.move(corner(-0.9, -0.9))
          .line(corner(0.9, -0.9))
          .line(corner(0.9, 0.9))
          .line(corner(-0.9, 0.9));
    case 1:
      return path.move(corner(0.0, -1.2)).line(corner(1.1, 0.8)).line(corner(-1.1, 0.8));
    case 2:
      return path.move(corner(0.0, -1.3))
          .line(corner(1.1, 0.0))
          .line(corner(0.0, 1.3))
          .line(corner(-1.1, 0.0));
    default:
      return path.move(corner(0.0, 1.2)).line(corner(1.1, -0.8)).line(corner(-1.1, -0.8));
  }
}

void draw_marker(Svg& svg, Vec2 at, const Series& series, std::size_t place) {
  const std::size_t style = series.style.value_or(place) % styles.size();
  const std::string_view colour = styles[style].colour;
  if (style == 0) {
    svg.leaf("circle", {{"cx", at.x}, {"cy", at.y}, {"r", marker_radius}, {"fill", colour}});
    return;
  }
  // filled and open markers take turns
  svg.leaf("path", {{"d", outline(at, style - 1).close().text()},
                    {"fill", style % 2 == 1 ? colour : "#ffffff"},
                    {"stroke", colour},
                    {"stroke-width", 1.6}});
}

/// One series within the frame.
void draw_series(Svg& svg, const Plot& plot, const Frame& frame, std::size_t index) {
  const Series& series = plot.series[index];
  PathData curve;
  std::vector<Vec2> markers;
  bool begun = false;
  for (const Vec2 point : series.points) {
    const Vec2 p = place(plot, point);
    if (finite(p)) {
      const Vec2 at{frame.at_x(p.x), frame.at_y(p.y)};
      begun ? curve.line(at) : curve.move(at);
      markers.push_back(at);
    }
    begun = finite(p);
  }
  if (!curve.empty() && series.shown != Shown::points) draw_line(svg, curve, series, index);
  if (series.shown == Shown::line) return;
  for (const Vec2 at : markers) draw_marker(svg, at, series, index);
}

/// Middle of a line of the legend, at its left edge.
Vec2 entry_at(const Frame& frame, std::size_t index) {
  return {frame.right + 16.0, top + 10.0 + 24.0 * static_cast<double>(index)};
}

/// The line of a series in the legend.
void draw_entry(Svg& svg, const Frame& frame, const Series& series, std::size_t index) {
  const Vec2 at = entry_at(frame, index);
  const PathData sample = PathData().move(at).line({at.x + 40.0, at.y});
  if (series.shown != Shown::points) draw_line(svg, sample, series, index);
  if (series.shown != Shown::line) draw_marker(svg, {at.x + 20.0, at.y}, series, index);
  svg.text("text", series.name, {{"x", at.x + 48.0}, {"y", at.y + 4.5}});
}

/// A row of ticks above the x axis, counted from below, and its line of the legend.
void draw_tick_row(Svg& svg, const Frame& frame, const TickRow& row, std::size_t index,
                   Vec2 entry) {
  constexpr double length = 9.0;  // [px]
  const double y = bottom - 3.0 - (length + 3.0) * static_cast<double>(index);
  PathData marks;
  for (const double value : row.at) {
    const double x = frame.at_x(value);
    if (x >= left && x <= frame.right) marks.move({x, y - length}).line({x, y});
  }
  for (const double x : {10.0, 20.0, 30.0}) {
    marks.move({entry.x + x, entry.y - 0.5 * length}).line({entry.x + x, entry.y + 0.5 * length});
  }
  svg.leaf("path", {{"d", marks.text()}, {"stroke", row.colour}, {"stroke-width", 1.6}});
  svg.text("text", row.name, {{"x", entry.x + 48.0}, {"y", entry.y + 4.5}});
}

}  // namespace

std::vector<double> ticks(double low, double high, std::size_t most) {
  if (!std::isfinite(high - low) || !(low < high)) return {};
  const double step = step_of({low, high}, most);
  std::vector<double> values;
  const double first = std::ceil(low / step - slack);
  const double last = std::floor(high / step + slack);
  // counted: far from zero, adding 1 may change nothing
  for (std::size_t i = 0; i < most; ++i) {
    const double k = first + static_cast<double>(i);
    if (k <= last) values.push_back(k == 0.0 ? 0.0 : std::clamp(k * step, low, high));
  }
  return values;
}

std::vector<double> log_ticks(double low, double high, std::size_t most) {
  if (!(low > 0.0) || !(low < high) || !std::isfinite(high)) return {};
  const double decades = std::log10(high / low);
  const double stride = std::max(1.0, std::ceil(decades / static_cast<double>(most - 1) - slack));
  std::vector<double> values;
  const double first = stride * std::floor(std::log10(low) / stride);
  for (double e = first; e <= std::log10(high) + slack; e += stride) {
    for (const double factor : {1.0, 2.0, 5.0}) {
      const double value = factor * std::pow(10.0, e);
      if (factor > 1.0 && decades > 3.0) continue;
      if (value >= low * (1.0 - slack) && value <= high * (1.0 + slack)) values.push_back(value);
    }
  }
  return values;
}

double draw_plot(Svg& svg, const Plot& plot, Vec2 corner) {
  const Frame frame{.x = padded(range_of(plot, &Vec2::x), plot),
                    .y = to_whole_steps(range_of(plot, &Vec2::y), plot.y.log),
                    .right = plot.width - legend_width};
  svg.open("g", {{"font-size", 13.0},
                 {"fill", "#222222"},
                 {"transform", "translate(" + number(corner.x) + " " + number(corner.y) + ")"}});
  svg.text("text", plot.title,
           {{"x", left}, {"y", 30.0}, {"font-size", 16.0}, {"font-weight", "bold"}});
  draw_axes(svg, plot, frame);
  for (std::size_t i = 0; i < plot.series.size(); ++i) {
    draw_series(svg, plot, frame, i);
    draw_entry(svg, frame, plot.series[i], i);
  }
  for (std::size_t i = 0; i < plot.rows.size(); ++i) {
    draw_tick_row(svg, frame, plot.rows[i], i, entry_at(frame, plot.series.size() + i));
  }
  svg.close();
  return height;
}

std::string plot_svg(const Plot& plot) {
  Svg svg(plot.width, height);
  svg.leaf("rect", {{"width", plot.width}, {"height", height}, {"fill", "#ffffff"}});
  draw_plot(svg, plot, {});
  return std::move(svg).finish();
}

}  // namespace cuelab::draw
