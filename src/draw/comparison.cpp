// Several runs of one scene: paths on one table, deviations over time.
#include <array>
#include <cmath>
#include <limits>

#include "cuelab/compare.hpp"
#include "cuelab/draw.hpp"
#include "draw/ball_drawing.hpp"
#include "draw/page_layout.hpp"
#include "draw/path.hpp"
#include "draw/plot.hpp"
#include "draw/top_view.hpp"

namespace cuelab::draw {
namespace {

/// Line of a run, visible on the cloth and on paper.
struct RunStyle {
  std::string_view colour;
  std::string_view dashes;
};
constexpr std::array<RunStyle, 4> run_styles = {
    {{"#10181c", "none"}, {"#f08c00", "8 4"}, {"#d6409f", "3 3"}, {"#3f8efc", "12 3 3 3"}}};

const RunStyle& style_of(std::size_t run) { return run_styles[run % run_styles.size()]; }

/// Smaller distances are rounding and are not drawn [m].
constexpr double least_distance = 1e-9;

void draw_run_paths(Svg& svg, const View& view, const Subject& subject, const RunStyle& style) {
  svg.open("g", {{"fill", "none"}, {"stroke-linecap", "round"}, {"stroke-linejoin", "round"}});
  for (const std::vector<PathSegment>& path : subject.paths) {
    if (path.empty()) continue;
    PathData line;
    line.move(view(path.front().from));
    for (const PathSegment& s : path) line.quadratic(view(s.control), view(s.to));
    svg.leaf("path", {{"d", line.text()},
                      {"stroke", style.colour},
                      {"stroke-width", 1.7},
                      {"stroke-dasharray", style.dashes}});
  }
  svg.close();
}

/// Where the balls end, as rings with their labels; the first run's are drawn as balls.
void draw_run_ends(Svg& svg, const View& view, const Subject& subject, const RunStyle& style) {
  const std::vector<Vec2> shifts = pocket_shifts(subject, view);
  for (std::size_t b = 0; b < shifts.size(); ++b) {
    const BallColours colours = ball_colours(subject.scene, b);
    const Vec2 at = view(flat(subject.trajectory.final[b].r)) + shifts[b];
    const double r = picture_radius(view, subject.scene.balls[b]);
    svg.leaf("circle", {{"cx", at.x},
                        {"cy", at.y},
                        {"r", r},
                        {"fill", colours.fill},
                        {"fill-opacity", 0.3},
                        {"stroke", style.colour},
                        {"stroke-width", 2.4}});
    svg.text("text", colours.label.empty() ? "" : subject.scene.balls[b].id,
             {{"x", at.x},
              {"y", at.y + 0.35 * r},
              {"font-size", r},
              {"text-anchor", "middle"},
              {"fill", "#ffffff"}});
  }
}

/// A sample of each run's line.
double draw_run_samples(Svg& svg, std::span<const NamedRun> runs, Vec2 at) {
  constexpr double sample = 44.0;  // [px]
  for (std::size_t i = 0; i < runs.size(); ++i) {
    const RunStyle& style = style_of(i);
    const double y = at.y + 12.0;
    svg.leaf("path", {{"d", PathData().move({at.x, y}).line({at.x + sample, y}).text()},
                      {"stroke", style.colour},
                      {"stroke-width", 2.4},
                      {"stroke-dasharray", style.dashes}});
    const std::string text = runs[i].name + (i == 0 ? ", ends as balls" : ", ends as rings");
    svg.text(
        "text", text,
        {{"x", at.x + sample + 8.0}, {"y", y + 4.5}, {"font-size", 13.0}, {"fill", text_colour}});
    at.x += sample + 8.0 + 8.0 * static_cast<double>(text.size()) + 24.0;
  }
  return at.y + 24.0;
}

/// Largest distance of any ball over time, for every two runs.
Plot deviation_plot(const Scene& scene, std::span<const NamedRun> runs,
                    const std::vector<Subject>& subjects) {
  Plot plot{.title = "Largest distance of a ball between two runs",
            .x = {"time", "s"},
            .y = {"distance", "m", true},
            .series = {},
            .width = picture_width - 2.0 * margin};
  double end = 0.0;
  for (std::size_t a = 0; a < runs.size(); ++a) {
    for (std::size_t b = a + 1; b < runs.size(); ++b) {
      const auto times = comparison_times(runs[a].trajectory, runs[b].trajectory);
      Series series{.name = runs[a].name + " and " + runs[b].name};
      for (const DeviationSample& sample :
           path_deviation({scene, subjects[a].replay, subjects[b].replay}, times).samples) {
        const bool shown = sample.max >= least_distance;
        series.points.push_back(
            {sample.t, shown ? sample.max : std::numeric_limits<double>::quiet_NaN()});
      }
      end = std::max(end, times.back());
      plot.series.push_back(std::move(series));
    }
  }
  double radius = 0.0;
  for (const Ball& ball : scene.balls) radius = std::max(radius, ball.spec.radius);
  plot.series.push_back({.name = "radius of a ball",
                         .points = {{0.0, radius}, {end, radius}},
                         .style = 3,
                         .width = 1.0});
  for (std::size_t i = 0; i < runs.size(); ++i) {
    TickRow row{
        .name = "impacts: " + runs[i].name, .at = {}, .colour = std::string(style_of(i).colour)};
    for (const EventSpan& span : impacts_of(scene, runs[i].trajectory)) row.at.push_back(span.t);
    plot.rows.push_back(std::move(row));
  }
  return plot;
}

std::string names_of(std::span<const NamedRun> runs) {
  std::string names;
  for (const NamedRun& run : runs) names += (names.empty() ? "" : ", ") + run.name;
  return names;
}

}  // namespace
}  // namespace cuelab::draw

namespace cuelab {

std::string draw_comparison(const Scene& scene, std::span<const NamedRun> runs) {
  using namespace draw;
  constexpr double max_height = 900.0;  // of the table alone [px]
  std::vector<Subject> subjects;
  for (const NamedRun& run : runs) subjects.push_back(subject_of(scene, run.trajectory));
  const View view = fit_view(subjects.front(), {margin, caption_height + 10.0},
                             {picture_width - 2.0 * margin, max_height});
  const Plot plot = deviation_plot(scene, runs, subjects);
  const auto below = [&](Svg& svg, const Box& room) {
    const double y = draw_run_samples(svg, runs, room.low);
    return y + draw_plot(svg, plot, {margin, y});
  };
  const Page page{.view = view,
                  .title = title_of(scene),
                  .subtitle = "the same scene by " + names_of(runs),
                  .legend = below};
  return draw_page(page, [&](Svg& svg) {
    draw_table(svg, view, scene.table);
    draw_starts(svg, view, subjects.front());
    for (std::size_t i = 0; i < runs.size(); ++i) {
      draw_run_paths(svg, view, subjects[i], style_of(i));
    }
    draw_ends(svg, view, subjects.front());
    for (std::size_t i = 1; i < runs.size(); ++i) {
      draw_run_ends(svg, view, subjects[i], style_of(i));
    }
  });
}

}  // namespace cuelab
