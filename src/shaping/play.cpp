#include "shaping/play.hpp"

#include <algorithm>
#include <cmath>

#include "cuelab/laws/slate/bounce.hpp"
#include "math/elementary.hpp"
#include "shaping/course.hpp"
#include "shaping/path.hpp"

namespace cuelab::shaping {
namespace {

double& field(Quantity quantity, Play& play) {
  switch (quantity) {
    case Quantity::speed:
      return play.shot.speed;
    case Quantity::heading:
      return play.shot.heading;
    case Quantity::side:
      return play.shot.side;
    case Quantity::height:
      return play.shot.height;
    case Quantity::elevation:
      return play.shot.elevation;
    case Quantity::ball_speed:
      return play.start.speed;
    case Quantity::direction:
      return play.start.direction;
    case Quantity::spin_along:
      return play.start.spin_along;
    case Quantity::spin_across:
      return play.start.spin_across;
    case Quantity::spin_up:
      break;
  }
  return play.start.spin_up;
}

/// How much the tip offset exceeds what the cue allows, per ball radius.
double miscue_of(const Scene& scene, const Shot& shot) {
  if (!scene.shot) return 0.0;
  return std::sqrt(shot.side * shot.side + shot.height * shot.height) - scene.cue.miscue;
}

/// Whether events have decided all goals; if `any_miss`, whether one is missed.
bool is_over(const ShapingProblem& problem, std::span<const Event> events, bool any_miss) {
  bool all = true;
  for (const Goal& goal : problem.goals) {
    const Course course = course_of(goal, events);
    if (any_miss && course.is_decided && !course.is_reached) return true;
    all = all && course.is_decided;
  }
  return all;
}

bool is_turn(const Event& e) {
  return e.type == EventType::ball_ball || e.type == EventType::ball_pocket ||
         e.type == EventType::ball_cushion || e.type == EventType::ball_floor;
}

}  // namespace

Play play_of(const ShapingProblem& problem, std::span<const double> x) {
  Play play{problem.scene.shot.value_or(Shot{}), problem.start.value_or(BallStart{})};
  for (std::size_t i = 0; i < x.size(); ++i) {
    const Quantity q = problem.unknowns[i].quantity;
    const bool angle = q == Quantity::heading || q == Quantity::elevation;
    field(q, play) = angle ? x[i] * degree : x[i];
  }
  return play;
}

Play executed(const ShapingProblem& problem, const Play& play, const Noise& noise,
              const Draw& draw) {
  Play out = play;
  if (problem.scene.shot) {
    out.shot =
        cuelab::executed(play.shot, noise, draw, problem.scene.balls[play.shot.ball].spec.radius);
  }
  if (problem.start && !(noise == Noise{})) {  // the deviates that a stroke would have
    out.start.direction += normal_pair(draw, 1)[0] * noise.heading / degree;
    out.start.speed = std::max(0.0, play.start.speed + normal_pair(draw, 2)[0] * noise.speed);
  }
  return out;
}

BallState state_of(const BallStart& start, const Ball& ball) {
  const SinCos way = sin_cos(start.direction * degree);
  const Vec2 e{way.cos, way.sin};
  const double across = start.rolling ? start.speed / ball.spec.radius : start.spin_across;
  const Vec2 w = start.spin_along * e + across * left_of(e);
  BallState state = ball.start;
  state.v = {start.speed * e.x, start.speed * e.y, 0.0};
  state.w = {w.x, w.y, start.spin_up};
  return state;
}

Player::Player(const ShapingProblem& problem) : problem_(problem), engine_(problem.scene) {
  const Scene& scene = problem.scene;
  for (const Ball& ball : scene.balls) resting_.push_back(released(ball.spec, ball.start));
  if (!scene.shot) return;
  const Ball& struck = scene.balls[scene.shot->ball];
  lie_ = lie_of(scene, struck.spec, struck.start);
}

void Player::begin(const Play& play, Record record) {
  const Scene& scene = problem_.scene;
  start_ = resting_;
  if (problem_.start) {
    const Ball& ball = scene.balls[play.start.ball];
    start_[play.start.ball] = released(ball.spec, state_of(play.start, ball));
  }
  if (scene.shot) start_[play.shot.ball] = stroke(lie_, scene.cue, play.shot);
  engine_.begin(start_, trajectory_, {record});
}

Attempt Player::play(const Play& play) {
  if (const double excess = miscue_of(problem_.scene, play.shot); excess > 0.0) {
    return miscue(excess);
  }
  begin(play, Record::everything);
  const bool by_events = std::ranges::all_of(problem_.goals, is_decided_by_events);
  while (engine_.step()) {
    if (!by_events || trajectory_.events.empty() || !is_turn(trajectory_.events.back())) continue;
    if (is_over(problem_, trajectory_.events, false)) break;
  }
  engine_.finish();
  return judged(problem_, trajectory_);
}

bool Player::succeeds(const Play& play) {
  if (miscue_of(problem_.scene, play.shot) > 0.0) return false;
  const auto by_events = [](const Goal& goal) { return is_decided_by_events(goal) && !goal.cut; };
  if (!std::ranges::all_of(problem_.goals, by_events)) return this->play(play).satisfied;
  begin(play, Record::outcome);
  while (engine_.step()) {
    if (trajectory_.events.empty() || !is_turn(trajectory_.events.back())) continue;
    if (is_over(problem_, trajectory_.events, true)) break;
  }
  engine_.finish();
  return std::ranges::all_of(problem_.goals, [&](const Goal& goal) {
    return course_of(goal, trajectory_.events).is_reached;
  });
}

Attempt miscue(double excess) {
  Attempt result;
  result.miss = 1.0 + excess;
  result.residuals.push_back({.value = result.miss, .is_position = false});
  return result;
}

Attempt judged(const ShapingProblem& problem, const Trajectory& trajectory) {
  Attempt result;
  result.satisfied = true;
  std::vector<GoalResult> results(problem.goals.size());
  double until = 0.0;
  for (std::size_t i = 0; i < results.size(); ++i) {
    if (avoids(problem.goals[i])) continue;
    results[i] = evaluate(problem.goals[i], problem.scene, trajectory);
    until = std::max(until, results[i].decided);
  }
  if (!(until > 0.0)) until = trajectory.t_end;
  double sum = 0.0;
  for (std::size_t i = 0; i < results.size(); ++i) {
    if (avoids(problem.goals[i])) {
      results[i] = evaluate(problem.goals[i], problem.scene, trajectory, until);
      results[i].decided = until;
    }
    result.satisfied = result.satisfied && results[i].satisfied;
    result.decided.push_back(results[i].decided);
    for (const Residual& r : results[i].residuals) {
      sum += r.value * r.value;
      result.residuals.push_back(r);
    }
  }
  result.miss = std::sqrt(sum);
  return result;
}

}  // namespace cuelab::shaping
