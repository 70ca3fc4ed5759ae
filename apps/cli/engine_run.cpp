#include "engine_run.hpp"

#include <fmt/format.h>

#include <chrono>
#include <ctime>
#include <utility>

#include "console.hpp"
#include "progress.hpp"

namespace cuelab::cli {
namespace {

double processor_seconds() {
  timespec now{};
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec);
}

}  // namespace

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
  const double cpu_begin = processor_seconds();
  auto run = simulate(scene, options);
  if (!run) return Error{file, run.error().key, run.error().what};
  const std::chrono::duration<double> seconds = std::chrono::steady_clock::now() - begin;
  return EngineRun{std::move(run->trajectory), std::move(run->samples), seconds.count(),
                   processor_seconds() - cpu_begin};
}

Result<std::optional<double>> parse_t_max(const std::string& text) {
  if (text.empty()) return std::optional<double>();
  const auto t_max = parse_number("--t-max", text, "seconds, e.g. 2.5");
  if (!t_max) return t_max.error();
  if (*t_max < 0.0) return Error{"", "--t-max", fmt::format("is {}, must be >= 0", *t_max)};
  return std::optional(*t_max);
}

int exit_code_of(const Error& error) {
  const bool names_a_key = error.key.find('.') != std::string::npos;
  return names_a_key ? bad_input : internal_failure;
}

}  // namespace cuelab::cli
