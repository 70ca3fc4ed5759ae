// Curves over time: panels one above the other with one time axis.
#include "draw/curves.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <functional>
#include <string>

#include "cuelab/appearance.hpp"
#include "cuelab/draw.hpp"
#include "draw/page_layout.hpp"
#include "draw/plot.hpp"
#include "draw/svg.hpp"
#include "draw/system_picture.hpp"
#include "draw/view.hpp"

namespace cuelab::draw {
namespace {

constexpr double steps = 400.0;       ///< minimum number over the whole time
constexpr double min_rise = 5e-4;     ///< of a centre, for heights to be shown [m]
constexpr double min_spin = 1e-6;     ///< for spins to be shown [rad/s]
constexpr double short_motion = 0.5;  ///< shorter motions have a time axis in milliseconds [s]

/// A value of a ball's state.
using Value = std::function<double(const Ball&, const BallState&)>;

std::string colour_of(const BallColours& colours, bool pool) {
  if (!pool) return std::string(colours.path);
  // pale balls would not be visible on paper
  const std::string fill(colours.fill);
  int sum = 0;
  for (std::size_t i = 1; i < 7; i += 2) sum += std::stoi(fill.substr(i, 2), nullptr, 16);
  return sum > 600 ? shaded(fill, -0.5) : sum > 420 ? shaded(fill, -0.18) : fill;
}

Curve empty_curve(const Scene& scene, std::size_t ball) {
  const BallColours colours = ball_colours(scene, ball);
  return {.name = scene.balls[ball].id,
          .colour = colour_of(colours, is_pool(scene.system)),
          .dashed = colours.striped};
}

/// Whether the body is a ball; the outer race of a bearing is not.
bool is_ball(const Scene& scene, std::size_t body) {
  const auto* bearing = std::get_if<BallBearing>(&scene.system.model);
  return bearing == nullptr || body < bearing->count;
}

/// A value over time, sampled on every piece from start to end, so that jumps are vertical.
Curve curve_of(const Scene& scene, const Replay& replay, std::size_t ball, const Value& value) {
  Curve curve = empty_curve(scene, ball);
  const std::vector<Piece>& pieces = replay.pieces(ball);
  for (std::size_t k = 0; k < pieces.size(); ++k) {
    const Piece& piece = pieces[k];
    if (piece.motion == Motion::pocketed || piece.motion == Motion::off_table) break;
    const double end = k + 1 < pieces.size() ? pieces[k + 1].t0 : replay.t_end();
    const double parts = std::max(1.0, std::ceil((end - piece.t0) / replay.t_end() * steps));
    for (double i = 0.0; i <= parts; i += 1.0) {
      const double t = i == parts ? end : piece.t0 + (end - piece.t0) * i / parts;
      curve.points.push_back({t, value(scene.balls[ball], state_on(piece, t))});
    }
  }
  return curve;
}

/// Greatest minus least value of all curves.
double range_of(const Panel& panel) {
  double low = 1e300;
  double high = -1e300;
  for (const Curve& curve : panel.curves) {
    for (const Vec2 p : curve.points) {
      low = std::min(low, p.y);
      high = std::max(high, p.y);
    }
  }
  return high - low;
}

Panel panel_of(const Scene& scene, const Replay& replay, std::string title, const Value& value) {
  Panel panel{.title = std::move(title)};
  for (std::size_t b = 0; b < scene.balls.size() && b < replay.ball_count(); ++b) {
    if (is_ball(scene, b)) panel.curves.push_back(curve_of(scene, replay, b, value));
  }
  return panel;
}

/// Height of zero potential energy: at rest on the cloth or plane, otherwise z = 0.
double rest_height(const Scene& scene, const Ball& ball) {
  const bool on_ground =
      is_pool(scene.system) || std::holds_alternative<BouncingBall>(scene.system.model);
  return on_ground ? ball.spec.radius : 0.0;
}

Panel energy_panel(const Scene& scene, const Replay& replay) {
  const double gravity = scene.physics.gravity;
  return panel_of(scene, replay, "energy of each ball, kinetic and potential [J]",
                  [&](const Ball& ball, const BallState& s) {
                    const double height = s.r.z - rest_height(scene, ball);
                    return kinetic_energy(ball.spec, s) + ball.spec.mass * gravity * height;
                  });
}

/// The peak force of every contact of the smooth engine, the only force it records.
Panel force_panel(const Scene& scene, const Trajectory& trajectory) {
  Panel panel{.title = "peak normal force of each contact [N], at the middle of the contact",
              .stems = true};
  for (std::size_t b = 0; b < scene.balls.size(); ++b) {
    if (is_ball(scene, b)) panel.curves.push_back(empty_curve(scene, b));
  }
  const std::vector<Event>& events = trajectory.events;
  for (const ContactRecord& contact : trajectory.contacts) {
    if (contact.begin >= events.size() || contact.end >= events.size()) continue;
    const Event& begin = events[contact.begin];
    if (begin.ball >= panel.curves.size()) continue;
    panel.curves[begin.ball].points.push_back(
        {0.5 * (begin.t + events[contact.end].t), contact.peak_force});
  }
  std::erase_if(panel.curves, [](const Curve& curve) { return curve.points.empty(); });
  return panel;
}

}  // namespace

std::vector<Panel> panels_of(const Scene& scene, const Trajectory& trajectory) {
  const Replay replay(trajectory);
  std::vector<Panel> panels;
  panels.push_back(panel_of(scene, replay, "speed [m/s]",
                            [](const Ball&, const BallState& s) { return norm(s.v); }));
  const Panel spin = panel_of(scene, replay, "spin [rad/s]",
                              [](const Ball&, const BallState& s) { return norm(s.w); });
  if (range_of(spin) > min_spin) panels.push_back(spin);
  panels.push_back(energy_panel(scene, replay));
  const Panel height = panel_of(scene, replay, "height of the centre, z [mm]",
                                [](const Ball&, const BallState& s) { return 1e3 * s.r.z; });
  if (range_of(height) > 1e3 * min_rise) panels.push_back(height);
  const Panel force = force_panel(scene, trajectory);
  if (!force.curves.empty()) panels.push_back(force);
  for (Panel& panel : panels) panel.time_scale = trajectory.t_end < short_motion ? 1e3 : 1.0;
  return panels;
}

std::string tick_label(double value) { return fmt::format("{:.6g}", value); }

}  // namespace cuelab::draw

namespace cuelab {
namespace {

using namespace draw;

// the document [px]
constexpr double left = 92.0;
constexpr double right = picture_width - margin;
constexpr double panel_height = 168.0;
constexpr double panel_gap = 40.0;
constexpr double first_panel = caption_height + 34.0;
constexpr double axis_room = 64.0;     ///< for the numbers and the name of the time axis
constexpr double min_distance = 0.35;  ///< closer points cannot be distinguished
constexpr std::size_t max_ticks = 6;

struct Place {
  double top = 0.0;
  double t_end = 1.0;
  double low = 0.0;
  double high = 1.0;

  double x(double t) const { return left + (right - left) * t / t_end; }
  double y(double value) const { return top + panel_height * (1.0 - (value - low) / (high - low)); }
};

/// Placement of a panel whose range contains all values and zero, rounded to whole ticks.
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
  for (const double v : ticks(place.low, place.high, max_ticks)) {
    rule({left, place.y(v)}, {right, place.y(v)}, v == 0.0);
    svg.text("text", tick_label(v),
             {{"x", left - 8.0}, {"y", place.y(v) + 4.5}, {"text-anchor", "end"}});
  }
  svg.text("text", panel.title,
           {{"x", left}, {"y", place.top - 8.0}, {"font-weight", "bold"}, {"fill", text_colour}});
  if (!last) return;
  svg.text("text", panel.time_scale > 1.0 ? "time [ms]" : "time [s]",
           {{"x", 0.5 * (left + right)}, {"y", bottom + 40.0}, {"text-anchor", "middle"}});
}

/// A line through the points, without those too close to be distinguished.
PathData line_through(const Curve& curve, const Place& place) {
  PathData line;
  Vec2 last{-1e9, 0.0};
  for (std::size_t i = 0; i < curve.points.size(); ++i) {
    const Vec2 at{place.x(curve.points[i].x), place.y(curve.points[i].y)};
    const bool end = i + 1 == curve.points.size();
    if (!end && norm(at - last) < min_distance) continue;
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

/// The legend: a sample of every ball's line. Returns where its rows end.
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
      svg.text("text", curve.name, {{"x", at.x + 37.0}, {"y", at.y + 4.5}, {"fill", text_colour}});
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
  const double names = top_of(panels.size()) - panel_gap + axis_room;
  Svg probe(picture_width, names);
  const double height = draw_names(probe, panels, names);

  Svg svg(picture_width, height);
  svg.text("title", title_of(scene), {});
  svg.leaf("rect", {{"width", picture_width}, {"height", height}, {"fill", paper_colour}});
  draw_caption(svg, margin, title_of(scene),
               is_pool(scene.system) ? subtitle_of(subject_of(scene, trajectory))
                                     : system_subtitle(scene, trajectory));
  svg.open("g", {{"id", "curves"}, {"font-size", 12.5}, {"fill", pale_text_colour}});
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
