#include <cmath>

#include "cuelab/event_engine.hpp"
#include "cuelab/shaping.hpp"
#include "math/elementary.hpp"
#include "shaping/path.hpp"

namespace cuelab {
namespace {

using shaping::degree;

void place(const BallStart& start, Scene& scene) {
  Ball& ball = scene.balls[start.ball];
  const SinCos way = sin_cos(start.direction * degree);
  const Vec2 e{way.cos, way.sin};
  const double across = start.rolling ? start.speed / ball.spec.radius : start.spin_across;
  const Vec2 w = start.spin_along * e + across * left_of(e);
  ball.start.v = {start.speed * e.x, start.speed * e.y, 0.0};
  ball.start.w = {w.x, w.y, start.spin_up};
}

double& field(Quantity quantity, Shot& shot, BallStart& start) {
  switch (quantity) {
    case Quantity::speed:
      return shot.speed;
    case Quantity::heading:
      return shot.heading;
    case Quantity::side:
      return shot.side;
    case Quantity::height:
      return shot.height;
    case Quantity::elevation:
      return shot.elevation;
    case Quantity::ball_speed:
      return start.speed;
    case Quantity::direction:
      return start.direction;
    case Quantity::spin_along:
      return start.spin_along;
    case Quantity::spin_across:
      return start.spin_across;
    case Quantity::spin_up:
      break;
  }
  return start.spin_up;
}

}  // namespace

std::string_view name_of(Quantity quantity) {
  constexpr std::string_view names[quantity_count] = {
      "speed",      "heading",   "side",       "height",      "elevation",
      "ball_speed", "direction", "spin_along", "spin_across", "spin_up"};
  return names[static_cast<std::size_t>(quantity)];
}

Scene scene_of(const ShapingProblem& problem, std::span<const double> x) {
  Scene scene = problem.scene;
  Shot shot = scene.shot.value_or(Shot{});
  BallStart start = problem.start.value_or(BallStart{});
  for (std::size_t i = 0; i < x.size(); ++i) {
    const Quantity q = problem.unknowns[i].quantity;
    const bool angle = q == Quantity::heading || q == Quantity::elevation;
    field(q, shot, start) = angle ? x[i] * degree : x[i];
  }
  if (scene.shot) scene.shot = shot;
  if (problem.start) place(start, scene);
  return scene;
}

std::optional<Error> find_fault(const ShapingProblem& problem) {
  const auto fault = [](const std::string& key, const std::string& what) {
    return Error{"", key, what};
  };
  if (problem.scene.run.engine != Engine::event) {
    return fault("scene", "must run in the event engine");
  }
  if (problem.unknowns.empty()) return fault("unknowns", "is empty, must have at least one");
  if (problem.goals.empty()) return fault("goals", "is empty, must have at least one");
  for (std::size_t i = 0; i < problem.unknowns.size(); ++i) {
    const Unknown& u = problem.unknowns[i];
    const std::string key = "unknowns." + std::to_string(i);
    const bool of_shot = u.quantity <= Quantity::elevation;
    if (of_shot && !problem.scene.shot) return fault(key, "belongs to a shot, the scene has none");
    if (!of_shot && !problem.start) return fault(key, "belongs to a ball's start, see [start]");
    if (!(u.max > u.min)) return fault(key + ".max", "must be greater than min");
    if (u.start && !(*u.start >= u.min && *u.start <= u.max)) {
      return fault(key + ".start", "must lie between min and max");
    }
    for (std::size_t j = 0; j < i; ++j) {
      if (problem.unknowns[j].quantity == u.quantity) {
        return fault(key + ".quantity", "is already unknown " + std::to_string(j));
      }
    }
  }
  return {};
}

Attempt attempt(const ShapingProblem& problem, std::span<const double> x) {
  Attempt result;
  result.x.assign(x.begin(), x.end());
  const Scene scene = scene_of(problem, x);
  if (scene.shot) {
    const Shot& shot = *scene.shot;
    const double offset = std::sqrt(shot.side * shot.side + shot.height * shot.height);
    if (offset > scene.cue.miscue) {
      result.residuals.push_back({.value = 1.0 + offset, .is_position = false});
      result.miss = 1.0 + offset;
      return result;
    }
  }
  result.trajectory = simulate_event(scene);
  result.satisfied = true;
  double sum = 0.0;
  for (const Goal& goal : problem.goals) {
    GoalResult goal_result = evaluate(goal, scene, result.trajectory);
    result.satisfied = result.satisfied && goal_result.satisfied;
    for (const Residual& r : goal_result.residuals) {
      sum += r.value * r.value;
      result.residuals.push_back(r);
    }
  }
  result.miss = std::sqrt(sum);
  return result;
}

}  // namespace cuelab
