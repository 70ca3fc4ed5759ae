#include <algorithm>
#include <variant>

#include "draw/ball_art.hpp"
#include "draw/legend.hpp"
#include "draw/path_art.hpp"
#include "draw/sheet.hpp"
#include "draw/side_view.hpp"
#include "draw/stage_parts.hpp"
#include "draw/system_art.hpp"

namespace cuelab::draw {
namespace {

constexpr Vec2 most_room{picture_width - 2.0 * margin, 760.0};  ///< of the picture alone [px]

struct Picture {
  const Subject& subject;
  SystemPicture operator()(const PoolSystem& /*pool*/) const { return {}; }
  template <class Spec>
  SystemPicture operator()(const Spec& spec) const {
    return picture_of(spec, subject);
  }
};

View view_of(const Box& world, Vec2 corner) {
  const double scale = std::min(most_room.x / world.width(), most_room.y / world.height());
  return {world, corner, scale};
}

/// What stands and moves on the stage, but for its layers.
Stage bare_stage(const SystemPicture& picture, const Subject& subject, const View& view) {
  Stage stage = empty_stage(view, Sight::side);
  add_balls(stage, subject, view);
  std::erase_if(stage.balls,
                [&](const StageBall& ball) { return ball.body == picture.turning_body; });
  for (Link link : picture.links) {
    link.fixed = view(link.fixed);
    stage.links.push_back(link);
  }
  stage.link_colour = picture.link_colour;
  stage.link_width = picture.link_width;
  stage.turning_body = picture.turning_body.value_or(0);
  return stage;
}

/// Balls and links at other instants, where they are clear of the balls shown.
void draw_ghosts(Svg& svg, const Stage& stage, const Replay& replay, const Pose& shown,
                 const std::vector<double>& instants) {
  constexpr double clear = 0.35;  // of a radius
  svg.open("g", {{"id", "ghosts"}, {"opacity", 0.22}});
  for (const double t : instants) {
    Pose pose = pose_at(stage, replay, t);
    const auto hidden = [&](Vec2 at) {
      return std::ranges::any_of(shown.balls, [&](const PosedBall& ball) {
        return norm(ball.at - at) < clear * ball.radius;
      });
    };
    std::erase_if(pose.links, [&](const Pose::Line& link) { return hidden(link.from); });
    std::erase_if(pose.balls, [&](const PosedBall& ball) { return hidden(ball.at); });
    draw_pose(svg, stage, pose);
  }
  svg.close();
}

/// A system with its picture, kept together: the picture refers to the rest.
struct Seen {
  Turned turned;
  Subject subject;
  SystemPicture picture;

  Seen(const Scene& scene, const Trajectory& trajectory)
      : turned(turned_to_side(scene, trajectory)),
        subject(side_subject(turned, {})),
        picture(std::visit(Picture{subject}, scene.system.model)) {}
};

}  // namespace

void define_metal(Svg& svg) {
  svg.open("linearGradient", {{"id", "metal"}, {"x1", "0"}, {"y1", "0"}, {"x2", "1"}, {"y2", "1"}});
  svg.leaf("stop", {{"offset", "0"}, {"stop-color", "#e6eaee"}});
  svg.leaf("stop", {{"offset", "0.5"}, {"stop-color", "#a9b1b9"}});
  svg.leaf("stop", {{"offset", "1"}, {"stop-color", "#828b94"}});
  svg.close();
}

void draw_pose(Svg& svg, const Stage& stage, const Pose& pose) {
  for (const Pose::Line& link : pose.links) {
    svg.leaf("line", {{"x1", link.from.x},
                      {"y1", link.from.y},
                      {"x2", link.to.x},
                      {"y2", link.to.y},
                      {"stroke", stage.link_colour},
                      {"stroke-width", stage.link_width},
                      {"stroke-linecap", "round"}});
  }
  for (const PosedBall& ball : pose.balls) {
    draw_ball(svg, ball.at, ball.radius, stage.balls[ball.index].look);
  }
}

std::string system_subtitle(const Scene& scene, const Trajectory& trajectory) {
  return Seen(scene, trajectory).picture.what + " \u00b7 " + number(trajectory.t_end) +
         " s \u00b7 " + plural(trajectory.events.size(), "event");
}

std::string draw_system(const Scene& scene, const Trajectory& trajectory) {
  const Seen seen(scene, trajectory);
  const Subject& subject = seen.subject;
  const SystemPicture& picture = seen.picture;
  View view = view_of(picture.world, {});
  view.corner = {0.5 * (picture_width - view.frame().width()), caption_height + 10.0};
  const Stage stage = bare_stage(picture, subject, view);
  const Replay replay(trajectory);
  const Pose start = pose_at(stage, replay, 0.0);
  const Sheet sheet{.view = view,
                    .title = title_of(scene),
                    .subtitle = system_subtitle(scene, trajectory),
                    .corner = 6.0,
                    .legend = [&](Svg& svg, const Box& room) {
                      return draw_notes(svg, view, picture.notes, room);
                    }};
  return draw_sheet(sheet, [&](Svg& svg) {
    picture.backdrop(svg, view);
    if (picture.turning) picture.turning(svg, view);
    if (picture.paths) draw_paths(svg, view, subject);
    draw_ghosts(svg, stage, replay, start, picture.ghosts);
    svg.open("g", {{"id", "starts"}});
    draw_pose(svg, stage, start);
    svg.close();
  });
}

Stage system_stage(const Scene& scene, const Trajectory& trajectory) {
  const Seen seen(scene, trajectory);
  const Subject& subject = seen.subject;
  const SystemPicture& picture = seen.picture;
  const View view = view_of(picture.world, {});
  Stage stage = bare_stage(picture, subject, view);
  stage.backdrop = draw_layer(view, [&](Svg& svg) { picture.backdrop(svg, view); });
  if (picture.turning) {
    stage.turning = draw_layer(view, [&](Svg& svg) { picture.turning(svg, view); });
  }
  stage.ways = draw_layer(view, [&](Svg& svg) {
    if (picture.paths) draw_paths(svg, view, subject);
  });
  return stage;
}

}  // namespace cuelab::draw
