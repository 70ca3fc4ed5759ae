#include "draw/sheet.hpp"

#include <utility>

#include "draw/ball_art.hpp"
#include "draw/legend.hpp"
#include "draw/table_art.hpp"

namespace cuelab::draw {
namespace {

constexpr double legend_room = 400.0;  ///< more than any legend takes [px]

/// Colours and shapes used by name, and the frame to which the picture is cut.
void define_shapes(Svg& svg, const Box& frame, double corner) {
  svg.open("defs", {});
  define_table(svg);
  define_balls(svg);
  svg.open("clipPath", {{"id", "frame"}});
  svg.leaf("rect", {{"x", frame.low.x},
                    {"y", frame.low.y},
                    {"width", frame.width()},
                    {"height", frame.height()},
                    {"rx", corner}});
  svg.close();
  svg.close();
}

}  // namespace

std::string draw_sheet(const Sheet& sheet, const std::function<void(Svg&)>& draw_picture) {
  const Box frame = sheet.view.frame();
  const Box room{{margin, frame.high.y + 10.0},
                 {picture_width - margin, frame.high.y + legend_room}};

  // the legend decides the height, so it is laid out once before the document begins
  Svg probe(picture_width, room.high.y);
  const double height = draw_legend(probe, sheet.view, sheet.legend, room) + 0.5 * margin;

  Svg svg(picture_width, height);
  const std::string& name = sheet.caption.scene.name;
  svg.text("title", name.empty() ? "cuelab" : name, {});
  svg.leaf("rect", {{"width", picture_width}, {"height", height}, {"fill", "#fbfaf6"}});
  draw_caption(svg, sheet.caption, margin, sheet.note);
  define_shapes(svg, frame, sheet.corner);
  svg.open("g", {{"clip-path", "url(#frame)"}});
  draw_picture(svg);
  svg.close();
  draw_legend(svg, sheet.view, sheet.legend, room);
  return std::move(svg).finish();
}

}  // namespace cuelab::draw
