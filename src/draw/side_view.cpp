#include <algorithm>
#include <cmath>
#include <numeric>
#include <string>
#include <utility>

#include "cuelab/draw.hpp"
#include "draw/ball_drawing.hpp"
#include "draw/event_marks.hpp"
#include "draw/page_layout.hpp"
#include "draw/path.hpp"
#include "draw/side_view.hpp"
#include "draw/svg.hpp"
#include "draw/system_picture.hpp"
#include "draw/top_view.hpp"
#include "draw/view.hpp"

namespace cuelab {
namespace {

using namespace draw;

constexpr double cloth_thickness = 3.0;  ///< at any scale, to be visible [px]
constexpr double default_nose = 0.036;   ///< of tables that give no cushion height [m]
constexpr double apron = 0.05;           ///< wood below the cloth [m]

void polygon(Svg& svg, const View& view, const std::vector<Vec2>& corners, std::string_view fill) {
  PathData path;
  for (const Vec2 corner : corners) {
    path.empty() ? path.move(view(corner)) : path.line(view(corner));
  }
  svg.leaf("path", {{"d", path.close().text()}, {"fill", fill}});
}

void slab(Svg& svg, const View& view, const Box& box, std::string_view fill) {
  polygon(svg, view, {box.low, {box.high.x, box.low.y}, box.high, {box.low.x, box.high.y}}, fill);
}

double nose_height(const Table& table) {
  return table.cushion_height > 0.0 ? table.cushion_height : default_nose;
}

/// The least of 1, 2, 5, 10 ... cm that keeps the lines apart [m].
double spacing_for(double scale) {
  constexpr double least = 40.0;  // [px]
  for (double decade = 0.01; decade < 1e4; decade *= 10.0) {
    for (const double factor : {1.0, 2.0, 5.0}) {
      if (scale * decade * factor >= least) return decade * factor;
    }
  }
  return 1e4;
}

/// Faint lines at regular heights above the cloth, with labels.
void draw_heights(Svg& svg, const View& view) {
  const Box frame = view.frame();
  const double spacing = spacing_for(view.scale);
  for (double z = spacing; z < view.world.high.y - 0.2 * spacing; z += spacing) {
    const double y = view({0.0, z}).y;
    PathData line;
    line.move({frame.low.x, y}).line({frame.high.x, y});
    svg.leaf("path", {{"d", line.text()},
                      {"stroke", "#ffffff"},
                      {"stroke-opacity", 0.1},
                      {"stroke-width", 1.0}});
    svg.text("text", number(1000.0 * z) + " mm",
             {{"x", frame.low.x + 6.0},
              {"y", y - 3.0},
              {"font-size", 10.0},
              {"fill", "#ffffff"},
              {"fill-opacity", 0.55}});
  }
}

/// The rail at one end; `side` is -1 at low x and +1 at high x.
void draw_end_rail(Svg& svg, const View& view, const Table& table, double side) {
  const TableColours colours = table_colours(table);
  const double h = nose_height(table);
  const TableShape shape = table_shape(table);
  const double depth = shape.cushion_depth;
  const auto at = [&](double beyond, double z) {
    return Vec2{side * (0.5 * table.length + beyond), z};
  };

  // wood, slightly higher than the nose
  const double width = shape.rail_width;
  const double top = h + 0.006;
  polygon(svg, view, {at(depth, -apron), at(depth, top), at(width, top), at(width, -apron)},
          "url(#wood)");

  // rubber: a nose that recedes below, or a vertical face
  const bool upright = table.contact != CushionContact::line;
  const double recess = upright ? 0.0 : 0.45 * depth;
  const double lip = upright ? 0.0 : 0.004;
  polygon(svg, view,
          {at(0.0, h), at(0.15 * depth, h + lip), at(depth, top), at(depth, 0.0), at(recess, 0.0),
           at(0.0, h - lip)},
          shaded(colours.cushion, 0.15));
}

constexpr double max_height = 640.0;   ///< of the picture without caption and legend [px]
constexpr double min_width = 0.9;      ///< shown at least, so that small hops stay in scale [m]
constexpr double flattest = 0.17;      ///< smallest ratio of height to width of the picture
constexpr double near_rail = 0.15;     ///< a rail this close to the motion is shown [m]
constexpr double below_cloth = 0.045;  ///< shown below the cloth [m]

/// The highest point of a parabola.
Vec2 apex_of(const PathSegment& s) {
  const double bend = s.from.y - 2.0 * s.control.y + s.to.y;
  const double u = bend < 0.0 ? std::clamp((s.from.y - s.control.y) / bend, 0.0, 1.0) : 0.0;
  const double w = 1.0 - u;
  const Vec2 top = (w * w) * s.from + (2.0 * u * w) * s.control + (u * u) * s.to;
  return top.y > s.to.y ? top : s.to;
}

bool flies(const std::vector<PathSegment>& path) {
  return std::any_of(path.begin(), path.end(),
                     [](const PathSegment& s) { return s.motion == Motion::airborne; });
}

/// The greatest height of any ball's lowest point, as text.
std::string height_note(const Subject& subject) {
  double highest = 0.0;
  std::string who;
  for (std::size_t b = 0; b < subject.paths.size(); ++b) {
    const Ball& ball = subject.scene.balls[b];
    for (const PathSegment& s : subject.paths[b]) {
      const double height = apex_of(s).y - ball.spec.radius;
      if (s.motion != Motion::airborne || height <= highest) continue;
      highest = height;
      who = ball.id;
    }
  }
  if (who.empty()) return " \u00b7 no ball leaves the cloth";
  return " \u00b7 highest: " + who + ", " + number(std::round(1e4 * highest) / 10.0) +
         " mm off the cloth";
}

/// Bounds of the paths that `wanted` selects; an inverted box if there are none.
template <class Wanted>
Box bounds_of(const Subject& subject, Wanted wanted) {
  Box box{{1e300, 1e300}, {-1e300, -1e300}};
  for (const auto& path : subject.paths) {
    for (const PathSegment& s : path) {
      if (!wanted(s)) continue;
      for (const Vec2 p : {s.from, s.to, apex_of(s)}) box.include(p);
    }
  }
  return box;
}

/// The flight, with the rest of the paths if that is not much longer; without any flight all
/// motion, without motion all balls.
Box region_of(const Subject& flights) {
  const auto all = [](const PathSegment&) { return true; };
  const auto in_air = [](const PathSegment& s) { return s.motion == Motion::airborne; };
  const Box flight = bounds_of(flights, in_air);
  Box whole = bounds_of(flights, all);
  if (flight.width() >= 0.0 && whole.width() > 2.0 * flight.width()) return flight;
  if (whole.width() >= 0.0) return whole;
  for (const Ball& ball : flights.scene.balls) whole.include(flat(ball.start.r));
  return whole;
}

/// All balls except pocketed ones, farthest first; those that never move are faint.
void draw_side_ends(Svg& svg, const View& view, const Subject& subject) {
  const std::vector<BallState>& states = subject.trajectory.final;
  std::vector<std::size_t> order(std::min(states.size(), subject.scene.balls.size()));
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
    return std::pair{states[a].r.z, a} < std::pair{states[b].r.z, b};
  });
  svg.open("g", {{"id", "ends"}});
  for (const std::size_t b : order) {
    if (states[b].motion == Motion::pocketed) continue;
    svg.open("g", {{"opacity", subject.paths[b].empty() ? 0.45 : 1.0}});
    draw_ball(svg, view(flat(states[b].r)), picture_radius(view, subject.scene.balls[b]),
              ball_colours(subject.scene, b));
    svg.close();
  }
  svg.close();
}

}  // namespace

namespace draw {

void draw_side_table(Svg& svg, const View& view, const Table& table) {
  const TableColours colours = table_colours(table);
  const bool bounded = table.length > 0.0 && !table.cushions.empty();
  svg.open("g", {{"id", "table"}});
  slab(svg, view, view.world, shaded(colours.cloth, -0.6));

  // the slate extends below the cushions; without bounds it is endless
  const double reach = 0.5 * table.length + table_shape(table).cushion_depth;
  const double left = bounded ? -reach : view.world.low.x;
  const double right = bounded ? reach : view.world.high.x;
  if (bounded) {
    slab(svg, view, {{left, 0.0}, {right, nose_height(table)}}, shaded(colours.cloth, -0.45));
  }
  slab(svg, view, {{left, -slate_thickness}, {right, 0.0}}, "#7a7f84");
  slab(svg, view, {{left, -cloth_thickness / view.scale}, {right, 0.0}},
       shaded(colours.cloth, 0.25));
  if (bounded) {
    draw_end_rail(svg, view, table, -1.0);
    draw_end_rail(svg, view, table, 1.0);
  }
  draw_heights(svg, view);
  svg.close();
}

Vec3 rotated_to_side(const Vec3& a) { return {a.x, a.z, -a.y}; }

RotatedScene rotated_to_side(const Scene& scene, const Trajectory& trajectory) {
  RotatedScene rotated{scene, trajectory};
  for (Ball& ball : rotated.scene.balls) ball.start.r = rotated_to_side(ball.start.r);
  for (Piece& piece : rotated.trajectory.pieces) {
    piece.r0 = rotated_to_side(piece.r0);
    piece.v0 = rotated_to_side(piece.v0);
    piece.a = rotated_to_side(piece.a);
    piece.b = rotated_to_side(piece.b);
  }
  for (BallState& state : rotated.trajectory.final) state.r = rotated_to_side(state.r);
  return rotated;
}

Subject side_view_subject(const RotatedScene& rotated, const std::vector<EventMark>& marks) {
  Subject subject = subject_of(rotated.scene, rotated.trajectory);
  subject.viewpoint = Viewpoint::side;
  subject.marks = marks;
  std::erase_if(subject.marks, [](const EventMark& m) { return m.glyph == Glyph::rolling; });
  return subject;
}

Subject flights_of(Subject subject) {
  if (std::none_of(subject.paths.begin(), subject.paths.end(), flies)) return subject;
  for (auto& path : subject.paths) {
    if (!flies(path)) path.clear();
  }
  return subject;
}

View fit_side_view(const Subject& flights) {
  double radius = 0.0;
  for (const Ball& ball : flights.scene.balls) radius = std::max(radius, ball.spec.radius);
  Box box = region_of(flights);

  // space around the motion
  const double more = std::max(2.5 * radius + 0.05 * box.width(), 0.5 * (min_width - box.width()));
  box.low = {box.low.x - more, -below_cloth};
  box.high = {box.high.x + more, std::max(box.high.y, radius) + 2.0 * radius};

  // rails that are near
  const Table& table = flights.scene.table;
  if (table.length > 0.0 && !table.cushions.empty()) {
    const double end = 0.5 * table.length + table_shape(table).rail_width + 0.01;
    if (box.high.x > 0.5 * table.length - near_rail) box.high.x = std::max(box.high.x, end);
    if (box.low.x < near_rail - 0.5 * table.length) box.low.x = std::min(box.low.x, -end);
  }
  box.high.y = std::max(box.high.y, box.low.y + flattest * box.width());

  const Vec2 room{picture_width - 2.0 * margin, max_height};
  const double scale = std::min(room.x / box.width(), room.y / box.height());
  return {box, {}, scale};
}

}  // namespace draw

std::string draw_side_view(const Scene& scene, const Trajectory& trajectory) {
  if (!is_pool(scene.system)) return draw_system(scene, trajectory);
  const RotatedScene rotated = rotated_to_side(scene, trajectory);
  const Subject whole = subject_of(scene, trajectory);
  const Subject subject = side_view_subject(rotated, whole.marks);
  const Subject flights = flights_of(subject);
  View view = fit_side_view(flights);
  view.corner = {0.5 * (picture_width - view.frame().width()), caption_height + 10.0};
  const Page page{.view = view,
                  .title = title_of(scene),
                  .subtitle = subtitle_of(whole) + height_note(flights),
                  .corner = 6.0,
                  .legend = legend_of(view, subject)};
  return draw_page(page, [&](Svg& svg) {
    draw_side_table(svg, view, scene.table);
    draw_starts(svg, view, subject);
    draw_side_ends(svg, view, subject);
    draw_paths(svg, view, flights);
    draw_transitions(svg, view, subject);
    draw_impacts(svg, view, subject);
  });
}

}  // namespace cuelab
