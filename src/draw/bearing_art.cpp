#include <algorithm>
#include <cmath>

#include "draw/legend.hpp"
#include "draw/system_art.hpp"
#include "draw/wall.hpp"

namespace cuelab::draw {
namespace {

constexpr double pi = 3.14159265358979;
constexpr std::string_view defect_colour = "#d8222a";
constexpr std::string_view ink = "#2c353c";
constexpr int race_marks = 8;  ///< that show how the outer race turns

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

/// A ring as one shape with a hole, so that what lies behind is seen through it.
void draw_ring(Svg& svg, const View& view, double inner, double outer) {
  PathData ring;
  for (const double r : {outer, inner}) {
    ring.move(view({-r, 0.0})).arc(view.scale * r, true, view({r, 0.0}));
    ring.arc(view.scale * r, true, view({-r, 0.0})).shut();
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

/// The ridge, far higher than it is, on the race where it starts, and a wedge behind it that no
/// ball hides. `outward` is +1 where the ridge stands out from the axis.
void draw_defect(Svg& svg, const View& view, const BallBearing& spec, double race, double outward) {
  const double half = std::max(spec.defect_width / race, 0.05);
  const auto at = [&](double turn, double height) {
    return view(at_angle(spec.defect_angle + turn, race + outward * height * spec.ball_diameter));
  };
  PathData shape;
  shape.move(at(-half, 0.0)).quadratic(at(0.0, 0.12), at(half, 0.0)).line(at(0.0, -0.3));
  svg.leaf("path", {{"d", shape.shut().text()},
                    {"fill", defect_colour},
                    {"stroke", "#ffffff"},
                    {"stroke-width", 1.2}});
}

/// An arrow around the outside, in the sense the outer race is driven: about y, which points away.
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
  svg.leaf("path", {{"d", arrow.text()}, {"fill", "none"}, {"stroke", ink}, {"stroke-width", 2.6}});
}

/// The axial load, an arrow seen from behind.
void draw_load(Svg& svg, const View& view, const BallBearing& spec) {
  const Vec2 centre = view({0.0, 0.0});
  const double r = 0.18 * view.scale * spec.bore;
  const double a = 0.7071 * r;
  PathData cross;
  cross.move({centre.x - a, centre.y - a}).line({centre.x + a, centre.y + a});
  cross.move({centre.x - a, centre.y + a}).line({centre.x + a, centre.y - a});
  svg.leaf("path", {{"d", cross.text()}, {"stroke", ink}, {"stroke-width", 2.2}});
  svg.leaf("circle", {{"cx", centre.x},
                      {"cy", centre.y},
                      {"r", r},
                      {"fill", "none"},
                      {"stroke", ink},
                      {"stroke-width", 2.2}});
  svg.text("text", number(spec.axial_load) + " N",
           {{"x", centre.x},
            {"y", centre.y + r + 18.0},
            {"text-anchor", "middle"},
            {"font-size", 14.0},
            {"fill", ink}});
}

void draw_fixed_parts(Svg& svg, const View& view, const BallBearing& spec) {
  draw_wall(svg, view);
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

SystemPicture picture_of(const BallBearing& spec, const Subject& /*subject*/) {
  SystemPicture picture;
  const double half = 0.58 * spec.outside;
  picture.world = {{-1.15 * half, -half}, {1.15 * half, half}};
  picture.backdrop = [spec](Svg& svg, const View& view) { draw_fixed_parts(svg, view, spec); };
  picture.turning = [spec](Svg& svg, const View& view) { draw_outer_race(svg, view, spec); };
  picture.turning_body = spec.count;
  for (std::size_t b = 0; spec.cage_stiffness > 0.0 && spec.count > 1 && b < spec.count; ++b) {
    picture.links.push_back({.ball = b, .other = (b + 1) % spec.count});
  }
  picture.link_colour = "#b58a3c";
  picture.link_width = 7.0;
  picture.paths = false;
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
