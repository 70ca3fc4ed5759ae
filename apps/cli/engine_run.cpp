#include "engine_run.hpp"

#include <chrono>
#include <utility>

#include "console.hpp"
#include "progress.hpp"

namespace cuelab::cli {

Result<EngineRun> run_engine(const Scene& scene, const std::string& file, RunOptions options,
                             bool quiet) {
  ProgressBar bar(scene.run.t_max, quiet);
  const bool shows_bar = scene.run.engine != Engine::event && bar.is_shown();
  if (!options.progress && shows_bar) {
    options.progress = [&bar](double t) {
      bar.show(t);
      return true;
    };
  }
  const auto begin = std::chrono::steady_clock::now();
  auto run = simulate(scene, options);
  if (!run) return Error{file, run.error().key, run.error().what};
  const std::chrono::duration<double> seconds = std::chrono::steady_clock::now() - begin;
  return EngineRun{std::move(run->trajectory), std::move(run->samples), seconds.count()};
}

int exit_code_of(const Error& error) {
  const bool names_a_key = error.key.find('.') != std::string::npos;
  return names_a_key ? bad_input : internal_failure;
}

}  // namespace cuelab::cli
