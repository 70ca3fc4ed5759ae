#include "draw/ball_art.hpp"

#include <cmath>
#include <string>

namespace cuelab::draw {
namespace {

constexpr double smallest_radius = 2.5;  ///< [px]
constexpr double smallest_label = 7.0;   ///< balls smaller than this carry no number [px]

void circle(Svg& svg, double r, std::string_view fill) {
  svg.leaf("circle", {{"r", r}, {"fill", fill}});
}

void draw_label(Svg& svg, double r, const BallLook& look) {
  if (look.label.empty() || r < smallest_label) return;
  const double disc = 0.56 * r;
  const double size = look.label.size() > 1 ? 1.3 * disc : 1.6 * disc;
  if (look.disc) circle(svg, disc, "#fffdf6");
  svg.text("text", look.label,
           {{"y", 0.36 * size},
            {"font-size", size},
            {"font-weight", "bold"},
            {"text-anchor", "middle"},
            {"fill", look.disc ? "#17171a" : "#ffffff"}});
}

/// Fallen balls of one pocket side by side instead of on top of each other.
Vec2 place_in_pocket(std::size_t order, double r) {
  if (order == 0) return {};
  const double angle = 2.4 * static_cast<double>(order);
  return {0.75 * r * std::cos(angle), 0.75 * r * std::sin(angle)};
}

}  // namespace

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
    const double h = 0.6 * r;
    const double w = std::sqrt(r * r - h * h);
    PathData band;
    band.move({-w, -h}).line({w, -h}).arc(r, true, {w, h}).line({-w, h}).arc(r, true, {-w, -h});
    circle(svg, r, "#f8f4e8");
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
  svg.open("g", {{"id", "ends"}});
  std::vector<Vec2> fallen;
  for (std::size_t b = 0; b < scene.balls.size() && b < subject.trajectory.final.size(); ++b) {
    const BallState& state = subject.trajectory.final[b];
    const double r = picture_radius(view, scene.balls[b]);
    const Vec2 at = view(flat(state.r));
    const BallLook look = look_of(scene, b);
    if (state.motion != Motion::pocketed) {
      draw_ball(svg, at, r, look);
      continue;
    }
    const auto before = static_cast<std::size_t>(
        std::count_if(fallen.begin(), fallen.end(), [&](Vec2 p) { return norm(p - at) < 1.0; }));
    fallen.push_back(at);
    svg.open("g", {{"opacity", 0.62}});
    draw_ball(svg, at + place_in_pocket(before, r), 0.85 * r, look);
    svg.close();
  }
  svg.close();
}

}  // namespace cuelab::draw
