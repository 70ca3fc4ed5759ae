#include "study/sweep_picture.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "cuelab/appearance.hpp"
#include "draw/ball_drawing.hpp"
#include "draw/heat_map.hpp"
#include "draw/page_layout.hpp"
#include "draw/top_view.hpp"

namespace cuelab::study {
namespace {

using namespace draw;

constexpr double no_value = std::numeric_limits<double>::quiet_NaN();
constexpr double gap = 14.0;  ///< between panels [px]
constexpr double inside = picture_width - 2.0 * margin;

/// The values of an axis of a grid, in order; empty if some are names.
std::vector<double> numbers_of(const StudyAxis& axis) {
  std::vector<double> numbers;
  for (const AxisValue& value : axis.values) {
    const auto* number = std::get_if<double>(&value);
    if (number == nullptr) return {};
    numbers.push_back(*number);
  }
  for (std::size_t i = 0; axis.values.empty() && i < axis.count; ++i) {
    const double share = static_cast<double>(i) / static_cast<double>(axis.count - 1);
    numbers.push_back(axis.from + share * (axis.to - axis.from));
  }
  return numbers;
}

/// Whether the values are equally far apart, so that they can be cells of equal size.
bool is_even(const std::vector<double>& x) {
  if (x.size() < 2 || !(x.back() != x.front())) return false;
  const double step = (x.back() - x.front()) / static_cast<double>(x.size() - 1);
  for (std::size_t i = 0; i < x.size(); ++i) {
    const double wanted = x.front() + step * static_cast<double>(i);
    if (std::abs(x[i] - wanted) > 1e-3 * std::abs(step)) return false;
  }
  return true;
}

Axis picture_axis(const StudyAxis& axis) { return {axis.label, axis.unit}; }

std::string percent(double chance) { return fmt::format("{:.0f} %", 100.0 * chance); }

/// At most so many cells are drawn along an axis; others are averaged.
constexpr std::size_t most_cells = 200;

/// The map of a metric over the two axes of a grid.
HeatMap map_of(const Study& study, const Summary& summary, std::size_t metric,
               const std::vector<double>& x, const std::vector<double>& y) {
  const std::size_t step_x = (x.size() + most_cells - 1) / most_cells;
  const std::size_t step_y = (y.size() + most_cells - 1) / most_cells;
  HeatMap map{.title = study.metrics[metric].name,
              .x = picture_axis(study.axes[0]),
              .y = picture_axis(study.axes[1]),
              .columns = (x.size() + step_x - 1) / step_x,
              .rows = (y.size() + step_y - 1) / step_y};
  // cells reach half a step beyond the values
  const Vec2 half{0.5 * (x[1] - x[0]), 0.5 * (y[1] - y[0])};
  map.from = {x.front() - half.x, y.front() - half.y};
  map.to = {x.back() + half.x, y.back() + half.y};
  std::vector<double> count(map.columns * map.rows);
  map.values.resize(count.size());
  for (std::size_t i = 0; i < x.size(); ++i) {
    for (std::size_t k = 0; k < y.size(); ++k) {
      const Estimate& e = summary.maps[metric][i * y.size() + k];
      if (e.count == 0) continue;
      const std::size_t cell = i / step_x * map.rows + k / step_y;
      map.values[cell] += e.value;
      count[cell] += 1.0;
    }
  }
  for (std::size_t i = 0; i < count.size(); ++i) {
    map.values[i] = count[i] > 0.0 ? map.values[i] / count[i] : no_value;
  }
  const Estimate& best = summary.best_estimate[metric];
  if (best.count == 0) return map;
  const std::uint64_t at = summary.best[metric];
  map.mark = Vec2{x[at / y.size()], y[at % y.size()]};
  if (is_chance(study.metrics[metric].kind)) {
    // rare things need their own scale
    map.high = best.value > 0.3 ? 1.0 : std::max(0.01, best.value);
    map.title = fmt::format("chance: {} \u00b7 greatest {} (ring)", map.title, percent(best.value));
    return map;
  }
  const auto is_value = [](double v) { return std::isfinite(v); };
  map.low = best.value;
  for (const double v : map.values) map.low = is_value(v) ? std::min(map.low, v) : map.low;
  map.high = std::max(best.value, map.low + 1e-9);
  map.title =
      fmt::format("mean: {}{} \u00b7 greatest {:.3g} (ring)", map.title,
                  study.metrics[metric].unit.empty() ? "" : " [" + study.metrics[metric].unit + "]",
                  best.value);
  return map;
}

/// The range of an axis that a picture shows; empty if it has names.
std::optional<Vec2> shown_range(const StudyAxis& axis) {
  if (axis.has_names()) return {};
  constexpr double wide = 3.0;
  Vec2 range{axis.from, axis.to};
  if (axis.deviation > 0.0) {
    range = {axis.mean - wide * axis.deviation, axis.mean + wide * axis.deviation};
  }
  for (std::size_t i = 0; i < axis.values.size(); ++i) {
    const double x = std::get<double>(axis.values[i]);
    range = i == 0 ? Vec2{x, x} : Vec2{std::min(range.x, x), std::max(range.y, x)};
  }
  if (!(range.y != range.x)) return {};
  return Vec2{std::min(range.x, range.y), std::max(range.x, range.y)};
}

/// Sets the values of a map to the means of the points in its cells, whatever the other axes are.
void fill_by_means(HeatMap& map, const Study& study, const std::vector<Estimate>& estimates,
                   std::size_t first_axis) {
  std::vector<double> count(map.columns * map.rows);
  map.values.assign(count.size(), 0.0);
  const auto cell_of = [](const AxisValue& value, double from, double to, std::size_t cells) {
    return std::floor((std::get<double>(value) - from) / (to - from) * static_cast<double>(cells));
  };
  for (std::uint64_t point = 0; point < study.points; ++point) {
    const std::vector<AxisValue> values = point_values(study, point);
    const double column = cell_of(values[first_axis], map.from.x, map.to.x, map.columns);
    const double row = cell_of(values[first_axis + 1], map.from.y, map.to.y, map.rows);
    const bool inside = column >= 0.0 && column <= static_cast<double>(map.columns) && row >= 0.0 &&
                        row <= static_cast<double>(map.rows);
    if (estimates[point].count == 0 || !inside) continue;
    const std::size_t cell =
        std::min(static_cast<std::size_t>(column), map.columns - 1) * map.rows +
        std::min(static_cast<std::size_t>(row), map.rows - 1);
    map.values[cell] += estimates[point].value;
    count[cell] += 1.0;
  }
  for (std::size_t i = 0; i < count.size(); ++i) {
    map.values[i] = count[i] > 0.0 ? map.values[i] / count[i] : no_value;
  }
}

/// The mean of a metric over two axes of points that are no grid.
std::optional<HeatMap> mean_map(const Study& study, const Summary& summary, std::size_t metric,
                                std::size_t first_axis) {
  const StudyAxis &along = study.axes[first_axis], &up = study.axes[first_axis + 1];
  const auto x = shown_range(along), y = shown_range(up);
  if (!x || !y) return {};
  // a dozen points in every cell, if there are enough
  constexpr double points_per_cell = 12.0, least = 6.0, most = 60.0;
  const auto cells = static_cast<std::size_t>(
      std::clamp(std::sqrt(static_cast<double>(study.points) / points_per_cell), least, most));
  const Metric& shown = study.metrics[metric];
  const bool chance = is_chance(shown.kind);
  HeatMap map{.title = (chance ? "chance: " : "mean: ") + shown.name +
                       (shown.unit.empty() ? "" : " [" + shown.unit + "]"),
              .x = picture_axis(along),
              .y = picture_axis(up),
              .from = {x->x, y->x},
              .to = {x->y, y->y},
              .columns = cells,
              .rows = cells};
  fill_by_means(map, study, summary.maps[metric], first_axis);
  double low = std::numeric_limits<double>::max(), high = std::numeric_limits<double>::lowest();
  for (const double value : map.values) {
    if (!std::isfinite(value)) continue;
    low = std::min(low, value);
    high = std::max(high, value);
  }
  if (low > high) return {};
  map.low = chance ? 0.0 : low;
  map.high = chance && high > 0.3 ? 1.0 : std::max(high, map.low + 1e-9);
  return map;
}

/// The curve of a metric over the only axis of a grid.
Plot curve_of(const Study& study, const Summary& summary, std::size_t metric,
              const std::vector<double>& x) {
  const Metric& m = study.metrics[metric];
  Plot plot{.title = (is_chance(m.kind) ? "chance: " : "mean: ") + m.name,
            .x = picture_axis(study.axes[0]),
            .y = {is_chance(m.kind) ? "chance" : m.name, m.unit},
            .series = {{.name = "estimate", .style = 1},
                       {.name = "limits of 95 %", .style = 3, .width = 1.0}},
            .width = inside};
  const auto add = [&](std::size_t series, double Estimate::* part) {
    for (std::size_t i = 0; i < x.size(); ++i) {
      const Estimate& e = summary.maps[metric][i];
      plot.series[series].points.push_back({x[i], e.count > 0 ? e.*part : no_value});
    }
    plot.series[series].points.push_back({no_value, no_value});
  };
  add(0, &Estimate::value);
  add(1, &Estimate::low);
  add(1, &Estimate::high);
  return plot;
}

/// The table with the density of cue balls at rest, and the balls where they start.
class EndPicture {
 public:
  EndPicture(const Study& study, const Summary& summary) : study_(study), summary_(summary) {
    const TableShape shape = table_shape(study.scene.table);
    const EndMap map = end_map_of(study.scene.table);
    const Box world = Box{{map.x.low, map.y.low}, {map.x.high, map.y.high}}.grown(
        shape.framed ? shape.rail_width : 0.0);
    view_ = {world, {}, inside / world.width()};
  }

  double height() const { return view_.frame().height() + 62.0; }

  void draw(Svg& svg, Vec2 corner) {
    svg.text("text", "where the cue ball ends",
             {{"x", corner.x},
              {"y", corner.y + 22.0},
              {"font-size", 15.0},
              {"font-weight", "bold"},
              {"fill", text_colour}});
    view_.corner = {corner.x, corner.y + 36.0};
    svg.open("defs", {});
    define_table(svg);
    define_balls(svg);
    svg.close();
    draw_table(svg, view_, study_.scene.table);
    draw_density(svg);
    for (std::size_t b = 0; b < study_.scene.balls.size(); ++b) {
      const Ball& ball = study_.scene.balls[b];
      draw_ball(svg, view_({ball.start.r.x, ball.start.r.y}), picture_radius(view_, ball),
                ball_colours(study_.scene, b));
    }
    draw_targets(svg);
    svg.text("text", "brighter: more often, on a square-root scale \u00b7 balls where they start",
             {{"x", corner.x},
              {"y", view_.frame().high.y + 18.0},
              {"font-size", 13.0},
              {"fill", pale_text_colour}});
  }

 private:
  void draw_density(Svg& svg) const {
    const EndMap map = end_map_of(study_.scene.table);
    const auto& ends = summary_.counts.ends;
    const auto most = static_cast<double>(*std::max_element(ends.begin(), ends.end()));
    const double w = (map.x.high - map.x.low) / static_cast<double>(map.x.count);
    const double h = (map.y.high - map.y.low) / static_cast<double>(map.y.count);
    for (std::size_t i = 0; i < ends.size(); ++i) {
      if (ends[i] == 0) continue;
      const double share = std::sqrt(static_cast<double>(ends[i]) / most);
      const Vec2 at = view_({map.x.low + w * static_cast<double>(i % map.x.count),
                             map.y.low + h * static_cast<double>(i / map.x.count + 1)});
      svg.leaf("rect", {{"x", at.x},
                        {"y", at.y},
                        {"width", view_.scale * w},
                        {"height", view_.scale * h},
                        {"shape-rendering", "crispEdges"},
                        {"fill", shaded("#ff8c1a", 0.9 * share)},
                        {"fill-opacity", std::min(0.95, 1.6 * share)}});
    }
  }

  /// Where the cue ball is wanted.
  void draw_targets(Svg& svg) const {
    for (const Metric& metric : study_.metrics) {
      if (metric.kind != MetricKind::leave) continue;
      const Vec2 at = view_(metric.centre);
      svg.leaf("circle", {{"cx", at.x},
                          {"cy", at.y},
                          {"r", view_.scale * metric.radius},
                          {"fill", "none"},
                          {"stroke", "#ffffff"},
                          {"stroke-width", 2.0},
                          {"stroke-dasharray", "7 5"}});
    }
  }

  const Study& study_;
  const Summary& summary_;
  View view_{};
};

/// Leaves out empty bars at both ends, but one.
void cut_empty_ends(Histogram& histogram) {
  std::vector<std::uint64_t>& counts = histogram.counts;
  const double width = (histogram.high - histogram.low) / static_cast<double>(counts.size());
  const auto is_full = [](std::uint64_t n) { return n > 0; };
  const auto first = std::ranges::find_if(counts, is_full);
  const auto last = std::find_if(counts.rbegin(), counts.rend(), is_full).base();
  const auto before = std::max<std::ptrdiff_t>(first - counts.begin() - 1, 0);
  const auto behind = std::max<std::ptrdiff_t>(counts.end() - last - 1, 0);
  if (before + behind >= std::ssize(counts)) return;
  histogram.low += width * static_cast<double>(before);
  histogram.high -= width * static_cast<double>(behind);
  counts.erase(counts.end() - behind, counts.end());
  counts.erase(counts.begin(), counts.begin() + before);
}

/// A panel of the page: its height, and how to draw it.
struct Panel {
  double height;
  double width;
  std::function<void(Svg&, Vec2)> draw;
};

std::vector<Panel> panels_of(const Study& study, const Summary& summary) {
  std::vector<Panel> panels;
  const double half = 0.5 * (inside - gap);
  std::vector<std::vector<double>> axes;
  for (const StudyAxis& axis : study.axes) axes.push_back(numbers_of(axis));
  const bool is_grid = study.design == DesignKind::grid && !summary.maps.empty();
  const bool is_map = is_grid && axes.size() == 2 && is_even(axes[0]) && is_even(axes[1]);
  const bool is_curve = is_grid && axes.size() == 1 && axes[0].size() > 1;
  for (std::size_t k = 0; k < study.metrics.size(); ++k) {
    if (is_map) {
      HeatMap map = map_of(study, summary, k, axes[0], axes[1]);
      // a single map gets the whole width
      map.size = study.metrics.size() == 1 ? Vec2{inside, 620.0} : Vec2{half, 440.0};
      panels.push_back(
          {map.size.y, map.size.x, [map](Svg& svg, Vec2 at) { draw_heat_map(svg, map, at); }});
    } else if (is_curve) {
      panels.push_back(
          {440.0, inside, [plot = curve_of(study, summary, k, axes[0])](Svg& svg, Vec2 at) {
             draw_plot(svg, plot, at);
           }});
    }
  }
  const bool is_cloud = study.design != DesignKind::grid && !summary.maps.empty();
  for (std::size_t k = 0; is_cloud && k < study.metrics.size(); ++k) {
    for (std::size_t i = 0; i + 1 < study.axes.size(); i += 2) {
      auto map = mean_map(study, summary, k, i);
      if (!map) continue;
      map->size = {half, 440.0};
      panels.push_back({map->size.y, map->size.x,
                        [map = *map](Svg& svg, Vec2 at) { draw_heat_map(svg, map, at); }});
    }
  }
  for (std::size_t k = 0; k < study.metrics.size(); ++k) {
    if (summary.counts.histograms[k].empty() || summary.metrics[k].count == 0) continue;
    const Metric& metric = study.metrics[k];
    const Bins bins = bins_of(metric, study.scene.table);
    Histogram histogram{.title = "all shots: " + metric.name,
                        .x = {metric.name, metric.unit},
                        .low = bins.low,
                        .high = bins.high,
                        .counts = summary.counts.histograms[k],
                        .size = {half, 280.0}};
    cut_empty_ends(histogram);
    panels.push_back(
        {280.0, half, [histogram](Svg& svg, Vec2 at) { draw_histogram(svg, histogram, at); }});
  }
  EndPicture ends(study, summary);
  panels.push_back(
      {ends.height(), inside, [ends](Svg& svg, Vec2 at) { EndPicture(ends).draw(svg, at); }});
  return panels;
}

/// Places panels in rows. Returns the height of the page.
double place_panels(const std::vector<Panel>& panels,
                    const std::function<void(const Panel&, Vec2)>& put) {
  Vec2 at{margin, caption_height + 8.0};
  double row = 0.0;
  for (const Panel& panel : panels) {
    if (at.x > margin && at.x + panel.width > picture_width - margin + 1.0) {
      at = {margin, at.y + row + gap};
      row = 0.0;
    }
    put(panel, at);
    at.x += panel.width + gap;
    row = std::max(row, panel.height);
  }
  return at.y + row + margin;
}

}  // namespace

std::string draw_sweep(const Study& study, const Summary& summary) {
  const std::vector<Panel> panels = panels_of(study, summary);
  const double height = place_panels(panels, [](const Panel&, Vec2) {});
  Svg svg(picture_width, height);
  const std::string title = study.name.empty() ? "study" : study.name;
  svg.text("title", title, {});
  svg.leaf("rect", {{"width", picture_width}, {"height", height}, {"fill", paper_colour}});
  draw_caption(
      svg, margin, title,
      fmt::format("{} of {} points, {} shot{} each \u00b7 {} shots", name_of(study.design),
                  study.points, study.samples, study.samples == 1 ? "" : "s", study.shots()));
  place_panels(panels, [&](const Panel& panel, Vec2 at) { panel.draw(svg, at); });
  return std::move(svg).finish();
}

}  // namespace cuelab::study
