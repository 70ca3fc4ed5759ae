#include "draw/page_layout.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <string>
#include <utility>

#include "draw/ball_drawing.hpp"
#include "draw/event_marks.hpp"
#include "draw/path.hpp"
#include "draw/system_picture.hpp"
#include "draw/top_view.hpp"

namespace cuelab::draw {
namespace {

constexpr double text_size = 12.5;     ///< [px]
constexpr double letter_width = 7.1;   ///< mean at that size [px]
constexpr double row_height = 24.0;    ///< [px]
constexpr double sample_width = 34.0;  ///< of a line sample [px]
constexpr double scale_room = 210.0;   ///< kept free on the right for the scale bar [px]
constexpr std::size_t max_balls = 32;  ///< named in the legend

/// Width of UTF-8 text [px].
double width_of(std::string_view text) {
  const auto letters = std::count_if(text.begin(), text.end(), [](char c) {
    return (static_cast<unsigned char>(c) & 0xC0U) != 0x80U;
  });
  return letter_width * static_cast<double>(letters);
}

/// Items side by side, wrapped at the right edge; the first row leaves room for the scale bar.
class ItemRows {
 public:
  explicit ItemRows(const Box& room)
      : room_(room), at_(room.low), right_(room.high.x - scale_room) {}

  /// Makes room for an item and returns the middle of its left edge.
  Vec2 next(double width) {
    if (at_.x > room_.low.x && at_.x + width > right_) new_row();
    const Vec2 place{at_.x, at_.y + 0.5 * row_height};
    at_.x += width + 20.0;
    return place;
  }
  void new_row() {
    at_ = {room_.low.x, at_.y + row_height};
    right_ = room_.high.x;
  }
  double end() const { return at_.y + row_height; }

 private:
  Box room_;
  Vec2 at_;
  double right_;
};

void label(Svg& svg, Vec2 at, std::string_view text, std::string_view colour = text_colour) {
  svg.text(
      "text", text,
      {{"x", at.x}, {"y", at.y + 0.35 * text_size}, {"font-size", text_size}, {"fill", colour}});
}

bool has_motion(const Subject& subject, Motion motion) {
  for (const auto& path : subject.paths) {
    for (const PathSegment& s : path) {
      if (s.motion == motion) return true;
    }
  }
  return false;
}

void line_samples(Svg& svg, const Subject& subject, ItemRows& rows) {
  struct Sample {
    Motion motion;
    std::string_view text;
  };
  // from the side, rolling and sliding have the same style
  const bool from_top = subject.viewpoint == Viewpoint::top;
  const std::array<Sample, 3> samples{{{Motion::rolling, from_top ? "rolling" : ""},
                                       {Motion::sliding, from_top ? "sliding" : "on the cloth"},
                                       {Motion::airborne, "in the air"}}};
  for (const Sample& sample : samples) {
    if (sample.text.empty() || !has_motion(subject, sample.motion)) continue;
    const Vec2 at = rows.next(sample_width + 6.0 + width_of(sample.text));
    const LineStyle colours = line_style(sample.motion, subject.viewpoint);
    PathData line;
    line.move(at).line({at.x + sample_width, at.y});
    svg.leaf("path", {{"d", line.text()},
                      {"stroke", text_colour},
                      {"stroke-width", 1.1 * colours.width},
                      {"stroke-linecap", "round"},
                      {"stroke-dasharray", colours.dashes}});
    label(svg, {at.x + sample_width + 6.0, at.y}, sample.text);
  }
}

std::ptrdiff_t count_of(const Subject& subject, Glyph glyph) {
  return std::ranges::count(subject.marks, glyph, &EventMark::glyph);
}

void glyph_samples(Svg& svg, const Subject& subject, ItemRows& rows) {
  struct Sample {
    Glyph glyph;
    std::string_view text;
  };
  constexpr std::array<Sample, 6> samples{{{Glyph::ball_ball, "ball-ball"},
                                           {Glyph::cushion, "cushion"},
                                           {Glyph::rolling, "starts to roll"},
                                           {Glyph::slate, "lands"},
                                           {Glyph::floor, "leaves the table"},
                                           {Glyph::pocket, "pocketed"}}};
  for (const Sample& sample : samples) {
    if (count_of(subject, sample.glyph) == 0) continue;
    const Vec2 at = rows.next(14.0 + width_of(sample.text));
    draw_glyph(svg, sample.glyph, {at.x + 4.0, at.y});
    label(svg, {at.x + 14.0, at.y}, sample.text);
  }
}

/// How a ball ended, if the picture does not show it.
std::string fate_of(const BallState& state) {
  if (state.motion == Motion::pocketed) return "pocketed";
  if (state.motion == Motion::off_table) return "off the table";
  return "";
}

void start_sample(Svg& svg, ItemRows& rows) {
  constexpr std::string_view text = "start";
  const Vec2 at = rows.next(20.0 + width_of(text));
  svg.leaf("circle", {{"cx", at.x + 7.0},
                      {"cy", at.y},
                      {"r", 7.0},
                      {"fill", text_colour},
                      {"fill-opacity", 0.08},
                      {"stroke", text_colour},
                      {"stroke-opacity", 0.6}});
  label(svg, {at.x + 20.0, at.y}, text);
}

void ball_samples(Svg& svg, const Subject& subject, ItemRows& rows) {
  const auto& balls = subject.scene.balls;
  for (std::size_t b = 0; b < balls.size() && b < max_balls; ++b) {
    const std::string fate =
        b < subject.trajectory.final.size() ? fate_of(subject.trajectory.final[b]) : "";
    if (subject.paths[b].empty() && fate.empty() && balls.size() > 6) continue;
    const Vec2 at = rows.next(22.0 + width_of(balls[b].id + " " + fate));
    draw_ball(svg, {at.x + 8.0, at.y}, 8.0, ball_colours(subject.scene, b));
    svg.open("text",
             {{"x", at.x + 22.0}, {"y", at.y + 0.35 * text_size}, {"font-size", text_size}});
    svg.text("tspan", balls[b].id, {{"fill", text_colour}});
    if (!fate.empty()) svg.text("tspan", fate, {{"fill", pale_text_colour}});
    svg.close();
  }
}

/// The longest of 1, 2, 5, 10 ... cm that fits into the scale bar [m].
double bar_length(double scale) {
  constexpr double longest = 150.0;  // [px]
  double best = 0.01;
  for (double decade = 0.01; decade < 1e4; decade *= 10.0) {
    for (const double factor : {1.0, 2.0, 5.0}) {
      if (scale * decade * factor <= longest) best = decade * factor;
    }
  }
  return best;
}

void draw_scale(Svg& svg, double scale, Vec2 right) {
  const double length = bar_length(scale);
  const double w = scale * length;
  const std::string text = length < 0.995 ? number(100.0 * length) + " cm" : number(length) + " m";
  PathData bar;
  bar.move({right.x - w, right.y - 4.0}).line({right.x - w, right.y + 4.0});
  bar.move({right.x - w, right.y}).line(right);
  bar.move({right.x, right.y - 4.0}).line({right.x, right.y + 4.0});
  svg.leaf("path", {{"d", bar.text()}, {"stroke", text_colour}, {"stroke-width", 1.6}});
  svg.text("text", text,
           {{"x", right.x - w - 8.0},
            {"y", right.y + 0.35 * text_size},
            {"font-size", text_size},
            {"text-anchor", "end"},
            {"fill", text_colour}});
}

std::string count_text(const Subject& subject, Glyph glyph, std::string_view name) {
  const auto n = count_of(subject, glyph);
  return n == 0 ? "" : ", " + std::to_string(n) + " " + std::string(name);
}

constexpr double legend_room = 400.0;  ///< more than any legend needs [px]

/// Gradients and the clip path of the frame, used by id.
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

/// The picture, clipped to its frame.
void draw_framed(Svg& svg, const Box& frame, double corner,
                 const std::function<void(Svg&)>& draw_picture) {
  define_shapes(svg, frame, corner);
  svg.open("g", {{"clip-path", "url(#frame)"}});
  draw_picture(svg);
  svg.close();
}

}  // namespace

std::string plural(std::size_t n, const std::string& word) {
  return std::to_string(n) + " " + word + (n == 1 ? "" : "s");
}

std::string subtitle_of(const Subject& subject) {
  const Scene& scene = subject.scene;
  const Trajectory& trajectory = subject.trajectory;
  std::string text = scene.table.preset.empty() ? "own table" : scene.table.preset;
  text += " \u00b7 " + plural(scene.balls.size(), "ball");
  text += trajectory.stop == StopReason::at_rest ? " \u00b7 at rest after " : " \u00b7 stopped at ";
  text += number(trajectory.t_end) + " s \u00b7 " + plural(trajectory.events.size(), "event");
  std::string parts = count_text(subject, Glyph::ball_ball, "ball-ball") +
                      count_text(subject, Glyph::cushion, "cushion") +
                      count_text(subject, Glyph::pocket, "pocket");
  if (!parts.empty()) text += " (" + parts.substr(2) + ")";
  return text;
}

std::string title_of(const Scene& scene) {
  return scene.name.empty() ? "unnamed scene" : scene.name;
}

void draw_caption(Svg& svg, double x, const std::string& title, const std::string& subtitle) {
  svg.text(
      "text", title,
      {{"x", x}, {"y", 32.0}, {"font-size", 20.0}, {"font-weight", "bold"}, {"fill", text_colour}});
  svg.text("text", subtitle,
           {{"x", x}, {"y", 51.0}, {"font-size", 13.0}, {"fill", pale_text_colour}});
}

double draw_notes(Svg& svg, const View& view, const std::vector<std::string>& notes,
                  const Box& room) {
  svg.open("g", {{"id", "legend"}});
  draw_scale(svg, view.scale, {room.high.x, room.low.y + 0.5 * row_height});
  ItemRows rows(room);
  for (const std::string& note : notes) label(svg, rows.next(width_of(note)), note);
  svg.close();
  return rows.end();
}

double draw_legend(Svg& svg, const View& view, const Subject& subject, const Box& room) {
  svg.open("g", {{"id", "legend"}});
  draw_scale(svg, view.scale, {room.high.x, room.low.y + 0.5 * row_height});
  ItemRows rows(room);
  line_samples(svg, subject, rows);
  glyph_samples(svg, subject, rows);
  start_sample(svg, rows);
  const std::string_view numbers = "numbers: order of impacts";
  label(svg, rows.next(width_of(numbers)), numbers, pale_text_colour);
  rows.new_row();
  ball_samples(svg, subject, rows);
  svg.close();
  return rows.end();
}

std::string draw_page(const Page& page, const std::function<void(Svg&)>& draw_picture) {
  const Box frame = page.view.frame();
  const Box room{{margin, frame.high.y + 10.0},
                 {picture_width - margin, frame.high.y + legend_room}};

  // the legend determines the height, so it is laid out once before the document is started
  Svg probe(picture_width, room.high.y);
  const double height = page.legend(probe, room) + 0.5 * margin;

  Svg svg(picture_width, height);
  svg.text("title", page.title, {});
  svg.leaf("rect", {{"width", picture_width}, {"height", height}, {"fill", paper_colour}});
  draw_caption(svg, margin, page.title, page.subtitle);
  draw_framed(svg, frame, page.corner, draw_picture);
  page.legend(svg, room);
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
