#include "draw/curve_data.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <functional>

#include "draw/look.hpp"
#include "draw/svg.hpp"

namespace cuelab::draw {
namespace {

constexpr double steps = 400.0;       ///< of the whole time at least
constexpr double least_rise = 5e-4;   ///< of a centre, for heights to be shown [m]
constexpr double least_spin = 1e-6;   ///< for spins to be shown [rad/s]
constexpr double short_motion = 0.5;  ///< shorter than this is told in milliseconds [s]

/// A value of a ball's state.
using Value = std::function<double(const Ball&, const BallState&)>;

std::string colour_of(const BallLook& look, bool pool) {
  if (!pool) return std::string(look.path);
  // pale balls would not be seen on paper
  const std::string fill(look.fill);
  int sum = 0;
  for (std::size_t i = 1; i < 7; i += 2) sum += std::stoi(fill.substr(i, 2), nullptr, 16);
  return sum > 600 ? shaded(fill, -0.5) : sum > 420 ? shaded(fill, -0.18) : fill;
}

Curve empty_curve(const Scene& scene, std::size_t ball) {
  const BallLook look = look_of(scene, ball);
  return {.name = scene.balls[ball].id,
          .colour = colour_of(look, is_pool(scene.system)),
          .dashed = look.striped};
}

/// Whether the body is a ball; the outer race of a bearing is none.
bool is_ball(const Scene& scene, std::size_t body) {
  const auto* bearing = std::get_if<BallBearing>(&scene.system.model);
  return bearing == nullptr || body < bearing->count;
}

/// A value over time: every piece from its start to its end, so that jumps are upright.
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

/// Where the potential energy is zero: at rest on the cloth or plane, else z = 0.
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

/// The peak force of every contact of the smooth engine, which keeps no more of it.
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
  if (range_of(spin) > least_spin) panels.push_back(spin);
  panels.push_back(energy_panel(scene, replay));
  const Panel height = panel_of(scene, replay, "height of the centre, z [mm]",
                                [](const Ball&, const BallState& s) { return 1e3 * s.r.z; });
  if (range_of(height) > 1e3 * least_rise) panels.push_back(height);
  const Panel force = force_panel(scene, trajectory);
  if (!force.curves.empty()) panels.push_back(force);
  for (Panel& panel : panels) panel.time_scale = trajectory.t_end < short_motion ? 1e3 : 1.0;
  return panels;
}

std::string tick_label(double value) { return fmt::format("{:.6g}", value); }

}  // namespace cuelab::draw
