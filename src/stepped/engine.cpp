#include <utility>

#include "cuelab/stepped.hpp"
#include "stepped/run.hpp"

namespace cuelab {

Trajectory simulate_stepped(const Scene& scene) {
  stepped::Run run(scene);
  while (run.goes_on()) {
    run.advance();
    run.end_motions();
    run.meet_table();
    run.meet_balls();
  }
  return std::move(run).finish();
}

}  // namespace cuelab
