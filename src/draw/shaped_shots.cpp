// Solutions of a shaping problem side by side, and the make region of one.
#include <fmt/format.h>

#include <algorithm>

#include "cuelab/draw.hpp"
#include "draw/ball_drawing.hpp"
#include "draw/event_marks.hpp"
#include "draw/goal_marks.hpp"
#include "draw/heat_map.hpp"
#include "draw/page_layout.hpp"
#include "draw/path.hpp"
#include "draw/top_view.hpp"

namespace cuelab::draw {
namespace {

constexpr double shot_gap = 18.0;      ///< between panels [px]
constexpr double heading_room = 44.0;  ///< above a table [px]
constexpr double page_inside = picture_width - 2.0 * margin;

/// A shot with its two lines of text.
struct ShotPanel {
  Scene scene;
  const Trajectory* trajectory = nullptr;
  std::string title{};
  std::string text{};
};

/// The text up to a length, cut at a comma if it is longer.
std::string shortened(const std::string& text, std::size_t most) {
  if (text.size() <= most) return text;
  const std::size_t comma = text.rfind(',', most);
  return text.substr(0, comma == std::string::npos ? most : comma) + ", \u2026";
}

std::string quantity_unit(Quantity quantity) {
  switch (quantity) {
    case Quantity::speed:
    case Quantity::ball_speed:
      return " m/s";
    case Quantity::heading:
    case Quantity::elevation:
    case Quantity::direction:
      return "\u00b0";
    case Quantity::side:
    case Quantity::height:
      return " R";
    default:
      return " rad/s";
  }
}

std::string readable(std::string text) {
  std::ranges::replace(text, '_', ' ');
  return text;
}

std::string values_text(const ShapingProblem& problem, const Attempt& attempt) {
  std::string text;
  for (std::size_t i = 0; i < attempt.x.size(); ++i) {
    const Quantity q = problem.unknowns[i].quantity;
    text += fmt::format("{}{} {:.4g}{}", i > 0 ? ", " : "", readable(std::string(name_of(q))),
                        attempt.x[i], quantity_unit(q));
  }
  return text;
}

ShotPanel shot_panel_of(const ShapingProblem& problem, const Attempt& attempt) {
  return {.scene = scene_of(problem, attempt.x), .trajectory = &attempt.trajectory};
}

std::vector<ShotPanel> shot_panels_of(const ShapingProblem& problem, const ShapeResult& found) {
  std::vector<ShotPanel> panels;
  const bool has_noise = !(problem.noise.noise == Noise{});
  for (std::size_t i = 0; i < found.solutions.size(); ++i) {
    const Solution& s = found.solutions[i];
    ShotPanel panel = shot_panel_of(problem, s.attempt);
    const std::string chance = has_noise ? fmt::format("{:.0f} %: ", 100.0 * s.chance) : "";
    panel.title = fmt::format("{} \u00b7 {}{}", i + 1, chance, values_text(problem, s.attempt));
    panel.text = readable(s.path);
    panels.push_back(std::move(panel));
  }
  if (panels.empty()) {
    ShotPanel panel = shot_panel_of(problem, found.closest);
    panel.title = fmt::format("best miss, {:.4g} mm: {}", 1e3 * found.closest.miss,
                              values_text(problem, found.closest));
    panels.push_back(std::move(panel));
  }
  return panels;
}

/// Where the table of a panel goes; its height follows from its width.
View shot_view_of(const ShapingProblem& problem, const Subject& subject, Vec2 corner,
                  double width) {
  constexpr double most_height = 760.0;  // [px]
  const std::vector<Vec2> points = goal_points(problem);
  return fit_view(subject, {corner.x, corner.y + heading_room}, {width, most_height}, points);
}

/// Draws a panel, or only measures it; returns where it ends.
double draw_shot_panel(Svg* svg, const ShapingProblem& problem, const ShotPanel& panel, Vec2 corner,
                       double width) {
  constexpr double letter = 6.6;  // mean width of a letter of the second line [px]
  const Subject subject = subject_of(panel.scene, *panel.trajectory);
  const View view = shot_view_of(problem, subject, corner, width);
  if (svg == nullptr) return view.frame().high.y;
  svg->text(
      "text", panel.title,
      {{"x", corner.x},
       {"y", corner.y + 16.0},
       {"font-size", std::min(14.0, width / (0.62 * static_cast<double>(panel.title.size())))},
       {"font-weight", "bold"},
       {"fill", text_colour}});
  svg->text(
      "text", shortened(panel.text, static_cast<std::size_t>(width / letter)),
      {{"x", corner.x}, {"y", corner.y + 34.0}, {"font-size", 12.0}, {"fill", pale_text_colour}});
  const Box frame = view.frame();
  const std::string clip = fmt::format("frame-{:.0f}-{:.0f}", corner.x, corner.y);
  svg->open("clipPath", {{"id", clip}});
  svg->leaf("rect", {{"x", frame.low.x},
                     {"y", frame.low.y},
                     {"width", frame.width()},
                     {"height", frame.height()}});
  svg->close();
  svg->open("g", {{"clip-path", "url(#" + clip + ")"}});
  draw_table(*svg, view, panel.scene.table);
  draw_goals(*svg, view, problem);
  draw_starts(*svg, view, subject);
  draw_paths(*svg, view, subject);
  draw_transitions(*svg, view, subject);
  draw_ends(*svg, view, subject);
  draw_impacts(*svg, view, subject);
  svg->close();
  return frame.high.y;
}

/// All panels in rows; returns where they end.
double draw_shot_panels(Svg* svg, const ShapingProblem& problem,
                        const std::vector<ShotPanel>& panels) {
  const std::size_t columns = panels.size() > 1 ? 2 : 1;
  const double width = columns > 1 ? 0.5 * (page_inside - shot_gap) : page_inside;
  double y = caption_height + 8.0;
  double end = y;
  for (std::size_t i = 0; i < panels.size(); ++i) {
    if (i % columns == 0 && i > 0) y = end + shot_gap;
    const double x = margin + static_cast<double>(i % columns) * (width + shot_gap);
    end = std::max(end, draw_shot_panel(svg, problem, panels[i], {x, y}, width));
  }
  return end;
}

void begin_shot_page(Svg& svg, double height, const std::string& title,
                     const std::string& subtitle) {
  svg.text("title", title, {});
  svg.leaf("rect", {{"width", picture_width}, {"height", height}, {"fill", paper_colour}});
  svg.open("defs", {});
  define_table(svg);
  define_balls(svg);
  svg.close();
  draw_caption(svg, margin, title, subtitle);
}

void draw_note(Svg& svg, double y, const std::string& text) {
  svg.text("text", text,
           {{"x", margin}, {"y", y}, {"font-size", 12.5}, {"fill", pale_text_colour}});
}

std::string solutions_text(const ShapingProblem& problem, const ShapeResult& found) {
  if (found.solutions.empty()) {
    return found.is_infeasible ? "infeasible: no small change comes closer" : "no solution found";
  }
  const std::string noise =
      problem.noise.noise == Noise{}
          ? ""
          : fmt::format(" \u00b7 chances under the noise \u201c{}\u201d", problem.noise.name);
  return plural(found.solutions.size(), "distinct solution") + noise + " \u00b7 " +
         plural(found.simulations, "simulation");
}

/// The region as a map over heading and speed of the stroke.
HeatMap region_map_of(const MakeRegion& region, Vec2 size) {
  HeatMap map{.title = fmt::format("chance {:.1f} % \u00b1 {:.1f} %: success over aim and speed",
                                   100.0 * region.chance, 100.0 * region.standard_error),
              .x = {"error of the heading, + to the left", "deg"},
              .y = {"error of the speed", "m/s"},
              .from = {region.headings.front(), region.speeds.front()},
              .to = {region.headings.back(), region.speeds.back()},
              .columns = region.headings.size() - 1,
              .rows = region.speeds.size() - 1,
              .mark = Vec2{},
              .size = size};
  for (std::size_t c = 0; c < map.columns; ++c) {
    for (std::size_t r = 0; r < map.rows; ++r) {
      map.values.push_back(region.success[r * map.columns + c]);
    }
  }
  return map;
}

}  // namespace
}  // namespace cuelab::draw

namespace cuelab {

std::string draw_shaped_shots(const std::string& title, const ShapingProblem& problem,
                              const ShapeResult& found) {
  using namespace draw;
  const std::vector<ShotPanel> panels = shot_panels_of(problem, found);
  const double end = draw_shot_panels(nullptr, problem, panels);
  const double height = end + 40.0;
  Svg svg(picture_width, height);
  begin_shot_page(svg, height, title, solutions_text(problem, found));
  draw_shot_panels(&svg, problem, panels);
  draw_note(svg, end + 24.0,
            "solid: rolling, dashed: sliding, dotted: in the air \u00b7 faint: start \u00b7 "
            "numbers: order of impacts \u00b7 yellow: wanted, red: to avoid");
  return std::move(svg).finish();
}

std::string draw_make_region(const std::string& title, const ShapingProblem& problem,
                             const Attempt& attempt, const MakeRegion& region) {
  using namespace draw;
  ShotPanel panel = shot_panel_of(problem, attempt);
  panel.title = values_text(problem, attempt);
  panel.text = readable(path_text(problem, attempt));
  const Vec2 corner{margin, caption_height + 8.0};
  const double end = draw_shot_panel(nullptr, problem, panel, corner, page_inside);
  constexpr double map_height = 620.0;
  const bool has_map = !region.success.empty();
  const double height = end + shot_gap + (has_map ? map_height : 0.0) + 40.0;
  Svg svg(picture_width, height);
  begin_shot_page(svg, height, title,
                  fmt::format("make region under the noise \u201c{}\u201d", problem.noise.name));
  draw_shot_panel(&svg, problem, panel, corner, page_inside);
  if (has_map) {
    draw_heat_map(svg, region_map_of(region, {page_inside, map_height}), {margin, end + shot_gap});
  }
  draw_note(svg, height - 14.0,
            has_map ? "share of executions that succeed, per cell; the errors of side, height and "
                      "elevation are random; the ring is the shot as meant"
                    : "this noise has no errors of heading and speed: there is no region");
  return std::move(svg).finish();
}

}  // namespace cuelab
