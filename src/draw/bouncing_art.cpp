#include <algorithm>
#include <cmath>

#include "draw/system_art.hpp"
#include "draw/wall.hpp"

namespace cuelab::draw {
namespace {

constexpr std::size_t most_ghosts = 7;
constexpr double least_height = 0.3;  ///< of a radius: lower tops are not shown

/// The instants between contacts, where the ball is highest: those with a height to be seen.
std::vector<double> tops(const Subject& subject, double radius) {
  std::vector<double> instants;
  double left = -1.0;  // when the last contact ended
  for (const Event& event : subject.trajectory.events) {
    if (event.type == EventType::contact_end) left = event.t;
    if (event.type != EventType::contact_begin || left < 0.0) continue;
    const double top = 0.5 * (left + event.t);
    const double height = subject.replay.state(0, top).r.y - radius;
    if (height > least_height * radius && instants.size() < most_ghosts) instants.push_back(top);
  }
  return instants;
}

/// Height of the gap under the ball, beside its highest points.
void draw_heights(Svg& svg, const View& view, const BouncingBall& spec, const Subject& subject,
                  std::vector<double> instants) {
  instants.insert(instants.begin(), 0.0);
  double last = -100.0;
  for (const double t : instants) {
    const Vec2 centre = flat(subject.replay.state(0, t).r);
    const double gap = centre.y - spec.radius;
    const Vec2 at = view({centre.x + 2.2 * spec.radius, gap});
    if (std::abs(at.y - last) < 16.0) continue;
    last = at.y;
    const Vec2 from = view({centre.x, gap});
    svg.leaf("path", {{"d", PathData().move(from).line(at).text()},
                      {"stroke", "#7a868f"},
                      {"stroke-width", 1.0},
                      {"stroke-dasharray", "3 3"}});
    svg.text("text", number(std::round(1e4 * gap) / 10.0) + " mm",
             {{"x", at.x + 6.0}, {"y", at.y + 4.0}, {"font-size", 12.5}, {"fill", "#3a454d"}});
  }
}

void draw_plane(Svg& svg, const View& view) {
  const Box& world = view.world;
  draw_block(svg, view, {{world.low.x, world.low.y}, {world.high.x, 0.0}}, "url(#metal)");
}

/// The wall of the tube as a ring.
void draw_tube(Svg& svg, const View& view, double radius) {
  const Vec2 centre = view({0.0, radius});
  const double thickness = 0.04 * radius;
  svg.leaf("circle", {{"cx", centre.x},
                      {"cy", centre.y},
                      {"r", view.scale * (radius + 0.5 * thickness)},
                      {"fill", "#f5f7f9"},
                      {"stroke", "url(#metal)"},
                      {"stroke-width", view.scale * thickness}});
}

}  // namespace

SystemPicture picture_of(const BouncingBall& spec, const Subject& subject) {
  const bool tube = spec.surface == BouncingBall::Surface::tube;
  double highest = spec.height + 2.0 * spec.radius;
  double aside = 4.0 * spec.radius;
  for (const Stretch& s : subject.ways[0]) {
    highest = std::max({highest, s.from.y + spec.radius, s.to.y + spec.radius});
    aside = std::max(aside, std::abs(s.to.x) + 2.0 * spec.radius);
  }
  SystemPicture picture;
  const double below = 0.06 * highest;
  if (tube) {
    const double r = 1.08 * spec.tube_radius;
    picture.world = {{-r, spec.tube_radius - r}, {r, spec.tube_radius + r}};
  } else {
    const double half = std::max(aside, 0.6 * highest);
    picture.world = {{-half, -below}, {half, highest + below}};
  }
  picture.ghosts = tops(subject, spec.radius);
  picture.backdrop = [spec, tube, &subject, ghosts = picture.ghosts](Svg& svg, const View& view) {
    draw_wall(svg, view);
    tube ? draw_tube(svg, view, spec.tube_radius) : draw_plane(svg, view);
    draw_heights(svg, view, spec, subject, ghosts);
  };
  picture.what = tube ? "bouncing ball in a tube" : "bouncing ball on a plane";
  picture.notes = {"solid: start", "faint: highest points",
                   "numbers: height of the ball's lowest point"};
  return picture;
}

}  // namespace cuelab::draw
