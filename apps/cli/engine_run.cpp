#include "engine_run.hpp"

#include <algorithm>
#include <chrono>

#include "command.hpp"
#include "cuelab/event_engine.hpp"
#include "cuelab/stepped.hpp"
#include "progress.hpp"

namespace cuelab::cli {
namespace {

/// What an engine tells how far it is: the wish, or else the bar if it is shown.
std::function<bool(double)> listener(const EngineWishes& wishes, ProgressBar& bar) {
  if (wishes.progress || !bar.is_shown()) return wishes.progress;
  return [&bar](double t) {
    bar.show(t);
    return true;
  };
}

Result<SmoothRun> run_smooth(const Scene& scene, const EngineWishes& wishes) {
  // the engine wants every instant once, in order
  std::vector<double> at = wishes.at;
  std::sort(at.begin(), at.end());
  at.erase(std::unique(at.begin(), at.end()), at.end());

  ProgressBar bar(scene.run.t_max, wishes.quiet);
  SmoothOptions options;
  options.t_max = scene.run.t_max;
  options.max_events = scene.run.max_events;
  options.at = at;
  options.progress = listener(wishes, bar);
  return simulate_smooth(scene, options);
}

Trajectory run_stepped(const Scene& scene, const EngineWishes& wishes) {
  ProgressBar bar(scene.run.t_max, wishes.quiet);
  return simulate_stepped(scene, listener(wishes, bar));
}

}  // namespace

Result<EngineRun> run_engine(const Scene& scene, const std::string& file,
                             const EngineWishes& wishes) {
  const auto begin = std::chrono::steady_clock::now();
  EngineRun run;
  if (scene.run.engine == Engine::smooth) {
    auto smooth = run_smooth(scene, wishes);
    if (!smooth) return Error{file, smooth.error().key, smooth.error().what};
    run.trajectory = std::move(smooth->trajectory);
    run.snapshots = std::move(smooth->snapshots);
  } else if (scene.run.engine == Engine::stepped) {
    run.trajectory = run_stepped(scene, wishes);
  } else {
    run.trajectory = simulate_event(scene);
  }
  run.wall_seconds =
      std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
  return run;
}

int exit_code_of(const Error& error) {
  const bool names_a_key = error.key.find('.') != std::string::npos;
  return names_a_key ? bad_input : internal_failure;
}

}  // namespace cuelab::cli
