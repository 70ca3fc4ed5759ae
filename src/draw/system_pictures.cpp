#include "draw/system_picture.hpp"

#include <algorithm>
#include <cmath>

#include "draw/page_layout.hpp"

namespace cuelab::draw {
namespace {

constexpr std::size_t ghost_count = 16;  ///< in one period of the swing

struct CradleFrame {
  double half = 0.0;  ///< from the middle to a post [m]
  double foot = 0.0;  ///< where the base begins [m]
  double tube = 0.0;  ///< half the thickness of the metal [m]
};

CradleFrame frame_of(const NewtonsCradle& spec) {
  const double row = 0.5 * static_cast<double>(spec.count) * (2.0 * spec.radius + spec.gap);
  return {row + 1.6 * spec.radius, -2.4 * spec.radius, 0.25 * spec.radius};
}

/// Wooden base, two posts, and the rail the strings hang from.
void draw_frame(Svg& svg, const View& view, const NewtonsCradle& spec) {
  const auto [half, foot, tube] = frame_of(spec);
  const double wide = half + 1.4 * spec.radius;
  draw_background(svg, view);
  draw_block(svg, view, {{-wide, foot - 0.9 * spec.radius}, {wide, foot}}, "url(#wood)", 4.0);
  for (const double x : {-half, half}) {
    draw_block(svg, view, {{x - tube, foot}, {x + tube, spec.length}}, "url(#metal)");
  }
  draw_block(svg, view, {{-half - tube, spec.length - tube}, {half + tube, spec.length + tube}},
             "url(#metal)", view.scale * tube);
}

/// Instants of the first period of the swing.
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

constexpr std::size_t max_ghosts = 7;
constexpr double min_height = 0.3;  ///< of a radius: lower tops are not shown

/// The instants between contacts at which the ball is highest, if high enough to be shown.
std::vector<double> tops(const Subject& subject, double radius) {
  std::vector<double> instants;
  double left = -1.0;  // when the last contact ended
  for (const Event& event : subject.trajectory.events) {
    if (event.type == EventType::contact_end) left = event.t;
    if (event.type != EventType::contact_begin || left < 0.0) continue;
    const double top = 0.5 * (left + event.t);
    const double height = subject.replay.state(0, top).r.y - radius;
    if (height > min_height * radius && instants.size() < max_ghosts) instants.push_back(top);
  }
  return instants;
}

/// Labels with the gap below the ball, next to its highest points.
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

constexpr double pi = 3.14159265358979;
constexpr std::string_view defect_colour = "#d8222a";
constexpr std::string_view line_colour = "#2c353c";
constexpr int race_marks = 8;  ///< show the rotation of the outer race

Vec2 at_angle(double angle, double radius) {
  return {radius * std::cos(angle), radius * std::sin(angle)};
}

void draw_disc(Svg& svg, const View& view, double radius, std::string_view fill) {
  const Vec2 centre = view({0.0, 0.0});
  svg.leaf("circle", {{"cx", centre.x},
                      {"cy", centre.y},
                      {"r", view.scale * radius},
                      {"fill", fill},
                      {"stroke", "#000000"},
                      {"stroke-opacity", 0.4}});
}

/// A ring as one shape with a hole, so that what lies behind stays visible.
void draw_ring(Svg& svg, const View& view, double inner, double outer) {
  PathData ring;
  for (const double r : {outer, inner}) {
    ring.move(view({-r, 0.0})).arc(view.scale * r, true, view({r, 0.0}));
    ring.arc(view.scale * r, true, view({-r, 0.0})).close();
  }
  svg.leaf("path", {{"d", ring.text()},
                    {"fill", "url(#metal)"},
                    {"fill-rule", "evenodd"},
                    {"stroke", "#000000"},
                    {"stroke-opacity", 0.4}});
}

double inner_race(const BallBearing& spec) {
  return 0.5 * (spec.mean_diameter - spec.ball_diameter);
}
double outer_race(const BallBearing& spec) {
  return 0.5 * (spec.mean_diameter + spec.ball_diameter);
}

/// The ridge at its initial position, with exaggerated height, and a wedge behind it that no ball
/// hides. `outward` is +1 if the ridge points away from the axis.
void draw_defect(Svg& svg, const View& view, const BallBearing& spec, double race, double outward) {
  const double half = std::max(spec.defect_width / race, 0.05);
  const auto at = [&](double turn, double height) {
    return view(at_angle(spec.defect_angle + turn, race + outward * height * spec.ball_diameter));
  };
  PathData shape;
  shape.move(at(-half, 0.0)).quadratic(at(0.0, 0.12), at(half, 0.0)).line(at(0.0, -0.3));
  svg.leaf("path", {{"d", shape.close().text()},
                    {"fill", defect_colour},
                    {"stroke", "#ffffff"},
                    {"stroke-width", 1.2}});
}

/// An arrow around the outside, in the direction of rotation of the outer race: about y, which
/// points away.
void draw_drive(Svg& svg, const View& view, double radius) {
  const double from = 0.5 * pi + 0.35;
  const double to = 0.5 * pi - 0.35;
  const Vec2 tip = at_angle(to, radius);
  const Vec2 along{std::sin(to), -std::cos(to)};
  const double size = 0.045 * radius;
  PathData arrow;
  arrow.move(view(at_angle(from, radius))).arc(view.scale * radius, true, view(tip));
  arrow.move(view(tip - size * (along - 0.7 * left_of(along))))
      .line(view(tip))
      .line(view(tip - size * (along + 0.7 * left_of(along))));
  svg.leaf("path",
           {{"d", arrow.text()}, {"fill", "none"}, {"stroke", line_colour}, {"stroke-width", 2.6}});
}

/// The axial load, an arrow seen from behind.
void draw_load(Svg& svg, const View& view, const BallBearing& spec) {
  const Vec2 centre = view({0.0, 0.0});
  const double r = 0.18 * view.scale * spec.bore;
  const double a = 0.7071 * r;
  PathData cross;
  cross.move({centre.x - a, centre.y - a}).line({centre.x + a, centre.y + a});
  cross.move({centre.x - a, centre.y + a}).line({centre.x + a, centre.y - a});
  svg.leaf("path", {{"d", cross.text()}, {"stroke", line_colour}, {"stroke-width", 2.2}});
  svg.leaf("circle", {{"cx", centre.x},
                      {"cy", centre.y},
                      {"r", r},
                      {"fill", "none"},
                      {"stroke", line_colour},
                      {"stroke-width", 2.2}});
  svg.text("text", number(spec.axial_load) + " N",
           {{"x", centre.x},
            {"y", centre.y + r + 18.0},
            {"text-anchor", "middle"},
            {"font-size", 14.0},
            {"fill", line_colour}});
}

void draw_fixed_parts(Svg& svg, const View& view, const BallBearing& spec) {
  draw_background(svg, view);
  draw_drive(svg, view, 0.54 * spec.outside);
  draw_disc(svg, view, 0.5 * spec.outside, "#dfe4e8");
  draw_ring(svg, view, 0.5 * spec.bore, inner_race(spec));
  draw_disc(svg, view, 0.5 * spec.bore, "#f5f7f9");
  if (spec.defect == BallBearing::Defect::inner) {
    draw_defect(svg, view, spec, inner_race(spec), 1.0);
  }
  if (spec.axial_load > 0.0) draw_load(svg, view, spec);
}

void draw_outer_race(Svg& svg, const View& view, const BallBearing& spec) {
  const double inside = outer_race(spec);
  const double outside = 0.5 * spec.outside;
  draw_ring(svg, view, inside, outside);
  for (int k = 0; k < race_marks; ++k) {
    const double angle = 2.0 * pi * k / race_marks;
    const Vec2 at = view(at_angle(angle, 0.5 * (inside + outside)));
    svg.leaf("circle", {{"cx", at.x},
                        {"cy", at.y},
                        {"r", 0.16 * view.scale * (outside - inside)},
                        {"fill", k == 0 ? "#2c353c" : "#6b757d"}});
  }
  if (spec.defect == BallBearing::Defect::outer) draw_defect(svg, view, spec, inside, -1.0);
}

}  // namespace

SystemPicture picture_of(const NewtonsCradle& spec, const Subject& subject) {
  const auto [half, foot, tube] = frame_of(spec);
  SystemPicture picture;
  picture.world = {{-half, foot - 1.8 * spec.radius}, {half, spec.length + 1.5 * spec.radius}};
  for (std::size_t b = 0; b < subject.paths.size(); ++b) {
    picture.world.include(flat(subject.scene.balls[b].start.r));
    for (const PathSegment& s : subject.paths[b]) picture.world.include(s.to);
  }
  const double more = 2.5 * spec.radius;
  picture.world.low.x -= more;
  picture.world.high.x += more;

  picture.background = [spec](Svg& svg, const View& view) { draw_frame(svg, view, spec); };
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

SystemPicture picture_of(const BouncingBall& spec, const Subject& subject) {
  const bool tube = spec.surface == BouncingBall::Surface::tube;
  double highest = spec.height + 2.0 * spec.radius;
  double aside = 4.0 * spec.radius;
  for (const PathSegment& s : subject.paths[0]) {
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
  picture.background = [spec, tube, &subject, ghosts = picture.ghosts](Svg& svg, const View& view) {
    draw_background(svg, view);
    tube ? draw_tube(svg, view, spec.tube_radius) : draw_plane(svg, view);
    draw_heights(svg, view, spec, subject, ghosts);
  };
  picture.what = tube ? "bouncing ball in a tube" : "bouncing ball on a plane";
  picture.notes = {"solid: start", "faint: highest points",
                   "numbers: height of the ball's lowest point"};
  return picture;
}

SystemPicture picture_of(const BallBearing& spec, const Subject& /*subject*/) {
  SystemPicture picture;
  const double half = 0.58 * spec.outside;
  picture.world = {{-1.15 * half, -half}, {1.15 * half, half}};
  picture.background = [spec](Svg& svg, const View& view) { draw_fixed_parts(svg, view, spec); };
  picture.turning = [spec](Svg& svg, const View& view) { draw_outer_race(svg, view, spec); };
  picture.turning_body = spec.count;
  for (std::size_t b = 0; spec.cage_stiffness > 0.0 && spec.count > 1 && b < spec.count; ++b) {
    picture.links.push_back({.ball = b, .other = (b + 1) % spec.count});
  }
  picture.link_colour = "#b58a3c";
  picture.link_width = 7.0;
  picture.show_paths = false;
  picture.what = "ball bearing \u00b7 " + plural(spec.count, "ball") + " \u00b7 outer race at " +
                 number(spec.frequency) + " Hz";
  picture.notes = {"inner race fixed, outer race driven", "brass: springs of the cage"};
  if (spec.defect != BallBearing::Defect::none) {
    picture.notes.emplace_back("red: defect, its height much enlarged");
  }
  if (spec.axial_load > 0.0) picture.notes.emplace_back("circle with cross: axial load");
  return picture;
}

}  // namespace cuelab::draw
