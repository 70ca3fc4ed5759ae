#include <utility>

#include "cuelab/stepped.hpp"
#include "stepped/run.hpp"

namespace cuelab {

namespace {

constexpr std::uint64_t steps_between_reports = 4096;

}  // namespace

Trajectory simulate_stepped(const Scene& scene, const std::function<bool(double)>& progress) {
  stepped::Run run(scene);
  while (run.goes_on()) {
    const bool report = progress && run.steps() % steps_between_reports == 0;
    if (report && !progress(run.now())) {
      run.stop_early();
      break;
    }
    run.advance();
    run.end_motions();
    run.meet_table();
    run.meet_balls();
  }
  return std::move(run).finish();
}

}  // namespace cuelab
