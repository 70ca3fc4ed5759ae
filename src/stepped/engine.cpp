#include <utility>

#include "cuelab/stepped.hpp"
#include "stepped/simulation.hpp"

namespace cuelab {

Trajectory simulate_stepped(const Scene& scene, const SteppedOptions& options) {
  stepped::Simulation simulation(scene);
  while (simulation.should_continue(options)) {
    simulation.advance();
    simulation.end_motions();
    simulation.collide_with_table();
    simulation.collide_balls();
  }
  return std::move(simulation).finish();
}

}  // namespace cuelab
