#include "cuelab/draw.hpp"
#include "draw/ball_art.hpp"
#include "draw/legend.hpp"
#include "draw/mark_art.hpp"
#include "draw/path_art.hpp"
#include "draw/svg.hpp"
#include "draw/table_art.hpp"
#include "draw/view.hpp"

namespace cuelab {
namespace {

using namespace draw;

constexpr double margin = 22.0;           ///< around everything [px]
constexpr double picture_width = 1200.0;  ///< of the whole drawing [px]
constexpr double most_height = 900.0;     ///< of the table alone [px]
constexpr double legend_room = 400.0;     ///< more than any legend takes [px]

void draw_background(Svg& svg, double height) {
  svg.leaf("rect", {{"width", picture_width}, {"height", height}, {"fill", "#fbfaf6"}});
}

/// Table, paths, balls and marks, kept inside the frame.
void draw_picture(Svg& svg, const View& view, const Subject& subject) {
  const Box frame = view.frame();
  svg.open("defs", {});
  define_table(svg);
  define_balls(svg);
  svg.open("clipPath", {{"id", "frame"}});
  svg.leaf("rect", {{"x", frame.low.x},
                    {"y", frame.low.y},
                    {"width", frame.width()},
                    {"height", frame.height()}});
  svg.close();
  svg.close();

  svg.open("g", {{"clip-path", "url(#frame)"}});
  draw_table(svg, view, subject.scene.table);
  draw_starts(svg, view, subject);
  draw_paths(svg, view, subject);
  draw_transitions(svg, view, subject);
  draw_ends(svg, view, subject);
  draw_impacts(svg, view, subject);
  svg.close();
}

}  // namespace

std::string draw_top_view(const Scene& scene, const Trajectory& trajectory) {
  const Subject subject = subject_of(scene, trajectory);
  const View view = fit(subject, {margin, draw::caption_height + 10.0},
                        {picture_width - 2.0 * margin, most_height});
  const Box room{{margin, view.frame().high.y + 10.0},
                 {picture_width - margin, view.frame().high.y + legend_room}};

  // the legend decides the height, so it is laid out once before the document begins
  Svg probe(picture_width, most_height);
  const double height = draw_legend(probe, view, subject, room) + 0.5 * margin;

  Svg svg(picture_width, height);
  svg.text("title", scene.name.empty() ? "cuelab" : scene.name, {});
  draw_background(svg, height);
  draw_caption(svg, subject, margin);
  draw_picture(svg, view, subject);
  draw_legend(svg, view, subject, room);
  return std::move(svg).finish();
}

}  // namespace cuelab
