#include "draw/sheet.hpp"

#include <utility>

#include "draw/ball_art.hpp"
#include "draw/legend.hpp"
#include "draw/system_art.hpp"
#include "draw/table_art.hpp"

namespace cuelab::draw {
namespace {

constexpr double legend_room = 400.0;  ///< more than any legend takes [px]

/// Colours and shapes used by name, and the frame to which the picture is cut.
void define_shapes(Svg& svg, const Box& frame, double corner) {
  svg.open("defs", {});
  define_table(svg);
  define_balls(svg);
  define_metal(svg);
  svg.open("clipPath", {{"id", "frame"}});
  svg.leaf("rect", {{"x", frame.low.x},
                    {"y", frame.low.y},
                    {"width", frame.width()},
                    {"height", frame.height()},
                    {"rx", corner}});
  svg.close();
  svg.close();
}

/// The picture, cut to its frame.
void draw_framed(Svg& svg, const Box& frame, double corner,
                 const std::function<void(Svg&)>& draw_picture) {
  define_shapes(svg, frame, corner);
  svg.open("g", {{"clip-path", "url(#frame)"}});
  draw_picture(svg);
  svg.close();
}

}  // namespace

std::string draw_sheet(const Sheet& sheet, const std::function<void(Svg&)>& draw_picture) {
  const Box frame = sheet.view.frame();
  const Box room{{margin, frame.high.y + 10.0},
                 {picture_width - margin, frame.high.y + legend_room}};

  // the legend decides the height, so it is laid out once before the document begins
  Svg probe(picture_width, room.high.y);
  const double height = sheet.legend(probe, room) + 0.5 * margin;

  Svg svg(picture_width, height);
  svg.text("title", sheet.title, {});
  svg.leaf("rect", {{"width", picture_width}, {"height", height}, {"fill", paper_colour}});
  draw_caption(svg, margin, sheet.title, sheet.subtitle);
  draw_framed(svg, frame, sheet.corner, draw_picture);
  sheet.legend(svg, room);
  return std::move(svg).finish();
}

std::function<double(Svg&, const Box&)> legend_of(const View& view, const Subject& subject) {
  return [&](Svg& svg, const Box& room) { return draw_legend(svg, view, subject, room); };
}

std::string draw_layer(const View& view, const std::function<void(Svg&)>& draw_picture) {
  const Box frame = view.frame();
  Svg svg(frame.high.x, frame.high.y);
  draw_framed(svg, frame, 0.0, draw_picture);
  return std::move(svg).finish();
}

}  // namespace cuelab::draw
