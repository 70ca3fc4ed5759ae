#include "draw/plot.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <string_view>

#include "draw/svg.hpp"

namespace cuelab::draw {

namespace {

/// Colours that differ for all kinds of sight and in grey, with dashes for print.
struct Style {
  std::string_view colour;
  std::string_view dash;
};
constexpr std::array<Style, 6> styles = {{{"#222222", "none"},
                                          {"#0072b2", "none"},
                                          {"#d55e00", "9 5"},
                                          {"#009e73", "3 3"},
                                          {"#a23b84", "11 3 3 3"},
                                          {"#b07d00", "16 4"}}};

struct Range {
  double low = 0.0;
  double high = 1.0;
  double size() const { return high - low; }
};

// the document and the plotting area within it [px]
constexpr double width = 900.0;
constexpr double height = 440.0;
constexpr double left = 74.0;
constexpr double right = 594.0;
constexpr double top = 52.0;
constexpr double bottom = 376.0;
constexpr std::size_t most_ticks = 10;

bool finite(Vec2 p) { return std::isfinite(p.x) && std::isfinite(p.y); }

/// Smallest range with all finite points in it, never empty.
Range range_of(const Plot& plot, double Vec2::* axis) {
  std::optional<Range> range;
  for (const Series& series : plot.series) {
    for (const Vec2 p : series.points) {
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

/// The least 1, 2 or 5 times a power of ten with `most` multiples or fewer in the range.
double step_of(const Range& range, std::size_t most) {
  const double least = range.size() / static_cast<double>(most - 1);
  const double power = std::pow(10.0, std::floor(std::log10(least)));
  for (const double factor : {1.0, 2.0, 5.0}) {
    if (factor * power >= least) return factor * power;
  }
  return 10.0 * power;
}

Range to_whole_steps(const Range& range) {
  const double step = step_of(range, most_ticks);
  return {step * std::floor(range.low / step), step * std::ceil(range.high / step)};
}

std::string caption(const Axis& axis) {
  return axis.unit.empty() ? axis.label : axis.label + " [" + axis.unit + "]";
}

/// Maps the units of the axes to the picture.
struct Frame {
  Range x;
  Range y;
  double at_x(double value) const { return left + (value - x.low) / x.size() * (right - left); }
  double at_y(double value) const { return bottom - (value - y.low) / y.size() * (bottom - top); }
};

void draw_axes(Svg& svg, const Plot& plot, const Frame& frame) {
  // grid lines with their numbers, the zero line a little stronger
  const auto rule = [&](double value, double x1, double y1, double x2, double y2) {
    svg.leaf("line", {{"x1", x1},
                      {"y1", y1},
                      {"x2", x2},
                      {"y2", y2},
                      {"stroke", value == 0.0 ? "#9a9a9a" : "#dddddd"}});
  };
  for (const double tick : ticks(frame.x.low, frame.x.high, most_ticks)) {
    const double x = frame.at_x(tick);
    rule(tick, x, top, x, bottom);
    svg.text("text", fmt::format("{:.6g}", tick),
             {{"x", x}, {"y", bottom + 18.0}, {"text-anchor", "middle"}});
  }
  for (const double tick : ticks(frame.y.low, frame.y.high, most_ticks + 2)) {
    const double y = frame.at_y(tick);
    rule(tick, left, y, right, y);
    svg.text("text", fmt::format("{:.6g}", tick),
             {{"x", left - 8.0}, {"y", y + 4.5}, {"text-anchor", "end"}});
  }

  // frame and captions
  svg.leaf("rect", {{"x", left},
                    {"y", top},
                    {"width", right - left},
                    {"height", bottom - top},
                    {"fill", "none"},
                    {"stroke", "#444444"}});
  const double middle = 0.5 * (top + bottom);
  svg.text("text", caption(plot.x),
           {{"x", 0.5 * (left + right)}, {"y", bottom + 44.0}, {"text-anchor", "middle"}});
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

}  // namespace

std::vector<double> ticks(double low, double high, std::size_t most) {
  if (!std::isfinite(high - low) || !(low < high)) return {};
  const double step = step_of({low, high}, most);
  constexpr double slack = 1e-9;  // of a step: an end that is a multiple but for rounding counts
  std::vector<double> values;
  const double last = std::floor(high / step + slack);
  for (double k = std::ceil(low / step - slack); k <= last; k += 1.0) {
    values.push_back(k == 0.0 ? 0.0 : std::clamp(k * step, low, high));
  }
  return values;
}

std::string plot_svg(const Plot& plot) {
  const Frame frame{.x = range_of(plot, &Vec2::x), .y = to_whole_steps(range_of(plot, &Vec2::y))};
  Svg svg(width, height);
  svg.leaf("rect", {{"width", width}, {"height", height}, {"fill", "#ffffff"}});
  svg.open("g", {{"font-size", 13.0}, {"fill", "#222222"}});
  svg.text("text", plot.title,
           {{"x", left}, {"y", 30.0}, {"font-size", 16.0}, {"font-weight", "bold"}});
  draw_axes(svg, plot, frame);

  // each curve and its line of the legend
  double legend_y = top + 10.0;
  for (std::size_t i = 0; i < plot.series.size(); ++i) {
    const Series& series = plot.series[i];
    PathData curve;
    bool begun = false;
    for (const Vec2 p : series.points) {
      if (finite(p)) {
        const Vec2 at{frame.at_x(p.x), frame.at_y(p.y)};
        begun ? curve.line(at) : curve.move(at);
      }
      begun = finite(p);
    }
    if (!curve.empty()) draw_line(svg, curve, series, i);
    const PathData sample =
        PathData().move({right + 16.0, legend_y}).line({right + 56.0, legend_y});
    draw_line(svg, sample, series, i);
    svg.text("text", series.name, {{"x", right + 64.0}, {"y", legend_y + 4.5}});
    legend_y += 24.0;
  }
  return std::move(svg).finish();
}

}  // namespace cuelab::draw
