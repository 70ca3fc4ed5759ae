#include "fuzz/check_scene.hpp"

#include <chrono>

#include "cuelab/event_engine.hpp"
#include "fuzz/checks.hpp"

namespace cuelab::fuzz {

Verdict check_scene(const Scene& scene, bool more) {
  Verdict verdict;
  const auto begin = std::chrono::steady_clock::now();
  const std::vector<BallState> start = struck(scene);
  const Trajectory run = simulate_event(scene);
  const std::chrono::duration<double> taken = std::chrono::steady_clock::now() - begin;
  verdict.cost = {taken.count(), run.events.size(), run.cost.steps};

  const std::vector<Track> tracks = tracks_of(run);
  const Case c{scene, start, run, tracks};
  Failures& failures = verdict.failures;
  if (!check_form(c, failures)) return verdict;
  check_energy(c, failures);
  check_balls(c, failures);
  check_table(c, failures);
  if (!more) return verdict;
  check_mirror(c, failures);
  check_rotation(c, failures);
  check_order(c, failures);
  check_file(scene, failures);
  return verdict;
}

}  // namespace cuelab::fuzz
