#include "draw/heat_map.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "draw/page_layout.hpp"

namespace cuelab::draw {
namespace {

/// A rectangle of the picture that shows a range of each axis.
struct Area {
  Box box;  ///< [px]
  Vec2 from;
  Vec2 to;
  Vec2 at(Vec2 p) const {
    return {box.low.x + (p.x - from.x) / (to.x - from.x) * box.width(),
            box.high.y - (p.y - from.y) / (to.y - from.y) * box.height()};
  }
};

constexpr double area_left = 66.0, area_top = 36.0, area_below = 52.0;  // room around an area [px]
constexpr std::size_t most_ticks = 8;

std::string axis_caption(const Axis& axis) {
  return axis.unit.empty() ? axis.label : axis.label + " [" + axis.unit + "]";
}

void put_text(Svg& svg, const std::string& text, Vec2 at, const char* anchor) {
  svg.text("text", text, {{"x", at.x}, {"y", at.y}, {"text-anchor", anchor}});
}

void draw_area_axes(Svg& svg, const Area& area, const Axis& x, const Axis* y) {
  for (const double tick : ticks(area.from.x, area.to.x, most_ticks)) {
    const double at = area.at({tick, area.from.y}).x;
    svg.leaf("line", {{"x1", at},
                      {"y1", area.box.high.y},
                      {"x2", at},
                      {"y2", area.box.high.y + 5.0},
                      {"stroke", "#444444"}});
    put_text(svg, fmt::format("{:.6g}", tick), {at, area.box.high.y + 18.0}, "middle");
  }
  put_text(svg, axis_caption(x), {0.5 * (area.box.low.x + area.box.high.x), area.box.high.y + 40.0},
           "middle");
  if (y != nullptr) {
    for (const double tick : ticks(area.from.y, area.to.y, most_ticks)) {
      const double at = area.at({area.from.x, tick}).y;
      svg.leaf("line", {{"x1", area.box.low.x - 5.0},
                        {"y1", at},
                        {"x2", area.box.low.x},
                        {"y2", at},
                        {"stroke", "#444444"}});
      put_text(svg, fmt::format("{:.6g}", tick), {area.box.low.x - 8.0, at + 4.5}, "end");
    }
    const double middle = 0.5 * (area.box.low.y + area.box.high.y);
    svg.text("text", axis_caption(*y),
             {{"x", 16.0},
              {"y", middle},
              {"text-anchor", "middle"},
              {"transform", "rotate(-90 16 " + number(middle) + ")"}});
  }
  svg.leaf("rect", {{"x", area.box.low.x},
                    {"y", area.box.low.y},
                    {"width", area.box.width()},
                    {"height", area.box.height()},
                    {"fill", "none"},
                    {"stroke", "#444444"}});
}

void open_group(Svg& svg, Vec2 corner, const std::string& title) {
  svg.open("g", {{"font-size", 13.0},
                 {"fill", text_colour},
                 {"transform", "translate(" + number(corner.x) + " " + number(corner.y) + ")"}});
  svg.text("text", title,
           {{"x", area_left}, {"y", 22.0}, {"font-size", 15.0}, {"font-weight", "bold"}});
}

/// Cells are drawn a little larger than they are, so that no seams show between them.
void draw_cell(Svg& svg, const Box& cell, const std::string& colour) {
  constexpr double seam = 0.6;  // [px]
  svg.leaf("rect", {{"x", cell.low.x},
                    {"y", cell.low.y - seam},
                    {"width", cell.width() + seam},
                    {"height", cell.height() + seam},
                    {"fill", colour}});
}

void draw_cells(Svg& svg, const HeatMap& map, const Area& area) {
  const double w = area.box.width() / static_cast<double>(map.columns);
  const double h = area.box.height() / static_cast<double>(map.rows);
  for (std::size_t c = 0; c < map.columns; ++c) {
    for (std::size_t r = 0; r < map.rows; ++r) {
      const double value = map.values[c * map.rows + r];
      if (!std::isfinite(value)) continue;
      const Vec2 low{area.box.low.x + w * static_cast<double>(c),
                     area.box.high.y - h * static_cast<double>(r + 1)};
      draw_cell(svg, {low, {low.x + w, low.y + h}},
                heat_colour((value - map.low) / (map.high - map.low)));
    }
  }
}

void draw_colour_bar(Svg& svg, const HeatMap& map, const Box& box) {
  constexpr std::size_t steps = 64;
  const Area area{box, {0.0, map.low}, {1.0, map.high}};
  for (std::size_t i = 0; i < steps; ++i) {
    const double h = box.height() / static_cast<double>(steps);
    const double y = box.high.y - h * static_cast<double>(i + 1);
    draw_cell(svg, {{box.low.x, y}, {box.high.x, y + h}},
              heat_colour((static_cast<double>(i) + 0.5) / static_cast<double>(steps)));
  }
  for (const double tick : ticks(map.low, map.high, most_ticks)) {
    put_text(svg, fmt::format("{:.4g}", tick), {box.high.x + 6.0, area.at({0.0, tick}).y + 4.5},
             "start");
  }
}

}  // namespace

std::string heat_colour(double share) {
  struct Colour {
    double r, g, b;
  };
  // equal steps of lightness
  constexpr std::array<Colour, 6> stops = {{{48, 18, 84},
                                            {61, 75, 138},
                                            {38, 130, 142},
                                            {53, 183, 121},
                                            {160, 218, 57},
                                            {253, 231, 37}}};
  const double place = std::clamp(share, 0.0, 1.0) * static_cast<double>(stops.size() - 1);
  const auto k = std::min(static_cast<std::size_t>(place), stops.size() - 2);
  const double f = place - static_cast<double>(k);
  const auto mix = [&](double Colour::* part) {
    return static_cast<int>(
        std::lround(stops[k].*part + f * (stops[k + 1].*part - stops[k].*part)));
  };
  return fmt::format("#{:02x}{:02x}{:02x}", mix(&Colour::r), mix(&Colour::g), mix(&Colour::b));
}

void draw_heat_map(Svg& svg, const HeatMap& map, Vec2 corner) {
  constexpr double bar = 16.0, bar_room = 74.0;  // [px]
  const Area area{
      {{area_left, area_top}, {map.size.x - bar_room, map.size.y - area_below}}, map.from, map.to};
  open_group(svg, corner, map.title);
  draw_cells(svg, map, area);
  draw_area_axes(svg, area, map.x, &map.y);
  const double x = area.box.high.x + 14.0;
  draw_colour_bar(svg, map, {{x, area_top}, {x + bar, area.box.high.y}});
  if (map.mark) {
    const Vec2 at = area.at(*map.mark);
    for (const auto& [colour, width] : {std::pair{"#000000", 4.0}, std::pair{"#ffffff", 2.0}}) {
      svg.leaf("circle", {{"cx", at.x},
                          {"cy", at.y},
                          {"r", 7.0},
                          {"fill", "none"},
                          {"stroke", colour},
                          {"stroke-width", width}});
    }
  }
  svg.close();
}

void draw_histogram(Svg& svg, const Histogram& histogram, Vec2 corner) {
  const auto most = *std::max_element(histogram.counts.begin(), histogram.counts.end());
  double all = 0.0;
  for (const std::uint64_t n : histogram.counts) all += static_cast<double>(n);
  const double highest = all > 0.0 ? 100.0 * static_cast<double>(most) / all : 1.0;
  const Area area{{{area_left, area_top}, {histogram.size.x - 16.0, histogram.size.y - area_below}},
                  {histogram.low, 0.0},
                  {histogram.high, 1.06 * highest}};
  open_group(svg, corner, histogram.title);
  const double w = (histogram.high - histogram.low) / static_cast<double>(histogram.counts.size());
  for (std::size_t i = 0; i < histogram.counts.size(); ++i) {
    if (histogram.counts[i] == 0) continue;
    const double share = 100.0 * static_cast<double>(histogram.counts[i]) / all;
    const double x = histogram.low + w * static_cast<double>(i);
    const Vec2 a = area.at({x, share}), b = area.at({x + w, 0.0});
    svg.leaf("rect", {{"x", a.x + 0.5},
                      {"y", a.y},
                      {"width", std::max(0.5, b.x - a.x - 1.0)},
                      {"height", b.y - a.y},
                      {"fill", "#2f7f8f"}});
  }
  const Axis share{"share of shots", "%"};
  draw_area_axes(svg, area, histogram.x, &share);
  svg.close();
}

}  // namespace cuelab::draw
