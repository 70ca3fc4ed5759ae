// Curves over time: panels one above the other with one time axis.
#include <algorithm>
#include <array>
#include <cmath>
#include <functional>
#include <string>

#include "cuelab/draw.hpp"
#include "draw/curve_data.hpp"
#include "draw/legend.hpp"
#include "draw/plot.hpp"
#include "draw/sheet.hpp"
#include "draw/svg.hpp"
#include "draw/system_art.hpp"
#include "draw/view.hpp"

namespace cuelab {
namespace {

using namespace draw;

// the document [px]
constexpr double left = 92.0;
constexpr double right = picture_width - margin;
constexpr double panel_height = 168.0;
constexpr double panel_gap = 40.0;
constexpr double first_panel = caption_height + 34.0;
constexpr double below = 64.0;           ///< for the time axis' numbers and name
constexpr double least_distance = 0.35;  ///< closer points cannot be told apart
constexpr std::size_t most_ticks = 6;
constexpr std::string_view ink = "#22302e";
constexpr std::string_view pale_ink = "#5c6967";

struct Place {
  double top = 0.0;
  double t_end = 1.0;
  double low = 0.0;
  double high = 1.0;

  double x(double t) const { return left + (right - left) * t / t_end; }
  double y(double value) const { return top + panel_height * (1.0 - (value - low) / (high - low)); }
};

/// Room for all values, with zero in it, up to whole ticks.
Place place_of(const Panel& panel, double top, double t_end) {
  double low = 0.0;
  double high = 0.0;
  for (const Curve& curve : panel.curves) {
    for (const Vec2 p : curve.points) {
      low = std::min(low, p.y);
      high = std::max(high, p.y);
    }
  }
  if (high <= low) high = low + 1.0;
  const double more = 0.06 * (high - low);
  return {top, t_end, low < 0.0 ? low - more : low, high + more};
}

void draw_axes(Svg& svg, const Panel& panel, const Place& place, bool last) {
  const double bottom = place.top + panel_height;
  svg.leaf("rect", {{"x", left},
                    {"y", place.top},
                    {"width", right - left},
                    {"height", panel_height},
                    {"fill", "#ffffff"},
                    {"stroke", "#b9c1be"}});
  const auto rule = [&](Vec2 from, Vec2 to, bool zero) {
    svg.leaf("line", {{"x1", from.x},
                      {"y1", from.y},
                      {"x2", to.x},
                      {"y2", to.y},
                      {"stroke", zero ? "#a3aca9" : "#e3e7e4"}});
  };
  for (const double t : ticks(0.0, place.t_end, 12)) {
    rule({place.x(t), place.top}, {place.x(t), bottom}, false);
    if (!last) continue;
    svg.text("text", tick_label(panel.time_scale * t),
             {{"x", place.x(t)}, {"y", bottom + 18.0}, {"text-anchor", "middle"}});
  }
  for (const double v : ticks(place.low, place.high, most_ticks)) {
    rule({left, place.y(v)}, {right, place.y(v)}, v == 0.0);
    svg.text("text", tick_label(v),
             {{"x", left - 8.0}, {"y", place.y(v) + 4.5}, {"text-anchor", "end"}});
  }
  svg.text("text", panel.title,
           {{"x", left}, {"y", place.top - 8.0}, {"font-weight", "bold"}, {"fill", ink}});
  if (!last) return;
  svg.text("text", panel.time_scale > 1.0 ? "time [ms]" : "time [s]",
           {{"x", 0.5 * (left + right)}, {"y", bottom + 40.0}, {"text-anchor", "middle"}});
}

/// A line through the points; those too close to be seen apart are left out.
PathData line_through(const Curve& curve, const Place& place) {
  PathData line;
  Vec2 last{-1e9, 0.0};
  for (std::size_t i = 0; i < curve.points.size(); ++i) {
    const Vec2 at{place.x(curve.points[i].x), place.y(curve.points[i].y)};
    const bool end = i + 1 == curve.points.size();
    if (!end && norm(at - last) < least_distance) continue;
    line.empty() ? line.move(at) : line.line(at);
    last = at;
  }
  return line;
}

/// A line from zero to every point.
PathData stems_of(const Curve& curve, const Place& place) {
  PathData stems;
  for (const Vec2 p : curve.points) {
    const double x = place.x(p.x);
    if (place.y(0.0) - place.y(p.y) < 1.0) continue;
    stems.move({x, place.y(0.0)}).line({x, place.y(p.y)});
  }
  return stems;
}

void draw_panel(Svg& svg, const Panel& panel, const Place& place) {
  for (const Curve& curve : panel.curves) {
    const PathData path = panel.stems ? stems_of(curve, place) : line_through(curve, place);
    if (path.empty()) continue;
    svg.leaf("path", {{"d", path.text()},
                      {"fill", "none"},
                      {"stroke", curve.colour},
                      {"stroke-width", panel.stems ? 2.4 : 1.8},
                      {"stroke-linejoin", "round"},
                      {"stroke-dasharray", curve.dashed ? "8 3" : "none"}});
  }
}

/// A sample of every ball's line; returns where the rows end.
double draw_names(Svg& svg, const std::vector<Panel>& panels, double top) {
  constexpr double column = 112.0;
  Vec2 at{left, top};
  std::vector<std::string> named;
  svg.open("g", {{"id", "legend"}, {"font-size", 12.5}});
  for (const Panel& panel : panels) {
    for (const Curve& curve : panel.curves) {
      if (std::ranges::find(named, curve.name) != named.end()) continue;
      named.push_back(curve.name);
      if (at.x + column > right) at = {left, at.y + 22.0};
      svg.leaf("path", {{"d", PathData().move(at).line({at.x + 30.0, at.y}).text()},
                        {"stroke", curve.colour},
                        {"stroke-width", 2.6},
                        {"stroke-dasharray", curve.dashed ? "8 3" : "none"}});
      svg.text("text", curve.name, {{"x", at.x + 37.0}, {"y", at.y + 4.5}, {"fill", ink}});
      at.x += column;
    }
  }
  svg.close();
  return at.y + 22.0;
}

}  // namespace

std::string draw_curves(const Scene& scene, const Trajectory& trajectory) {
  const std::vector<Panel> panels = panels_of(scene, trajectory);
  const double t_end = trajectory.t_end > 0.0 ? trajectory.t_end : 1.0;
  const auto top_of = [](std::size_t i) {
    return first_panel + (panel_height + panel_gap) * static_cast<double>(i);
  };
  const double names = top_of(panels.size()) - panel_gap + below;
  Svg probe(picture_width, names);
  const double height = draw_names(probe, panels, names);

  Svg svg(picture_width, height);
  svg.text("title", title_of(scene), {});
  svg.leaf("rect", {{"width", picture_width}, {"height", height}, {"fill", paper_colour}});
  draw_caption(svg, margin, title_of(scene),
               is_pool(scene.system) ? subtitle_of(subject_of(scene, trajectory))
                                     : system_subtitle(scene, trajectory));
  svg.open("g", {{"id", "curves"}, {"font-size", 12.5}, {"fill", pale_ink}});
  for (std::size_t i = 0; i < panels.size(); ++i) {
    const Place place = place_of(panels[i], top_of(i), t_end);
    draw_axes(svg, panels[i], place, i + 1 == panels.size());
    draw_panel(svg, panels[i], place);
  }
  svg.close();
  draw_names(svg, panels, names);
  return std::move(svg).finish();
}

}  // namespace cuelab
