#include <algorithm>
#include <cmath>
#include <utility>

#include "cuelab/animation.hpp"
#include "draw/animation.hpp"
#include "draw/ball_drawing.hpp"
#include "draw/page_layout.hpp"
#include "draw/path.hpp"
#include "draw/side_view.hpp"
#include "draw/system_picture.hpp"
#include "draw/top_view.hpp"
#include "math/rotation.hpp"

namespace cuelab {
namespace {

using namespace draw;

constexpr Vec2 max_room{1200.0, 900.0};  ///< of a moving picture [px]
constexpr double half_root = 0.70710678118654752;

/// The rotation that `in_view` applies.
Quat turn_to(Viewpoint viewpoint) {
  return viewpoint == Viewpoint::top ? Quat{} : Quat{half_root, -half_root, 0.0, 0.0};
}

std::optional<double> pocketing_time(const std::vector<Piece>& pieces) {
  const auto fall = std::ranges::find(pieces, Motion::pocketed, &Piece::motion);
  return fall == pieces.end() ? std::nullopt : std::optional(fall->t0);
}

Animation top_animation(const Scene& scene, const Trajectory& trajectory) {
  const Subject subject = subject_of(scene, trajectory);
  View view = fit_view(subject, {}, max_room);
  view.corner = {};
  Animation animation = empty_animation(view, Viewpoint::top);
  add_balls(animation, subject, view);
  animation.shadows = true;
  animation.background = draw_layer(view, [&](Svg& svg) { draw_table(svg, view, scene.table); });
  animation.paths = draw_layer(view, [&](Svg& svg) {
    draw_starts(svg, view, subject);
    draw_paths(svg, view, subject);
  });
  return animation;
}

Animation side_animation(const Scene& scene, const Trajectory& trajectory) {
  const RotatedScene rotated = rotated_to_side(scene, trajectory);
  const Subject subject = side_view_subject(rotated, {});
  const Subject flights = flights_of(subject);
  const View view = fit_side_view(flights);
  Animation animation = empty_animation(view, Viewpoint::side);
  add_balls(animation, subject, view);
  animation.background =
      draw_layer(view, [&](Svg& svg) { draw_side_table(svg, view, scene.table); });
  animation.paths = draw_layer(view, [&](Svg& svg) {
    draw_starts(svg, view, subject);
    draw_paths(svg, view, flights);
  });
  return animation;
}

PosedBall posed(const Animation& animation, std::size_t index, const Sample& sample, double t) {
  const AnimatedBall& ball = animation.balls[index];
  PosedBall posed{.index = index,
                  .at = on_picture(animation, sample.state.r),
                  .radius = ball.radius,
                  .height = animation.scale * std::max(0.0, sample.state.r.z - ball.rest),
                  .turn = in_view(animation.viewpoint, sample.orientation)};
  if (ball.pocketed_at && t >= *ball.pocketed_at) {
    posed.at = posed.at + ball.shift;
    posed.radius *= pocketed_size;
    posed.opacity = pocketed_opacity;
  }
  return posed;
}

}  // namespace

namespace draw {

Animation empty_animation(const View& view, Viewpoint viewpoint) {
  const Box frame = view.frame();
  return {.viewpoint = viewpoint,
          .width = frame.width(),
          .height = frame.height(),
          .origin = view({0.0, 0.0}),
          .scale = view.scale};
}

void add_balls(Animation& animation, const Subject& subject, const View& view) {
  const std::vector<Vec2> shifts = pocket_shifts(subject, view);
  for (std::size_t b = 0; b < shifts.size(); ++b) {
    const Ball& ball = subject.scene.balls[b];
    animation.balls.push_back({.body = b,
                               .radius = picture_radius(view, ball),
                               .rest = ball.spec.radius,
                               .colours = ball_colours(subject.scene, b),
                               .pocketed_at = pocketing_time(subject.replay.pieces(b)),
                               .shift = shifts[b]});
  }
}

}  // namespace draw

Animation make_animation(const Scene& scene, const Trajectory& trajectory, Viewpoint viewpoint) {
  if (!is_pool(scene.system)) return system_animation(scene, trajectory);
  return viewpoint == Viewpoint::top ? top_animation(scene, trajectory)
                                     : side_animation(scene, trajectory);
}

std::string film_title(const Scene& scene, double width, double height) {
  constexpr std::size_t max_letters = 90;
  std::string title = title_of(scene);
  if (title.size() > max_letters) {
    std::size_t end = max_letters;
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

Vec3 in_view(Viewpoint viewpoint, const Vec3& world) {
  return viewpoint == Viewpoint::top ? world : rotated_to_side(world);
}

Quat in_view(Viewpoint viewpoint, const Quat& orientation) {
  return turn_to(viewpoint) * orientation;
}

Vec2 on_picture(const Animation& animation, const Vec3& world) {
  const Vec3 r = in_view(animation.viewpoint, world);
  return {animation.origin.x + animation.scale * r.x, animation.origin.y - animation.scale * r.y};
}

double view_angle(Viewpoint viewpoint, const Quat& orientation) {
  const Quat view = turn_to(viewpoint);
  const Quat turn = view * orientation * Quat{view.w, -view.x, -view.y, -view.z};
  return 2.0 * std::atan2(turn.z, turn.w);
}

Pose pose_at(const Animation& animation, const Replay& replay, double t) {
  Pose pose;
  std::vector<double> depth(animation.balls.size());
  for (std::size_t i = 0; i < animation.balls.size(); ++i) {
    const Sample sample = replay.sample(animation.balls[i].body, t);
    depth[i] = in_view(animation.viewpoint, sample.state.r).z;
    pose.balls.push_back(posed(animation, i, sample, t));
  }
  for (const Link& link : animation.links) {
    const Vec2 to = link.other ? pose.balls[*link.other].at : link.fixed;
    pose.links.push_back({pose.balls[link.ball].at, to});
  }
  if (!animation.turning.empty()) {
    pose.turn =
        view_angle(animation.viewpoint, replay.sample(animation.turning_body, t).orientation);
  }
  std::ranges::sort(pose.balls, {},
                    [&](const PosedBall& b) { return std::pair(depth[b.index], b.index); });
  return pose;
}

std::vector<double> frame_times(const FilmSpan& span) {
  const double step = span.speed / span.fps;
  const double length = std::max(0.0, span.to - span.from);
  // count a step that fits up to rounding
  const auto whole = static_cast<std::size_t>(std::floor(length / step + 1e-9));
  std::vector<double> times;
  for (std::size_t i = 0; i <= whole; ++i) {
    times.push_back(std::min(span.to, span.from + step * static_cast<double>(i)));
  }
  if (times.back() < span.to) times.push_back(span.to);
  return times;
}

}  // namespace cuelab
