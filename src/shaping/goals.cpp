#include <algorithm>
#include <cmath>

#include "cuelab/shaping.hpp"
#include "math/elementary.hpp"
#include "shaping/path.hpp"

namespace cuelab {
namespace {

using shaping::Approach;
using shaping::closest_approach;
using shaping::degree;

/// What an impact that is missing counts [m].
constexpr double missing_impact = 0.2;

Residual constant(double value) { return {.value = value, .ball = 0, .t = 0.0, .along = {}}; }

Residual of(const Approach& a, std::uint32_t ball) {
  return {.value = a.distance, .ball = ball, .t = a.t, .along = a.along};
}

GoalResult gate(const Goal& goal, const Trajectory& run) {
  const auto a = closest_approach(run, goal.ball, goal.at);
  if (!a) return {false, {constant(missing_impact)}};
  GoalResult result{std::abs(a->distance) <= goal.tolerance, {of(*a, goal.ball)}};
  if (goal.direction) {
    const SinCos way = sin_cos(*goal.direction * degree);
    if (!(dot(Vec2{way.cos, way.sin}, a->velocity) > 0.0)) {
      result.satisfied = false;
      result.residuals.push_back(constant(missing_impact));
    }
  }
  return result;
}

GoalResult obstacle(const Goal& goal, const Scene& scene, const Trajectory& run) {
  const auto a = closest_approach(run, goal.ball, goal.at);
  const double reach = goal.radius + scene.balls[goal.ball].spec.radius;
  if (!a || std::abs(a->distance) >= reach) return {true, {constant(0.0)}};
  const double sign = a->distance < 0.0 ? -1.0 : 1.0;
  Residual r = of(*a, goal.ball);
  r.value = a->distance - sign * reach;
  return {false, {r}};
}

GoalResult stop(const Goal& goal, const Trajectory& run) {
  const BallState& s = run.final[goal.ball];
  const bool in_play = s.motion != Motion::pocketed && s.motion != Motion::off_table;
  const Vec2 off = flat(s.r) - goal.at;
  GoalResult result{in_play && norm(off) <= goal.tolerance,
                    {{.value = off.x, .ball = goal.ball, .t = run.t_end, .along = {1.0, 0.0}},
                     {.value = off.y, .ball = goal.ball, .t = run.t_end, .along = {0.0, 1.0}}}};
  if (!in_play) result.residuals.push_back(constant(missing_impact));
  return result;
}

const Event* hit_between(const Trajectory& run, std::uint32_t ball, std::uint32_t other) {
  for (const Event& e : run.events) {
    if (e.type != EventType::ball_ball) continue;
    const bool forward = e.ball == ball && (other == none || e.other.index == other);
    const bool backward = e.other.index == ball && (other == none || e.ball == other);
    if (forward || backward) return &e;
  }
  return nullptr;
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
  const Event* first = hit_between(run, goal.ball, none);
  const bool right =
      first != nullptr && (first->ball == goal.other || first->other.index == goal.other);
  if (!right) {
    const Vec2 target = flat(scene.balls[goal.other].start.r);
    const auto a =
        closest_approach(run, goal.ball, target, 0.0, first != nullptr ? first->t : run.t_end);
    if (!a) return {false, {constant(missing_impact)}};
    return {false, {of(*a, goal.ball)}};
  }
  if (!goal.cut) return {true, {constant(0.0)}};
  const BallState cue = before(run, goal.ball, first->t);
  const BallState object = before(run, goal.other, first->t);
  const Vec2 line = flat(object.r - cue.r);
  const Vec2 way = flat(cue.v);
  const double cut = atan2(cross(way, line), dot(way, line)) / degree;
  const double off = cut - *goal.cut;
  Residual r = constant(off * degree * norm(line));
  r.is_position = false;
  return {std::abs(off) <= goal.tolerance, {r}};
}

GoalResult pot(const Goal& goal, const Scene& scene, const Trajectory& run) {
  double start = -1.0;
  for (const Event& e : run.events) {
    const bool other = e.other.kind == AgentKind::ball && e.other.index == goal.ball;
    if (start < 0.0 && (e.ball == goal.ball || other)) start = e.t;
    if (e.type == EventType::ball_pocket && e.ball == goal.ball &&
        (goal.pocket == none || e.other.index == goal.pocket)) {
      return {true, {constant(0.0)}};
    }
  }
  const bool moves =
      norm(scene.balls[goal.ball].start.v) > 0.0 || (scene.shot && scene.shot->ball == goal.ball);
  if (start < 0.0 && !moves) {  // not reached: how far from it the cue ball passes
    const std::uint32_t cue = scene.shot ? static_cast<std::uint32_t>(scene.shot->ball) : 0;
    const auto a = closest_approach(run, cue, flat(scene.balls[goal.ball].start.r));
    GoalResult miss{false, {constant(missing_impact)}};
    if (a) miss.residuals.push_back(of(*a, cue));
    return miss;
  }
  std::optional<Approach> nearest;
  for (std::uint32_t i = 0; i < scene.table.pockets.size(); ++i) {
    if (goal.pocket != none && goal.pocket != i) continue;
    const auto a =
        closest_approach(run, goal.ball, scene.table.pockets[i].centre, moves ? 0.0 : start);
    if (a && (!nearest || std::abs(a->distance) < std::abs(nearest->distance))) nearest = a;
  }
  if (!nearest) return {false, {constant(missing_impact)}};
  return {false, {of(*nearest, goal.ball)}};
}

GoalResult cushions(const Goal& goal, const Trajectory& run) {
  std::size_t met = 0;
  for (const Event& e : run.events) {
    if (met == goal.cushions.size()) break;
    if (e.type != EventType::ball_cushion || e.ball != goal.ball) continue;
    if (e.other.kind != AgentKind::cushion || e.other.index != goal.cushions[met]) break;
    ++met;
  }
  const std::size_t missing = goal.cushions.size() - met;
  return {missing == 0, {constant(missing_impact * static_cast<double>(missing))}};
}

GoalResult carom(const Goal& goal, const Scene& scene, const Trajectory& run) {
  std::uint32_t first = none;
  std::size_t cushions = 0;
  double since = 0.0;
  for (const Event& e : run.events) {
    if (e.type == EventType::ball_cushion && e.ball == goal.ball) {
      ++cushions;
      if (cushions <= goal.count) since = e.t;
    }
    if (e.type != EventType::ball_ball) continue;
    if (e.ball != goal.ball && e.other.index != goal.ball) continue;
    const std::uint32_t other = e.ball == goal.ball ? e.other.index : e.ball;
    if (first == none) {
      first = other;
      if (goal.count == 0) since = e.t;
    } else if (other != first) {
      if (cushions >= goal.count) return {true, {constant(0.0)}};
      const double missing = static_cast<double>(goal.count - cushions);
      return {false, {constant(missing_impact * missing)}};
    }
  }
  // the balls that are still to be met, from the last cushion that counts on
  GoalResult miss;
  const std::size_t missing = cushions < goal.count ? goal.count - cushions : 0;
  if (missing > 0) miss.residuals.push_back(constant(missing_impact * double(missing)));
  std::optional<Approach> nearest;
  for (std::uint32_t i = 0; i < scene.balls.size(); ++i) {
    if (i == goal.ball || i == first) continue;
    const auto a = closest_approach(run, goal.ball, flat(scene.balls[i].start.r), since);
    if (a && (!nearest || std::abs(a->distance) < std::abs(nearest->distance))) nearest = a;
  }
  if (nearest) miss.residuals.push_back(of(*nearest, goal.ball));
  if (first == none || !nearest) miss.residuals.push_back(constant(missing_impact));
  return miss;
}

}  // namespace

GoalResult evaluate(const Goal& goal, const Scene& scene, const Trajectory& trajectory) {
  switch (goal.kind) {
    case Goal::Kind::gate:
      return gate(goal, trajectory);
    case Goal::Kind::obstacle:
      return obstacle(goal, scene, trajectory);
    case Goal::Kind::first_hit:
      return first_hit(goal, scene, trajectory);
    case Goal::Kind::pot:
      return pot(goal, scene, trajectory);
    case Goal::Kind::cushions:
      return cushions(goal, trajectory);
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
