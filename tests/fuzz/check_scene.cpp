#include "fuzz/check_scene.hpp"

#include <ctime>

#include "cuelab/event_engine.hpp"
#include "fuzz/checks.hpp"

namespace cuelab::fuzz {

Verdict check_scene(const Scene& scene, bool more) {
  Verdict verdict;
  const std::clock_t begin = std::clock();  // processor time: others may use the machine
  const std::vector<BallState> start = struck(scene);
  const Trajectory run = simulate_event(scene);
  const double taken = static_cast<double>(std::clock() - begin) / CLOCKS_PER_SEC;
  verdict.cost = {taken, run.events.size(), run.cost.steps};

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
