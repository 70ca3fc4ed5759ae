#include "reproduce/stepped_trials.hpp"

#include <algorithm>
#include <cmath>
#include <map>

namespace cuelab::reproduction {

std::vector<PlainImpact> impacts_in(const Trajectory& run) {
  std::vector<PlainImpact> all;
  for (const Event& event : run.events) {
    switch (event.type) {
      case EventType::ball_ball:
      case EventType::ball_cushion:
      case EventType::ball_pocket:
        all.emplace_back(event.type, event.ball, event.other);
        break;
      default:
        break;
    }
    // a pair is the same in either order
    if (event.type == EventType::ball_ball && event.other.index < event.ball) {
      all.back() = {event.type, event.other.index, {AgentKind::ball, event.ball}};
    }
  }
  return all;
}

namespace {

Mistakes mistakes_in(const std::vector<PlainImpact>& run, const std::vector<PlainImpact>& exact) {
  Mistakes found;
  const auto length = static_cast<std::ptrdiff_t>(std::min(run.size(), exact.size()));
  found.right = static_cast<std::size_t>(
      std::mismatch(exact.begin(), exact.begin() + length, run.begin()).first - exact.begin());
  std::map<PlainImpact, int> balance;
  for (const PlainImpact& impact : exact) ++balance[impact];
  for (const PlainImpact& impact : run) --balance[impact];
  for (const auto& [impact, count] : balance) {
    (count > 0 ? found.missed : found.extra) += static_cast<std::size_t>(std::abs(count));
  }
  return found;
}

/// Deepest overlap of two balls at an impact [m].
double deepest_overlap(const Scene& scene, const Trajectory& run) {
  double deepest = 0.0;
  for (const Event& event : run.events) {
    if (event.type != EventType::ball_ball) continue;
    const Vec3 apart = run.pieces[event.other_piece].r0 - run.pieces[event.piece].r0;
    const double reach =
        scene.balls[event.ball].spec.radius + scene.balls[event.other.index].spec.radius;
    deepest = std::max(deepest, reach - norm(apart));
  }
  return deepest;
}

Scene scene_of(const Lab& lab, const ShotCase& shot) {
  Scene scene = lab.scene_at(shot.scene, {"run.engine=event"});
  scene.run.t_max = shot.end;
  return scene;
}

}  // namespace

double first_meeting(const Trajectory& run) {
  const auto found = std::ranges::find(run.events, EventType::ball_ball, &Event::type);
  return found == run.events.end() ? std::nan("") : found->t;
}

Trial try_step(Lab& lab, Scene scene, double step, const Trajectory& exact) {
  scene.run.engine = Engine::stepped;
  scene.run.max_events = 10'000'000;
  scene.stepped.time_step = step;
  constexpr double short_run = 1e-4;  // runs shorter than this must be repeated to be timed [s]
  const TimedShot timed = lab.shoot(scene, step >= short_run ? 3 : 1);
  const Trajectory& run = timed.trajectory;
  const std::vector<PlainImpact> right = impacts_in(exact);
  const std::vector<PlainImpact> found = impacts_in(run);
  Trial trial{.step = step,
              .overlap = deepest_overlap(scene, run),
              .lag = first_meeting(run) - first_meeting(exact),
              .mistakes = mistakes_in(found, right),
              .in_order = found == right,
              .cost = run.cost,
              .t_end = run.t_end,
              .seconds = timed.seconds};
  for (std::size_t b = 0; b < run.final.size(); ++b) {
    trial.error = std::max(trial.error, norm(run.final[b].r - exact.final[b].r));
  }
  trial.energy = std::abs(total_energy(scene, run.final) - total_energy(scene, exact.final)) /
                 total_energy(scene, struck(scene));
  return trial;
}

std::vector<double> ladder(double longest, double shortest, int per_decade) {
  std::vector<double> steps;
  for (int k = 0;; ++k) {
    const double step = longest * std::pow(10.0, -static_cast<double>(k) / per_decade);
    if (step < 0.99 * shortest) return steps;
    steps.push_back(step);
  }
}

Comparison compare_steps(Lab& lab, const ShotCase& shot) {
  Scene scene = scene_of(lab, shot);
  const TimedShot exact = lab.shoot(scene, clock_repeats);
  Comparison result{.shot = &shot, .exact = exact.trajectory, .exact_seconds = exact.seconds};
  result.impacts = impacts_in(result.exact).size();
  const auto steps = lab.brief() ? ladder(1e-2, 1e-5, 2) : ladder(1e-2, 1e-6, 3);
  for (const double step : steps) {
    result.trials.push_back(try_step(lab, scene, step, result.exact));
  }
  // the position of an impact within a step is random: average over many step sizes
  if (std::ranges::any_of(result.trials, &Trial::in_order)) {
    for (const double step : ladder(1e-3, 1e-5, 24)) {
      result.scan.push_back(try_step(lab, scene, step, result.exact));
    }
  }
  return result;
}

Fit fit(const std::vector<Trial>& trials) {
  double n = 0.0, x = 0.0, y = 0.0, xx = 0.0, xy = 0.0;
  for (const Trial& trial : trials) {
    if (!trial.in_order || trial.error <= 0.0) continue;
    const double a = std::log(trial.step), b = std::log(trial.error);
    n += 1.0;
    x += a;
    y += b;
    xx += a * a;
    xy += a * b;
  }
  return {n < 2.0 ? std::nan("") : (n * xy - x * y) / (n * xx - x * x),
          static_cast<std::size_t>(n)};
}

const Trial* longest_good(const std::vector<Trial>& trials, double error) {
  const Trial* found = nullptr;
  for (auto trial = trials.rbegin(); trial != trials.rend() && trial->error <= error; ++trial) {
    found = &*trial;
  }
  return found;
}

}  // namespace cuelab::reproduction
