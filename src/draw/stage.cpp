#include <algorithm>
#include <cmath>
#include <utility>

#include "cuelab/moving.hpp"
#include "draw/ball_art.hpp"
#include "draw/legend.hpp"
#include "draw/path_art.hpp"
#include "draw/sheet.hpp"
#include "draw/side_table.hpp"
#include "draw/side_view.hpp"
#include "draw/stage_parts.hpp"
#include "draw/system_art.hpp"
#include "draw/table_art.hpp"
#include "math/rotation.hpp"

namespace cuelab {
namespace {

using namespace draw;

constexpr Vec2 most_room{1200.0, 900.0};  ///< of a moving picture [px]
constexpr double half_root = 0.70710678118654752;

/// The turn that `seen` makes.
Quat turn_to(Sight sight) {
  return sight == Sight::top ? Quat{} : Quat{half_root, -half_root, 0.0, 0.0};
}

std::optional<double> time_of_fall(const std::vector<Piece>& pieces) {
  const auto fall = std::ranges::find(pieces, Motion::pocketed, &Piece::motion);
  return fall == pieces.end() ? std::nullopt : std::optional(fall->t0);
}

Stage top_stage(const Scene& scene, const Trajectory& trajectory) {
  const Subject subject = subject_of(scene, trajectory);
  View view = fit(subject, {}, most_room);
  view.corner = {};
  Stage stage = empty_stage(view, Sight::top);
  add_balls(stage, subject, view);
  stage.shadows = true;
  stage.backdrop = draw_layer(view, [&](Svg& svg) { draw_table(svg, view, scene.table); });
  stage.ways = draw_layer(view, [&](Svg& svg) {
    draw_starts(svg, view, subject);
    draw_paths(svg, view, subject);
  });
  return stage;
}

Stage side_stage(const Scene& scene, const Trajectory& trajectory) {
  const Turned turned = turned_to_side(scene, trajectory);
  const Subject subject = side_subject(turned, {});
  const Subject flights = flights_of(subject);
  const View view = fit_side(flights);
  Stage stage = empty_stage(view, Sight::side);
  add_balls(stage, subject, view);
  stage.backdrop = draw_layer(view, [&](Svg& svg) { draw_side_table(svg, view, scene.table); });
  stage.ways = draw_layer(view, [&](Svg& svg) {
    draw_starts(svg, view, subject);
    draw_paths(svg, view, flights);
  });
  return stage;
}

PosedBall posed(const Stage& stage, std::size_t index, const Sample& sample, double t) {
  const StageBall& ball = stage.balls[index];
  PosedBall posed{.index = index,
                  .at = on_picture(stage, sample.state.r),
                  .radius = ball.radius,
                  .height = stage.scale * std::max(0.0, sample.state.r.z - ball.rest),
                  .turn = seen(stage.sight, sample.orientation)};
  if (ball.fallen && t >= *ball.fallen) {
    posed.at = posed.at + ball.shift;
    posed.radius *= fallen_size;
    posed.opacity = fallen_opacity;
  }
  return posed;
}

}  // namespace

namespace draw {

Stage empty_stage(const View& view, Sight sight) {
  const Box frame = view.frame();
  return {.sight = sight,
          .width = frame.width(),
          .height = frame.height(),
          .origin = view({0.0, 0.0}),
          .scale = view.scale};
}

void add_balls(Stage& stage, const Subject& subject, const View& view) {
  const std::vector<Vec2> shifts = shifts_in_pockets(subject, view);
  for (std::size_t b = 0; b < shifts.size(); ++b) {
    const Ball& ball = subject.scene.balls[b];
    stage.balls.push_back({.body = b,
                           .radius = picture_radius(view, ball),
                           .rest = ball.spec.radius,
                           .look = look_of(subject.scene, b),
                           .fallen = time_of_fall(subject.replay.pieces(b)),
                           .shift = shifts[b]});
  }
}

}  // namespace draw

Stage stage_of(const Scene& scene, const Trajectory& trajectory, Sight sight) {
  if (!is_pool(scene.system)) return system_stage(scene, trajectory);
  return sight == Sight::top ? top_stage(scene, trajectory) : side_stage(scene, trajectory);
}

std::string film_title(const Scene& scene, double width, double height) {
  constexpr std::size_t most_letters = 90;
  std::string title = title_of(scene);
  if (title.size() > most_letters) {
    std::size_t end = most_letters;
    while (end > 0 && (static_cast<unsigned char>(title[end]) & 0xC0U) == 0x80U) --end;
    title = title.substr(0, end) + "\u2026";
  }
  Svg svg(width, height);
  svg.text("text", title,
           {{"x", 0.35 * height},
            {"y", 0.7 * height},
            {"font-size", 0.5 * height},
            {"font-weight", "bold"},
            {"fill", "#22302e"}});
  return std::move(svg).finish();
}

Vec3 seen(Sight sight, const Vec3& world) {
  return sight == Sight::top ? world : turned_to_side(world);
}

Quat seen(Sight sight, const Quat& orientation) { return turn_to(sight) * orientation; }

Vec2 on_picture(const Stage& stage, const Vec3& world) {
  const Vec3 r = seen(stage.sight, world);
  return {stage.origin.x + stage.scale * r.x, stage.origin.y - stage.scale * r.y};
}

double seen_angle(Sight sight, const Quat& orientation) {
  const Quat view = turn_to(sight);
  const Quat turn = view * orientation * Quat{view.w, -view.x, -view.y, -view.z};
  return 2.0 * std::atan2(turn.z, turn.w);
}

Pose pose_at(const Stage& stage, const Replay& replay, double t) {
  Pose pose;
  std::vector<double> depth(stage.balls.size());
  for (std::size_t i = 0; i < stage.balls.size(); ++i) {
    const Sample sample = replay.sample(stage.balls[i].body, t);
    depth[i] = seen(stage.sight, sample.state.r).z;
    pose.balls.push_back(posed(stage, i, sample, t));
  }
  for (const Link& link : stage.links) {
    const Vec2 to = link.other ? pose.balls[*link.other].at : link.fixed;
    pose.links.push_back({pose.balls[link.ball].at, to});
  }
  if (!stage.turning.empty()) {
    pose.turn = seen_angle(stage.sight, replay.sample(stage.turning_body, t).orientation);
  }
  std::ranges::sort(pose.balls, {},
                    [&](const PosedBall& b) { return std::pair(depth[b.index], b.index); });
  return pose;
}

std::vector<double> frame_times(const FilmSpan& span) {
  const double step = span.speed / span.fps;
  const double length = std::max(0.0, span.to - span.from);
  // a step that fits but for rounding fits
  const auto whole = static_cast<std::size_t>(std::floor(length / step + 1e-9));
  std::vector<double> times;
  for (std::size_t i = 0; i <= whole; ++i) {
    times.push_back(std::min(span.to, span.from + step * static_cast<double>(i)));
  }
  if (times.back() < span.to) times.push_back(span.to);
  return times;
}

}  // namespace cuelab
