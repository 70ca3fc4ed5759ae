#include "draw/ball_drawing.hpp"

#include <algorithm>
#include <cmath>
#include <string>

namespace cuelab::draw {
namespace {

constexpr double smallest_radius = 2.5;  ///< [px]
constexpr double same_place = 1.0;       ///< balls closer than this coincide [px]
constexpr double smallest_label = 7.0;   ///< balls smaller than this have no number [px]

void circle(Svg& svg, double r, std::string_view fill) {
  svg.leaf("circle", {{"r", r}, {"fill", fill}});
}

void draw_label(Svg& svg, double r, const BallColours& colours) {
  if (colours.label.empty() || r < smallest_label) return;
  if (colours.disc) circle(svg, ball_pattern.label_disc * r, ball_pattern.disc);
  draw_label_text(svg, ball_pattern.label_disc * r, colours.label,
                  colours.disc ? ball_pattern.ink : ball_pattern.plain_ink);
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

std::vector<Vec2> pocket_shifts(const Subject& subject, const View& view) {
  const std::size_t count = std::min(subject.scene.balls.size(), subject.trajectory.final.size());
  std::vector<Vec2> shifts(count);
  std::vector<Vec2> pocketed;
  for (std::size_t b = 0; b < count; ++b) {
    const BallState& state = subject.trajectory.final[b];
    if (state.motion != Motion::pocketed) continue;
    const Vec2 at = view(flat(state.r));
    const auto before =
        std::ranges::count_if(pocketed, [&](Vec2 p) { return norm(p - at) < same_place; });
    pocketed.push_back(at);
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

void draw_ball(Svg& svg, Vec2 at, double r, const BallColours& colours) {
  svg.open("g", {{"transform", "translate(" + number(at.x) + " " + number(at.y) + ")"}});
  if (colours.striped) {
    // the band of a stripe: the circle between two parallel chords
    const double h = ball_pattern.stripe_half * r;
    const double w = std::sqrt(r * r - h * h);
    PathData band;
    band.move({-w, -h}).line({w, -h}).arc(r, true, {w, h}).line({-w, h}).arc(r, true, {-w, -h});
    circle(svg, r, ball_pattern.cream);
    svg.leaf("path", {{"d", band.text()}, {"fill", colours.fill}});
  } else {
    circle(svg, r, colours.fill);
  }
  draw_label(svg, r, colours);
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
    if (subject.paths[b].empty()) continue;
    const Ball& ball = subject.scene.balls[b];
    const BallColours colours = ball_colours(subject.scene, b);
    const Vec2 p = view(flat(ball.start.r));
    svg.leaf("circle", {{"cx", p.x},
                        {"cy", p.y},
                        {"r", picture_radius(view, ball) - 0.5},
                        {"fill", colours.path},
                        {"fill-opacity", 0.16},
                        {"stroke", colours.path},
                        {"stroke-opacity", 0.75},
                        {"stroke-width", 1.0}});
  }
  svg.close();
}

void draw_ends(Svg& svg, const View& view, const Subject& subject) {
  const Scene& scene = subject.scene;
  const std::vector<Vec2> shifts = pocket_shifts(subject, view);
  svg.open("g", {{"id", "ends"}});
  for (std::size_t b = 0; b < shifts.size(); ++b) {
    const BallState& state = subject.trajectory.final[b];
    const double r = picture_radius(view, scene.balls[b]);
    const Vec2 at = view(flat(state.r));
    const BallColours colours = ball_colours(scene, b);
    if (state.motion != Motion::pocketed) {
      draw_ball(svg, at, r, colours);
      continue;
    }
    svg.open("g", {{"opacity", pocketed_opacity}});
    draw_ball(svg, at + shifts[b], pocketed_size * r, colours);
    svg.close();
  }
  svg.close();
}

}  // namespace cuelab::draw
