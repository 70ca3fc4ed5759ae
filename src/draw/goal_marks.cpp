#include "draw/goal_marks.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <string>

namespace cuelab::draw {
namespace {

constexpr std::string_view wanted_colour = "#ffd54a";
constexpr std::string_view avoided_colour = "#ff5a4d";
constexpr double least_ring = 6.0;  ///< of a small tolerance [px]

void ring(Svg& svg, Vec2 at, double radius, std::string_view colour, std::string_view dashes) {
  svg.leaf("circle", {{"cx", at.x},
                      {"cy", at.y},
                      {"r", radius},
                      {"fill", colour},
                      {"fill-opacity", 0.14},
                      {"stroke", colour},
                      {"stroke-width", 2.0},
                      {"stroke-dasharray", dashes}});
}

void stroke(Svg& svg, const PathData& path, std::string_view colour, double width) {
  svg.leaf("path", {{"d", path.text()},
                    {"fill", "none"},
                    {"stroke", colour},
                    {"stroke-width", width},
                    {"stroke-linecap", "round"}});
}

void cross(Svg& svg, Vec2 at, double size, std::string_view colour) {
  PathData lines;
  lines.move({at.x - size, at.y}).line({at.x + size, at.y});
  lines.move({at.x, at.y - size}).line({at.x, at.y + size});
  stroke(svg, lines, colour, 1.6);
}

/// A solid ring, and an arrow if the ball must come from one side.
void draw_gate(Svg& svg, const View& view, const Goal& goal) {
  const Vec2 at = view(goal.at);
  const double radius = std::max(least_ring, view.scale * goal.tolerance);
  ring(svg, at, radius, wanted_colour, "none");
  if (!goal.direction) return;
  const double angle = *goal.direction * std::numbers::pi / 180.0;
  const Vec2 along{std::cos(angle), -std::sin(angle)};
  const Vec2 across{-along.y, along.x};
  const Vec2 tip = at + (radius + 16.0) * along;
  PathData arrow;
  arrow.move(at + radius * along).line(tip);
  arrow.move(tip - 7.0 * along + 5.0 * across).line(tip).line(tip - 7.0 * along - 5.0 * across);
  stroke(svg, arrow, wanted_colour, 2.0);
}

/// A dashed ring with a cross.
void draw_target(Svg& svg, const View& view, const Goal& goal) {
  const Vec2 at = view(goal.at);
  ring(svg, at, std::max(least_ring, view.scale * goal.tolerance), wanted_colour, "7 5");
  cross(svg, at, 5.0, wanted_colour);
}

/// What the centre of the ball keeps out of, and the obstacle itself.
void draw_obstacle(Svg& svg, const View& view, const Goal& goal, const Ball& ball) {
  const Vec2 at = view(goal.at);
  ring(svg, at, view.scale * (goal.radius + ball.spec.radius), avoided_colour, "3 4");
  const double r = std::max(3.0, view.scale * goal.radius);
  ring(svg, at, r, avoided_colour, "none");
  const double d = r * std::numbers::sqrt2 / 2.0;
  PathData lines;
  lines.move({at.x - d, at.y - d}).line({at.x + d, at.y + d});
  lines.move({at.x - d, at.y + d}).line({at.x + d, at.y - d});
  stroke(svg, lines, avoided_colour, 1.6);
}

/// A line along each cushion, with its place in the order.
void draw_cushion_order(Svg& svg, const View& view, const Table& table, const Goal& goal) {
  for (std::size_t i = 0; i < goal.cushions.size(); ++i) {
    const Cushion& cushion = table.cushions[goal.cushions[i]];
    PathData line;
    line.move(view(cushion.from)).line(view(cushion.to));
    stroke(svg, line, wanted_colour, 2.5);
    const Vec2 middle = view(0.5 * (cushion.from + cushion.to));
    svg.leaf("circle", {{"cx", middle.x}, {"cy", middle.y}, {"r", 8.0}, {"fill", wanted_colour}});
    svg.text("text", std::to_string(i + 1),
             {{"x", middle.x},
              {"y", middle.y + 4.0},
              {"font-size", 11.0},
              {"font-weight", "bold"},
              {"text-anchor", "middle"},
              {"fill", "#22302e"}});
  }
}

bool has_point(const Goal& goal) {
  return goal.kind == Goal::Kind::gate || goal.kind == Goal::Kind::stop ||
         goal.kind == Goal::Kind::obstacle;
}

}  // namespace

void draw_goals(Svg& svg, const View& view, const ShapingProblem& problem) {
  const Table& table = problem.scene.table;
  svg.open("g", {{"id", "goals"}});
  for (const Goal& goal : problem.goals) {
    if (goal.kind == Goal::Kind::gate) draw_gate(svg, view, goal);
    if (goal.kind == Goal::Kind::stop) draw_target(svg, view, goal);
    if (goal.kind == Goal::Kind::obstacle) {
      draw_obstacle(svg, view, goal, problem.scene.balls[goal.ball]);
    }
    if (goal.kind == Goal::Kind::cushions) draw_cushion_order(svg, view, table, goal);
    if (goal.kind == Goal::Kind::pot && goal.pocket != none) {
      const Pocket& pocket = table.pockets[goal.pocket];
      ring(svg, view(pocket.centre), view.scale * pocket.radius + 4.0, wanted_colour, "none");
    }
  }
  svg.close();
}

std::vector<Vec2> goal_points(const ShapingProblem& problem) {
  std::vector<Vec2> points;
  for (const Goal& goal : problem.goals) {
    if (has_point(goal)) points.push_back(goal.at);
  }
  return points;
}

}  // namespace cuelab::draw
