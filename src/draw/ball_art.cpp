#include "draw/ball_art.hpp"

#include <algorithm>
#include <cmath>
#include <string>

namespace cuelab::draw {
namespace {

constexpr double smallest_radius = 2.5;  ///< [px]
constexpr double same_place = 1.0;       ///< closer than this is on top of each other [px]
constexpr double smallest_label = 7.0;   ///< balls smaller than this carry no number [px]

void circle(Svg& svg, double r, std::string_view fill) {
  svg.leaf("circle", {{"r", r}, {"fill", fill}});
}

void draw_label(Svg& svg, double r, const BallLook& look) {
  if (look.label.empty() || r < smallest_label) return;
  if (look.disc) circle(svg, label_disc * r, disc_colour);
  draw_label_text(svg, label_disc * r, look.label, look.disc ? ink_colour : "#ffffff");
}

}  // namespace

void draw_label_text(Svg& svg, double disc, const std::string& label, std::string_view colour) {
  const double size = label.size() > 1 ? 1.3 * disc : 1.6 * disc;
  svg.text("text", label,
           {{"y", 0.36 * size},
            {"font-size", size},
            {"font-weight", "bold"},
            {"text-anchor", "middle"},
            {"fill", colour}});
}

std::vector<Vec2> shifts_in_pockets(const Subject& subject, const View& view) {
  const std::size_t count = std::min(subject.scene.balls.size(), subject.trajectory.final.size());
  std::vector<Vec2> shifts(count);
  std::vector<Vec2> fallen;
  for (std::size_t b = 0; b < count; ++b) {
    const BallState& state = subject.trajectory.final[b];
    if (state.motion != Motion::pocketed) continue;
    const Vec2 at = view(flat(state.r));
    const auto before =
        std::ranges::count_if(fallen, [&](Vec2 p) { return norm(p - at) < same_place; });
    fallen.push_back(at);
    if (before == 0) continue;
    const double angle = 2.4 * static_cast<double>(before);
    const double away = 0.75 * picture_radius(view, subject.scene.balls[b]);
    shifts[b] = {away * std::cos(angle), away * std::sin(angle)};
  }
  return shifts;
}

double picture_radius(const View& view, const Ball& ball) {
  return std::max(smallest_radius, view.scale * ball.spec.radius);
}

void define_balls(Svg& svg) {
  svg.open("radialGradient", {{"id", "gloss"}, {"cx", "0.35"}, {"cy", "0.3"}, {"r", "0.75"}});
  svg.leaf("stop", {{"offset", "0"}, {"stop-color", "#fff"}, {"stop-opacity", "0.5"}});
  svg.leaf("stop", {{"offset", "0.35"}, {"stop-color", "#fff"}, {"stop-opacity", "0"}});
  svg.leaf("stop", {{"offset", "0.6"}, {"stop-color", "#000"}, {"stop-opacity", "0"}});
  svg.leaf("stop", {{"offset", "1"}, {"stop-color", "#000"}, {"stop-opacity", "0.38"}});
  svg.close();
}

void draw_ball(Svg& svg, Vec2 at, double r, const BallLook& look) {
  svg.open("g", {{"transform", "translate(" + number(at.x) + " " + number(at.y) + ")"}});
  if (look.striped) {
    // the band of a stripe: the circle between two parallel chords
    const double h = stripe_half * r;
    const double w = std::sqrt(r * r - h * h);
    PathData band;
    band.move({-w, -h}).line({w, -h}).arc(r, true, {w, h}).line({-w, h}).arc(r, true, {-w, -h});
    circle(svg, r, cream_colour);
    svg.leaf("path", {{"d", band.text()}, {"fill", look.fill}});
  } else {
    circle(svg, r, look.fill);
  }
  draw_label(svg, r, look);
  svg.leaf("circle", {{"r", r},
                      {"fill", "url(#gloss)"},
                      {"stroke", "#000"},
                      {"stroke-opacity", 0.45},
                      {"stroke-width", 0.7}});
  svg.close();
}

void draw_starts(Svg& svg, const View& view, const Subject& subject) {
  svg.open("g", {{"id", "starts"}});
  for (std::size_t b = 0; b < subject.scene.balls.size(); ++b) {
    if (subject.ways[b].empty()) continue;
    const Ball& ball = subject.scene.balls[b];
    const BallLook look = look_of(subject.scene, b);
    const Vec2 p = view(flat(ball.start.r));
    svg.leaf("circle", {{"cx", p.x},
                        {"cy", p.y},
                        {"r", picture_radius(view, ball) - 0.5},
                        {"fill", look.path},
                        {"fill-opacity", 0.16},
                        {"stroke", look.path},
                        {"stroke-opacity", 0.75},
                        {"stroke-width", 1.0}});
  }
  svg.close();
}

void draw_ends(Svg& svg, const View& view, const Subject& subject) {
  const Scene& scene = subject.scene;
  const std::vector<Vec2> shifts = shifts_in_pockets(subject, view);
  svg.open("g", {{"id", "ends"}});
  for (std::size_t b = 0; b < shifts.size(); ++b) {
    const BallState& state = subject.trajectory.final[b];
    const double r = picture_radius(view, scene.balls[b]);
    const Vec2 at = view(flat(state.r));
    const BallLook look = look_of(scene, b);
    if (state.motion != Motion::pocketed) {
      draw_ball(svg, at, r, look);
      continue;
    }
    svg.open("g", {{"opacity", fallen_opacity}});
    draw_ball(svg, at + shifts[b], fallen_size * r, look);
    svg.close();
  }
  svg.close();
}

}  // namespace cuelab::draw
