#include <algorithm>
#include <cmath>
#include <numeric>
#include <utility>

#include "cuelab/draw.hpp"
#include "draw/ball_art.hpp"
#include "draw/legend.hpp"
#include "draw/mark_art.hpp"
#include "draw/path_art.hpp"
#include "draw/sheet.hpp"
#include "draw/side_table.hpp"
#include "draw/side_view.hpp"
#include "draw/svg.hpp"
#include "draw/system_art.hpp"
#include "draw/table_art.hpp"
#include "draw/view.hpp"

namespace cuelab {
namespace {

using namespace draw;

constexpr double most_height = 640.0;  ///< of the picture without caption and legend [px]
constexpr double least_width = 0.9;    ///< shown, so that small hops keep a scale [m]
constexpr double flattest = 0.17;      ///< height of the picture over its width
constexpr double near_rail = 0.15;     ///< a rail this close to the motion is shown [m]
constexpr double below = 0.045;        ///< shown below the cloth [m]

/// The highest point of a parabola.
Vec2 apex_of(const Stretch& s) {
  const double bend = s.from.y - 2.0 * s.control.y + s.to.y;
  const double u = bend < 0.0 ? std::clamp((s.from.y - s.control.y) / bend, 0.0, 1.0) : 0.0;
  const double w = 1.0 - u;
  const Vec2 top = (w * w) * s.from + (2.0 * u * w) * s.control + (u * u) * s.to;
  return top.y > s.to.y ? top : s.to;
}

bool flies(const std::vector<Stretch>& way) {
  return std::any_of(way.begin(), way.end(),
                     [](const Stretch& s) { return s.motion == Motion::airborne; });
}

/// How high the lowest point of any ball gets, in words.
std::string height_note(const Subject& subject) {
  double highest = 0.0;
  std::string who;
  for (std::size_t b = 0; b < subject.ways.size(); ++b) {
    const Ball& ball = subject.scene.balls[b];
    for (const Stretch& s : subject.ways[b]) {
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

/// Around the ways that `wanted` picks; nothing picked gives a box that is inside out.
template <class Wanted>
Box bounds_of(const Subject& subject, Wanted wanted) {
  Box box{{1e300, 1e300}, {-1e300, -1e300}};
  for (const auto& way : subject.ways) {
    for (const Stretch& s : way) {
      if (!wanted(s)) continue;
      for (const Vec2 p : {s.from, s.to, apex_of(s)}) box.include(p);
    }
  }
  return box;
}

/// The flight, with the rest of the ways if that is not much longer; without any flight all
/// motion, without motion all balls.
Box region_of(const Subject& flights) {
  const auto all = [](const Stretch&) { return true; };
  const auto in_air = [](const Stretch& s) { return s.motion == Motion::airborne; };
  const Box flight = bounds_of(flights, in_air);
  Box whole = bounds_of(flights, all);
  if (flight.width() >= 0.0 && whole.width() > 2.0 * flight.width()) return flight;
  if (whole.width() >= 0.0) return whole;
  for (const Ball& ball : flights.scene.balls) whole.include(flat(ball.start.r));
  return whole;
}

/// All balls but the fallen ones, far ones first; faint where they never move.
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
    svg.open("g", {{"opacity", subject.ways[b].empty() ? 0.45 : 1.0}});
    draw_ball(svg, view(flat(states[b].r)), picture_radius(view, subject.scene.balls[b]),
              look_of(subject.scene, b));
    svg.close();
  }
  svg.close();
}

}  // namespace

namespace draw {

Vec3 turned_to_side(const Vec3& a) { return {a.x, a.z, -a.y}; }

Turned turned_to_side(const Scene& scene, const Trajectory& trajectory) {
  Turned turned{scene, trajectory};
  for (Ball& ball : turned.scene.balls) ball.start.r = turned_to_side(ball.start.r);
  for (Piece& piece : turned.trajectory.pieces) {
    piece.r0 = turned_to_side(piece.r0);
    piece.v0 = turned_to_side(piece.v0);
    piece.a = turned_to_side(piece.a);
    piece.b = turned_to_side(piece.b);
  }
  for (BallState& state : turned.trajectory.final) state.r = turned_to_side(state.r);
  return turned;
}

Subject side_subject(const Turned& turned, const std::vector<Marked>& marks) {
  Subject subject = subject_of(turned.scene, turned.trajectory);
  subject.sight = Sight::side;
  subject.marks = marks;
  std::erase_if(subject.marks, [](const Marked& m) { return m.glyph == Glyph::rolling; });
  return subject;
}

Subject flights_of(Subject subject) {
  if (std::none_of(subject.ways.begin(), subject.ways.end(), flies)) return subject;
  for (auto& way : subject.ways) {
    if (!flies(way)) way.clear();
  }
  return subject;
}

View fit_side(const Subject& flights) {
  double radius = 0.0;
  for (const Ball& ball : flights.scene.balls) radius = std::max(radius, ball.spec.radius);
  Box box = region_of(flights);

  // air around the motion
  const double more =
      std::max(2.5 * radius + 0.05 * box.width(), 0.5 * (least_width - box.width()));
  box.low = {box.low.x - more, -below};
  box.high = {box.high.x + more, std::max(box.high.y, radius) + 2.0 * radius};

  // rails that are near
  const Table& table = flights.scene.table;
  if (table.length > 0.0 && !table.cushions.empty()) {
    const double end = 0.5 * table.length + rail_width(table) + 0.01;
    if (box.high.x > 0.5 * table.length - near_rail) box.high.x = std::max(box.high.x, end);
    if (box.low.x < near_rail - 0.5 * table.length) box.low.x = std::min(box.low.x, -end);
  }
  box.high.y = std::max(box.high.y, box.low.y + flattest * box.width());

  const Vec2 room{picture_width - 2.0 * margin, most_height};
  const double scale = std::min(room.x / box.width(), room.y / box.height());
  return {box, {}, scale};
}

}  // namespace draw

std::string draw_side_view(const Scene& scene, const Trajectory& trajectory) {
  if (!is_pool(scene.system)) return draw_system(scene, trajectory);
  const Turned turned = turned_to_side(scene, trajectory);
  const Subject whole = subject_of(scene, trajectory);
  const Subject subject = side_subject(turned, whole.marks);
  const Subject flights = flights_of(subject);
  View view = fit_side(flights);
  view.corner = {0.5 * (picture_width - view.frame().width()), caption_height + 10.0};
  const Sheet sheet{.view = view,
                    .title = title_of(scene),
                    .subtitle = subtitle_of(whole) + height_note(flights),
                    .corner = 6.0,
                    .legend = legend_of(view, subject)};
  return draw_sheet(sheet, [&](Svg& svg) {
    draw_side_table(svg, view, scene.table);
    draw_starts(svg, view, subject);
    draw_side_ends(svg, view, subject);
    draw_paths(svg, view, flights);
    draw_transitions(svg, view, subject);
    draw_impacts(svg, view, subject);
  });
}

}  // namespace cuelab
