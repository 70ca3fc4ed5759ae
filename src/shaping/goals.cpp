#include <algorithm>
#include <cmath>

#include "cuelab/shaping.hpp"
#include "math/elementary.hpp"
#include "shaping/course.hpp"
#include "shaping/path.hpp"

namespace cuelab {
namespace {

using shaping::Approach;
using shaping::closest_approach;
using shaping::Course;
using shaping::course_of;
using shaping::degree;

/// What an impact that is missing counts [m].
constexpr double missing_impact = 0.2;

Residual constant(double value) { return {.value = value, .ball = 0, .t = 0.0, .along = {}}; }

Residual of(const Approach& a, std::uint32_t ball) {
  return {.value = a.distance, .ball = ball, .t = a.t, .along = a.along};
}

GoalResult gate(const Goal& goal, const Trajectory& run) {
  const auto a = closest_approach(run, goal.ball, goal.at);
  if (!a) return {false, {constant(missing_impact)}, run.t_end};
  GoalResult result{std::abs(a->distance) <= goal.tolerance, {of(*a, goal.ball)}, a->t};
  if (goal.direction) {
    const SinCos way = sin_cos(*goal.direction * degree);
    if (!(dot(Vec2{way.cos, way.sin}, a->velocity) > 0.0)) {
      result.satisfied = false;
      result.residuals.push_back(constant(missing_impact));
    }
  }
  return result;
}

GoalResult obstacle(const Goal& goal, const Scene& scene, const Trajectory& run, double until) {
  const auto a = closest_approach(run, goal.ball, goal.at, 0.0, until);
  const double reach = goal.radius + scene.balls[goal.ball].spec.radius;
  if (!a || std::abs(a->distance) >= reach) return {true, {constant(0.0)}, 0.0};
  const double sign = a->distance < 0.0 ? -1.0 : 1.0;
  Residual r = of(*a, goal.ball);
  r.value = a->distance - sign * reach;
  return {false, {r}, 0.0};
}

GoalResult stop(const Goal& goal, const Trajectory& run) {
  const BallState& s = run.final[goal.ball];
  const bool in_play = s.motion != Motion::pocketed && s.motion != Motion::off_table;
  const Vec2 off = flat(s.r) - goal.at;
  GoalResult result{in_play && norm(off) <= goal.tolerance,
                    {{.value = off.x, .ball = goal.ball, .t = run.t_end, .along = {1.0, 0.0}},
                     {.value = off.y, .ball = goal.ball, .t = run.t_end, .along = {0.0, 1.0}}},
                    run.t_end};
  if (!in_play) result.residuals.push_back(constant(missing_impact));
  return result;
}

/// The state of a ball just before an event of its own.
BallState before(const Trajectory& run, std::uint32_t ball, double t) {
  const Piece* last = nullptr;
  for (const Piece& piece : run.pieces) {
    if (piece.t0 >= t && last != nullptr) break;
    if (piece.ball == ball) last = &piece;
  }
  return state_on(*last, t);
}

GoalResult first_hit(const Goal& goal, const Scene& scene, const Trajectory& run) {
  const Course course = course_of(goal, run.events);
  const double until = std::min(course.t, run.t_end);
  if (course.other != goal.other) {
    const auto a =
        closest_approach(run, goal.ball, flat(scene.balls[goal.other].start.r), 0.0, until);
    if (!a) return {false, {constant(missing_impact)}, until};
    return {false, {of(*a, goal.ball)}, until};
  }
  if (!course.is_reached)
    return {false, {constant(missing_impact * double(course.missing))}, until};
  if (!goal.cut) return {true, {constant(0.0)}, until};
  const BallState cue = before(run, goal.ball, until);
  const BallState object = before(run, goal.other, until);
  const Vec2 line = flat(object.r - cue.r);
  const Vec2 way = flat(cue.v);
  const double off = atan2(cross(way, line), dot(way, line)) / degree - *goal.cut;
  Residual r = constant(off * degree * norm(line));
  r.is_position = false;
  return {std::abs(off) <= goal.tolerance, {r}, until};
}

GoalResult pot(const Goal& goal, const Scene& scene, const Trajectory& run) {
  const Course course = course_of(goal, run.events);
  if (course.is_reached) return {true, {constant(0.0)}, course.t};
  const bool moves =
      norm(scene.balls[goal.ball].start.v) > 0.0 || (scene.shot && scene.shot->ball == goal.ball);
  if (!moves && course.touched > run.t_end) {  // not reached: how far the cue ball passes
    const std::uint32_t cue = scene.shot ? static_cast<std::uint32_t>(scene.shot->ball) : 0;
    const auto a = closest_approach(run, cue, flat(scene.balls[goal.ball].start.r));
    GoalResult miss{false, {constant(missing_impact)}, run.t_end};
    if (a) miss.residuals.push_back(of(*a, cue));
    return miss;
  }
  std::optional<Approach> nearest;
  for (std::uint32_t i = 0; i < scene.table.pockets.size(); ++i) {
    if (goal.pocket != none && goal.pocket != i) continue;
    const auto a = closest_approach(run, goal.ball, scene.table.pockets[i].centre,
                                    moves ? 0.0 : course.touched);
    if (a && (!nearest || std::abs(a->distance) < std::abs(nearest->distance))) nearest = a;
  }
  if (!nearest) return {false, {constant(missing_impact)}, run.t_end};
  return {false, {of(*nearest, goal.ball)}, run.t_end};
}

GoalResult cushions(const Goal& goal, const Trajectory& run) {
  const Course course = course_of(goal, run.events);
  return {course.missing == 0,
          {constant(missing_impact * static_cast<double>(course.missing))},
          std::min(course.t, run.t_end)};
}

/// No contact with a cushion until then.
GoalResult no_cushion(const Goal& goal, const Trajectory& run, double until) {
  for (const Event& e : run.events) {
    if (e.t >= until) break;
    if (e.type != EventType::ball_cushion || e.ball != goal.ball) continue;
    return {false, {constant(missing_impact)}, e.t};
  }
  return {true, {constant(0.0)}, 0.0};
}

GoalResult carom(const Goal& goal, const Scene& scene, const Trajectory& run) {
  const Course course = course_of(goal, run.events);
  if (course.is_reached) return {true, {constant(0.0)}, course.t};
  GoalResult miss{false, {}, std::min(course.t, run.t_end)};
  if (course.missing > 0) {
    miss.residuals.push_back(constant(missing_impact * static_cast<double>(course.missing)));
  }
  if (course.is_decided) return miss;
  // the balls that are still to be met, from the last cushion that counts on
  std::optional<Approach> nearest;
  for (std::uint32_t i = 0; i < scene.balls.size(); ++i) {
    if (i == goal.ball || i == course.other) continue;
    const auto a = closest_approach(run, goal.ball, flat(scene.balls[i].start.r), course.touched);
    if (a && (!nearest || std::abs(a->distance) < std::abs(nearest->distance))) nearest = a;
  }
  if (nearest) miss.residuals.push_back(of(*nearest, goal.ball));
  if (course.other == none || !nearest) miss.residuals.push_back(constant(missing_impact));
  return miss;
}

}  // namespace

GoalResult evaluate(const Goal& goal, const Scene& scene, const Trajectory& trajectory,
                    double until) {
  switch (goal.kind) {
    case Goal::Kind::gate:
      return gate(goal, trajectory);
    case Goal::Kind::obstacle:
      return obstacle(goal, scene, trajectory, until);
    case Goal::Kind::first_hit:
      return first_hit(goal, scene, trajectory);
    case Goal::Kind::pot:
      return pot(goal, scene, trajectory);
    case Goal::Kind::cushions:
      return goal.cushions.empty() ? no_cushion(goal, trajectory, until)
                                   : cushions(goal, trajectory);
    case Goal::Kind::carom:
      return carom(goal, scene, trajectory);
    case Goal::Kind::stop:
      break;
  }
  return stop(goal, trajectory);
}

std::string_view name_of(Goal::Kind kind) {
  switch (kind) {
    case Goal::Kind::gate:
      return "gate";
    case Goal::Kind::obstacle:
      return "obstacle";
    case Goal::Kind::first_hit:
      return "first_hit";
    case Goal::Kind::pot:
      return "pot";
    case Goal::Kind::cushions:
      return "cushions";
    case Goal::Kind::carom:
      return "carom";
    case Goal::Kind::stop:
      break;
  }
  return "stop";
}

}  // namespace cuelab
