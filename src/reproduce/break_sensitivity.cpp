// How fast a break forgets how it was struck.
#include "reproduce/break_sensitivity.hpp"

#include <fmt/format.h>

#include <stdexcept>

#include "cuelab/compare.hpp"
#include "cuelab/io.hpp"
#include "cuelab/run.hpp"
#include "math/elementary.hpp"

namespace cuelab::reproduction {
namespace {

constexpr double times[] = {0.15, 0.2, 0.3, 0.5, 0.75, 1.0, 1.5};  // [s]

/// Changes of the heading [rad]: the larger one as long as the neighbours stay close, then the
/// smaller.
constexpr double large_step = 1e-5;
constexpr double small_step = 1e-8;

SampledRun run_of(Scene scene, Engine engine, double turn) {
  scene.run.engine = engine;
  scene.hybrid.rel_tol = 1e-11;  // errors must be small compared with the difference of neighbours
  scene.shot->heading += turn;
  const RunOptions options{.t_max = times[std::size(times) - 1],
                           .at = {std::begin(times), std::end(times)}};
  const auto run = simulate(scene, options);
  if (!run) throw std::runtime_error(run.error().message());
  SampledRun sampled{.impacts = impacts_of(scene, run->trajectory)};
  for (const Snapshot& snapshot : run->samples) {
    std::vector<BallState>& states = sampled.states.emplace_back();
    for (const Sample& body : snapshot.bodies) states.push_back(body.state);
  }
  return sampled;
}

Amplification amplification_of(const Scene& scene, Engine engine) {
  const SampledRun base = run_of(scene, engine, 0.0);
  const auto by = [&](double step) {
    const SampledRun plus = run_of(scene, engine, step);
    const SampledRun minus = run_of(scene, engine, -step);
    return amplification({.scene = scene,
                          .plus = plus,
                          .base = base,
                          .minus = minus,
                          .step = step,
                          .radius = scene.balls[0].spec.radius},
                         times);
  };
  return joined(by(large_step), by(small_step));
}

/// Exact, for the event engine.
Amplification derivative_of(Scene scene) {
  scene.run.engine = Engine::event;
  const auto run = simulate(scene, {.t_max = times[std::size(times) - 1]});
  if (!run) throw std::runtime_error(run.error().message());
  const auto heading = SceneNumber::find(scene, "shot.heading");
  if (!heading) throw std::runtime_error(heading.error().message());
  const auto derivatives = differentiate(scene, run->trajectory, {&*heading, 1});
  if (!derivatives) throw std::runtime_error(derivatives.error().message());
  return amplification(ExactTangents{.scene = scene,
                                     .run = run->trajectory,
                                     .derivatives = *derivatives,
                                     .per_unit = 180.0 / pi},
                       times);
}

}  // namespace

void show_sensitivity(Lab& lab) {
  lab.section("How long a break can be predicted");
  const Scene scene = *load_named_scene("break_9ball");
  const double radius = scene.balls[0].spec.radius;
  const Amplification event_neighbours = amplification_of(scene, Engine::event);
  const Amplification event = joined(derivative_of(scene), event_neighbours);
  const Amplification hybrid = amplification_of(scene, Engine::hybrid);
  Grid grid{
      "Nine-ball break of the named scene: change of the farthest ball's place with the heading",
      {"t [s]", "event [m/rad]", "exponent [1/s]", "hybrid [m/rad]", "exponent [1/s]",
       "digits of aim for one radius"},
      {}};
  for (std::size_t k = 0; k < std::size(times); ++k) {
    std::vector<std::string> row{fixed(times[k], 2)};
    for (const Amplification* of : {&event, &hybrid}) {
      const bool known = k < of->values.size();
      row.push_back(known ? brief_text(of->values[k]) : "");
      row.push_back(known ? fixed(growth_exponent(of->values[k], times[k]), 1) : "");
    }
    const bool known = k < hybrid.values.size();
    row.push_back(known ? fixed(digits_needed(hybrid.values[k], radius), 1) : "");
    grid.rows.push_back(std::move(row));
  }
  lab.grid(std::move(grid));
  lab.text(fmt::format(
      "Event engine: from the run's exact derivatives. Neighbouring runs, with the heading turned "
      "by "
      "1e-5 rad and, once these are too far apart, by 1e-8 rad, are within {} per cent of them as "
      "long as they have the same impacts. The hybrid engine's values are from neighbouring runs; "
      "a "
      "field is empty where these no longer have the same impacts. The exponent is the finite-time "
      "one, ln(d / d0) / t. Half a second after the stroke four digits of the aim decide where a "
      "ball is, and players know two or three. That is why breaks are compared by their statistics "
      "here, and why `cuelab compare --sensitivity` says until when a single run means something.",
      brief_text(100.0 * relative_difference(event, event_neighbours))));
}

}  // namespace cuelab::reproduction
