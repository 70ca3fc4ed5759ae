#include "draw/path_art.hpp"

#include "draw/look.hpp"

namespace cuelab::draw {
namespace {

/// Curves flatter than this are drawn as lines [px].
constexpr double flat_enough = 0.02;

void add_stretch(PathData& path, const View& view, const Stretch& s) {
  const Vec2 from = view(s.from);
  const Vec2 control = view(s.control);
  const Vec2 to = view(s.to);
  const Vec2 chord = to - from;
  const double length = norm(chord);
  // a ball that comes back on its own line turns beyond the end: keep the curve
  const double along = dot(control - from, chord);
  const bool between = along >= 0.0 && along <= length * length;
  if (between && std::abs(cross(chord, control - from)) < flat_enough * length) {
    path.line(to);
  } else {
    path.quadratic(control, to);
  }
}

/// A run of stretches with the same motion, each starting where the last ended.
void draw_run(Svg& svg, const std::string& data, const LineLook& line, const BallLook& look) {
  const bool dark = look.path == look.fill && look.path != "#ffffff";
  const auto stroke = [&](std::string_view colour, double width, double opacity) {
    svg.leaf("path", {{"d", data},
                      {"stroke", colour},
                      {"stroke-width", width},
                      {"stroke-opacity", opacity},
                      {"stroke-dasharray", line.dashes}});
  };
  // an edge darker or lighter than the cloth, the line, and a white core for stripes
  stroke(dark ? "#ffffff" : "#062a29", line.width + 1.6, dark ? 0.35 : 0.4);
  stroke(look.path, line.width, 1.0);
  if (look.striped) stroke("#ffffff", 0.4 * line.width, 1.0);
}

}  // namespace

LineLook line_of(Motion motion, Sight sight) {
  if (sight == Sight::side) return {"none", motion == Motion::airborne ? 2.6 : 1.0};
  if (motion == Motion::sliding) return {"5 3.5"};
  if (motion == Motion::airborne) return {"0.1 4.5"};
  return {"none"};
}

void draw_paths(Svg& svg, const View& view, const Subject& subject) {
  svg.open("g", {{"id", "paths"},
                 {"fill", "none"},
                 {"stroke-linecap", "round"},
                 {"stroke-linejoin", "round"}});
  for (std::size_t b = 0; b < subject.ways.size(); ++b) {
    const std::vector<Stretch>& way = subject.ways[b];
    const BallLook look = look_of(subject.scene, b);
    for (std::size_t i = 0; i < way.size();) {
      const Motion motion = way[i].motion;
      PathData run;
      run.move(view(way[i].from));
      for (; i < way.size() && way[i].motion == motion; ++i) add_stretch(run, view, way[i]);
      draw_run(svg, run.text(), line_of(motion, subject.sight), look);
    }
  }
  svg.close();
}

}  // namespace cuelab::draw
