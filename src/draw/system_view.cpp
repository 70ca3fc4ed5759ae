#include "draw/system_picture.hpp"

#include <algorithm>
#include <cmath>
#include <variant>

#include "draw/animation.hpp"
#include "draw/ball_drawing.hpp"
#include "draw/page_layout.hpp"
#include "draw/path.hpp"
#include "draw/side_view.hpp"

namespace cuelab::draw {
namespace {

constexpr Vec2 max_room{picture_width - 2.0 * margin, 760.0};  ///< of the picture alone [px]

struct Picture {
  const Subject& subject;
  SystemPicture operator()(const PoolSystem& /*pool*/) const { return {}; }
  template <class Spec>
  SystemPicture operator()(const Spec& spec) const {
    return picture_of(spec, subject);
  }
};

View view_of(const Box& world, Vec2 corner) {
  const double scale = std::min(max_room.x / world.width(), max_room.y / world.height());
  return {world, corner, scale};
}

/// The animation without its layers.
Animation bare_animation(const SystemPicture& picture, const Subject& subject, const View& view) {
  Animation animation = empty_animation(view, Viewpoint::side);
  add_balls(animation, subject, view);
  std::erase_if(animation.balls,
                [&](const AnimatedBall& ball) { return ball.body == picture.turning_body; });
  for (Link link : picture.links) {
    link.fixed = view(link.fixed);
    animation.links.push_back(link);
  }
  animation.link_colour = picture.link_colour;
  animation.link_width = picture.link_width;
  animation.turning_body = picture.turning_body.value_or(0);
  return animation;
}

/// Balls and links at other instants, where they do not cover the balls shown.
void draw_ghosts(Svg& svg, const Animation& animation, const Replay& replay, const Pose& shown,
                 const std::vector<double>& instants) {
  constexpr double clear = 0.35;  // of a radius
  svg.open("g", {{"id", "ghosts"}, {"opacity", 0.22}});
  for (const double t : instants) {
    Pose pose = pose_at(animation, replay, t);
    const auto hidden = [&](Vec2 at) {
      return std::ranges::any_of(shown.balls, [&](const PosedBall& ball) {
        return norm(ball.at - at) < clear * ball.radius;
      });
    };
    std::erase_if(pose.links, [&](const Pose::Line& link) { return hidden(link.from); });
    std::erase_if(pose.balls, [&](const PosedBall& ball) { return hidden(ball.at); });
    draw_pose(svg, animation, pose);
  }
  svg.close();
}

/// A system and its picture, which refers to the other members.
struct SystemScene {
  RotatedScene rotated;
  Subject subject;
  SystemPicture picture;

  SystemScene(const Scene& scene, const Trajectory& trajectory)
      : rotated(rotated_to_side(scene, trajectory)),
        subject(side_view_subject(rotated, {})),
        picture(std::visit(Picture{subject}, scene.system.model)) {}
};

/// The least power of ten times 1, 2 or 5 that keeps the lines apart [m].
double grid_spacing(double scale) {
  constexpr double least = 45.0;  // [px]
  for (double decade = 1e-4; decade < 1e4; decade *= 10.0) {
    for (const double factor : {1.0, 2.0, 5.0}) {
      if (scale * decade * factor >= least) return decade * factor;
    }
  }
  return 1e4;
}

}  // namespace

void define_metal(Svg& svg) {
  svg.open("linearGradient", {{"id", "metal"}, {"x1", "0"}, {"y1", "0"}, {"x2", "1"}, {"y2", "1"}});
  svg.leaf("stop", {{"offset", "0"}, {"stop-color", "#e6eaee"}});
  svg.leaf("stop", {{"offset", "0.5"}, {"stop-color", "#a9b1b9"}});
  svg.leaf("stop", {{"offset", "1"}, {"stop-color", "#828b94"}});
  svg.close();
}

void draw_pose(Svg& svg, const Animation& animation, const Pose& pose) {
  for (const Pose::Line& link : pose.links) {
    svg.leaf("line", {{"x1", link.from.x},
                      {"y1", link.from.y},
                      {"x2", link.to.x},
                      {"y2", link.to.y},
                      {"stroke", animation.link_colour},
                      {"stroke-width", animation.link_width},
                      {"stroke-linecap", "round"}});
  }
  for (const PosedBall& ball : pose.balls) {
    draw_ball(svg, ball.at, ball.radius, animation.balls[ball.index].colours);
  }
}

std::string system_subtitle(const Scene& scene, const Trajectory& trajectory) {
  return SystemScene(scene, trajectory).picture.what + " \u00b7 " + number(trajectory.t_end) +
         " s \u00b7 " + plural(trajectory.events.size(), "event");
}

std::string draw_system(const Scene& scene, const Trajectory& trajectory) {
  const SystemScene shown(scene, trajectory);
  const Subject& subject = shown.subject;
  const SystemPicture& picture = shown.picture;
  View view = view_of(picture.world, {});
  view.corner = {0.5 * (picture_width - view.frame().width()), caption_height + 10.0};
  const Animation animation = bare_animation(picture, subject, view);
  const Replay replay(trajectory);
  const Pose start = pose_at(animation, replay, 0.0);
  const Page page{.view = view,
                  .title = title_of(scene),
                  .subtitle = system_subtitle(scene, trajectory),
                  .corner = 6.0,
                  .legend = [&](Svg& svg, const Box& room) {
                    return draw_notes(svg, view, picture.notes, room);
                  }};
  return draw_page(page, [&](Svg& svg) {
    picture.background(svg, view);
    if (picture.turning) picture.turning(svg, view);
    if (picture.show_paths) draw_paths(svg, view, subject);
    draw_ghosts(svg, animation, replay, start, picture.ghosts);
    svg.open("g", {{"id", "starts"}});
    draw_pose(svg, animation, start);
    svg.close();
  });
}

Animation system_animation(const Scene& scene, const Trajectory& trajectory) {
  const SystemScene shown(scene, trajectory);
  const Subject& subject = shown.subject;
  const SystemPicture& picture = shown.picture;
  const View view = view_of(picture.world, {});
  Animation animation = bare_animation(picture, subject, view);
  animation.background = draw_layer(view, [&](Svg& svg) { picture.background(svg, view); });
  if (picture.turning) {
    animation.turning = draw_layer(view, [&](Svg& svg) { picture.turning(svg, view); });
  }
  animation.paths = draw_layer(view, [&](Svg& svg) {
    if (picture.show_paths) draw_paths(svg, view, subject);
  });
  return animation;
}

void draw_background(Svg& svg, const View& view) {
  const Box frame = view.frame();
  svg.leaf("rect", {{"x", frame.low.x},
                    {"y", frame.low.y},
                    {"width", frame.width()},
                    {"height", frame.height()},
                    {"fill", "#eaeef1"}});
  const double step = grid_spacing(view.scale);
  PathData lines;
  const Box& box = view.world;
  for (double x = std::ceil(box.low.x / step) * step; x < box.high.x; x += step) {
    lines.move(view({x, box.low.y})).line(view({x, box.high.y}));
  }
  for (double y = std::ceil(box.low.y / step) * step; y < box.high.y; y += step) {
    lines.move(view({box.low.x, y})).line(view({box.high.x, y}));
  }
  svg.leaf("path", {{"d", lines.text()}, {"stroke", "#d5dce1"}, {"stroke-width", 1.0}});
}

void draw_block(Svg& svg, const View& view, const Box& box, std::string_view fill,
                double rounding) {
  const Vec2 upper_left = view({box.low.x, box.high.y});
  svg.leaf("rect", {{"x", upper_left.x},
                    {"y", upper_left.y},
                    {"width", view.scale * box.width()},
                    {"height", view.scale * box.height()},
                    {"rx", rounding},
                    {"fill", fill},
                    {"stroke", "#000000"},
                    {"stroke-opacity", 0.35}});
}

}  // namespace cuelab::draw
