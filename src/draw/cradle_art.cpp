#include <algorithm>
#include <cmath>

#include "draw/legend.hpp"
#include "draw/system_art.hpp"
#include "draw/wall.hpp"

namespace cuelab::draw {
namespace {

constexpr std::size_t ghost_count = 16;  ///< in one swing to and fro

struct Frame {
  double half = 0.0;  ///< from the middle to a post [m]
  double foot = 0.0;  ///< where the base begins [m]
  double tube = 0.0;  ///< half the thickness of the metal [m]
};

Frame frame_of(const NewtonsCradle& spec) {
  const double row = 0.5 * static_cast<double>(spec.count) * (2.0 * spec.radius + spec.gap);
  return {row + 1.6 * spec.radius, -2.4 * spec.radius, 0.25 * spec.radius};
}

/// Wooden base, two posts, and the rail the strings hang from.
void draw_frame(Svg& svg, const View& view, const NewtonsCradle& spec) {
  const auto [half, foot, tube] = frame_of(spec);
  const double wide = half + 1.4 * spec.radius;
  draw_wall(svg, view);
  draw_block(svg, view, {{-wide, foot - 0.9 * spec.radius}, {wide, foot}}, "url(#wood)", 4.0);
  for (const double x : {-half, half}) {
    draw_block(svg, view, {{x - tube, foot}, {x + tube, spec.length}}, "url(#metal)");
  }
  draw_block(svg, view, {{-half - tube, spec.length - tube}, {half + tube, spec.length + tube}},
             "url(#metal)", view.scale * tube);
}

/// Instants of the first swing to and fro.
std::vector<double> swing_instants(const NewtonsCradle& spec, const Subject& subject) {
  const double small_swing = 2.0 * 3.14159 * std::sqrt(spec.length / subject.scene.physics.gravity);
  const double period = small_swing * (1.0 + spec.release * spec.release / 16.0);
  const double end = std::min(subject.trajectory.t_end, period);
  std::vector<double> instants(ghost_count);
  for (std::size_t i = 0; i < ghost_count; ++i) {
    instants[i] = end * static_cast<double>(i) / ghost_count;
  }
  return instants;
}

}  // namespace

SystemPicture picture_of(const NewtonsCradle& spec, const Subject& subject) {
  const auto [half, foot, tube] = frame_of(spec);
  SystemPicture picture;
  picture.world = {{-half, foot - 1.8 * spec.radius}, {half, spec.length + 1.5 * spec.radius}};
  for (std::size_t b = 0; b < subject.ways.size(); ++b) {
    picture.world.include(flat(subject.scene.balls[b].start.r));
    for (const Stretch& s : subject.ways[b]) picture.world.include(s.to);
  }
  const double more = 2.5 * spec.radius;
  picture.world.low.x -= more;
  picture.world.high.x += more;

  picture.backdrop = [spec](Svg& svg, const View& view) { draw_frame(svg, view, spec); };
  const double middle = 0.5 * static_cast<double>(spec.count - 1);
  for (std::size_t b = 0; b < spec.count; ++b) {
    const double x = (static_cast<double>(b) - middle) * (2.0 * spec.radius + spec.gap);
    picture.links.push_back({.ball = b, .fixed = {x, spec.length}});
  }
  picture.ghosts = swing_instants(spec, subject);
  picture.what = "Newton's cradle \u00b7 " + plural(spec.count, "ball");
  picture.notes = {"solid: start", "faint: the first swing to and fro in equal steps of time",
                   "lines: paths of the centres"};
  return picture;
}

}  // namespace cuelab::draw
