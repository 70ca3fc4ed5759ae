#include <algorithm>
#include <cmath>
#include <string>

#include "cuelab/event_engine.hpp"
#include "cuelab/shaping.hpp"
#include "shaping/play.hpp"

namespace cuelab {
std::string_view name_of(Quantity quantity) {
  constexpr std::string_view names[quantity_count] = {
      "speed",      "heading",   "side",       "height",      "elevation",
      "ball_speed", "direction", "spin_along", "spin_across", "spin_up"};
  return names[static_cast<std::size_t>(quantity)];
}

Scene scene_of(const ShapingProblem& problem, std::span<const double> x) {
  Scene scene = problem.scene;
  const shaping::Play play = shaping::play_of(problem, x);
  if (scene.shot) scene.shot = play.shot;
  if (problem.start) {
    Ball& ball = scene.balls[problem.start->ball];
    ball.start = shaping::state_of(play.start, ball);
  }
  return scene;
}

std::optional<Error> find_fault(const ShapingProblem& problem) {
  const auto fault = [](const std::string& key, const std::string& what) {
    return Error{"", key, what};
  };
  if (problem.scene.run.engine != Engine::event) {
    return fault("scene.run.engine", "is \"" + std::string(name_of(problem.scene.run.engine)) +
                                         "\", must be \"event\": others have no derivatives");
  }
  if (problem.unknowns.empty()) return fault("unknowns", "is empty, must have at least one");
  if (problem.goals.empty()) return fault("goals", "is empty, must have at least one");
  double points = 1.0;
  for (std::size_t i = 0; i < problem.unknowns.size(); ++i) {
    const Unknown& u = problem.unknowns[i];
    const std::string key = "unknowns." + std::to_string(i);
    const bool of_shot = u.quantity <= Quantity::elevation;
    if (of_shot && !problem.scene.shot) return fault(key, "belongs to a shot, the scene has none");
    if (!of_shot && !problem.start) return fault(key, "belongs to a ball's start, see [start]");
    if (!(u.max > u.min)) return fault(key + ".max", "must be greater than `min`");
    if (u.start && !(*u.start >= u.min && *u.start <= u.max)) {
      return fault(key + ".start", "must be between `min` and `max`");
    }
    for (std::size_t j = 0; j < i; ++j) {
      if (problem.unknowns[j].quantity == u.quantity) {
        return fault(key + ".quantity", "is already unknown " + std::to_string(j));
      }
    }
    points *= std::max(1.0, static_cast<double>(u.steps));
    if (points > most_grid_points) {
      return fault(key + ".steps", "the steps of all unknowns multiply to more than 2e7");
    }
  }
  return {};
}

Attempt attempt(const ShapingProblem& problem, std::span<const double> x) {
  const Scene scene = scene_of(problem, x);
  Attempt result;
  const double offset =
      scene.shot
          ? std::sqrt(scene.shot->side * scene.shot->side + scene.shot->height * scene.shot->height)
          : 0.0;
  if (offset > scene.cue.miscue) {
    result = shaping::miscue(offset - scene.cue.miscue);
  } else {
    Trajectory trajectory = simulate_event(scene);
    result = shaping::judged(problem, trajectory);
    result.trajectory = std::move(trajectory);
  }
  result.x.assign(x.begin(), x.end());
  return result;
}

}  // namespace cuelab
