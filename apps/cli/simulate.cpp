#include <fmt/format.h>

#include <algorithm>
#include <filesystem>

#include "commands.hpp"
#include "console.hpp"
#include "cuelab/io.hpp"
#include "derivative_table.hpp"
#include "engine_choice.hpp"
#include "engine_run.hpp"
#include "output_files.hpp"
#include "run_summary.hpp"
#include "scene_files.hpp"

namespace cuelab::cli {
namespace {

namespace fs = std::filesystem;

/// Options that can be checked without the scene.
struct SimulateOptions {
  std::optional<double> t_max;
  std::vector<double> at;
};

Result<std::vector<double>> parse_times(const std::string& text) {
  std::vector<double> times;
  for (std::size_t begin = 0; begin <= text.size();) {
    const std::size_t end = std::min(text.find(',', begin), text.size());
    const std::string part = text.substr(begin, end - begin);
    const auto t = parse_number("--at", part, "times in seconds, separated by commas: 0.1,0.5");
    if (!t) return t.error();
    if (*t < 0.0) return Error{"", "--at", fmt::format("{} is negative, must be >= 0", part)};
    times.push_back(*t);
    begin = end + 1;
  }
  return times;
}

Result<SimulateOptions> parse_options(const SimulateArgs& args) {
  SimulateOptions options;
  const auto t_max = parse_t_max(args.t_max);
  if (!t_max) return t_max.error();
  options.t_max = *t_max;
  if (!args.at.empty()) {
    auto at = parse_times(args.at);
    if (!at) return at.error();
    options.at = *std::move(at);
  }
  return options;
}

/// Times after the end can be sampled only if everything has come to rest.
std::optional<Error> find_time_fault(const std::vector<double>& at, const Trajectory& trajectory) {
  if (trajectory.stop == StopReason::at_rest) return {};
  for (const double t : at) {
    if (t <= trajectory.t_end) continue;
    return Error{"", "--at",
                 fmt::format("{} is after the end of the run, which stopped at t = {} s ({})", t,
                             trajectory.t_end, name_of(trajectory.stop))};
  }
  return {};
}

/// Writes the files named on the command line. Returns the error, if any.
std::optional<Error> write_outputs(const SimulateArgs& args, const Scene& scene,
                                   const Trajectory& trajectory, ReportOptions options) {
  if (!args.out.empty()) {
    options.pieces = true;
    const bool csv = fs::path(args.out).extension() == ".csv";
    const auto written =
        save_file(args.out, csv ? trajectory_to_csv(scene, trajectory)
                                : *trajectory_to_json(scene, trajectory, options) + "\n");
    if (!written) return written.error();
  }
  if (!args.save_final.empty()) {
    const Scene after = final_scene(scene, trajectory);
    if (after.balls.empty()) {
      return Error{"", "--save-final", "no ball is left on the table"};
    }
    const auto written = save_file(args.save_final, *scene_to_toml(after));
    if (!written) return written.error();
  }
  return {};
}

}  // namespace

int simulate_command(const SimulateArgs& args, const Verbosity& verbosity) {
  // check all arguments before computing anything
  const auto source = find_scene(args.scene);
  if (!source) return fail(source.error());
  const auto options = parse_options(args);
  if (!options) return fail(options.error());
  if (const auto fault = find_output_fault("--out", args.out, ".json, .csv", source->path)) {
    return fail(*fault);
  }
  if (const auto fault =
          find_output_fault("--save-final", args.save_final, ".toml", source->path)) {
    return fail(*fault);
  }
  auto loaded = load_for_run(*source, args.engine, args.overrides);
  if (!loaded) return fail(loaded.error());
  Scene& scene = *loaded;
  if (!args.save_final.empty() && !is_pool(scene.system)) {
    return fail({source->label(), "--save-final",
                 fmt::format("not available for a {}, whose initial state is set by [system]",
                             kind_of(scene.system))});
  }
  scene.run.t_max = options->t_max.value_or(scene.run.t_max);
  const auto parameters = find_parameters(scene, args.derivatives);
  if (!parameters) return fail(in_file(parameters.error(), source->label()));

  const auto run = run_engine(scene, source->label(), {.at = options->at}, verbosity.quiet);
  if (!run) return fail(run.error(), exit_code_of(run.error()));
  const Trajectory& trajectory = run->trajectory;
  if (const auto fault = find_time_fault(options->at, trajectory)) return fail(*fault);
  DerivativeReport derivatives;
  if (!parameters->empty()) {
    auto found = report_derivatives(scene, trajectory, *parameters);
    if (!found) return fail(in_file(found.error(), source->label()));
    derivatives = *std::move(found);
  }
  const ReportOptions report{args.states, false, run->wall_seconds, run->samples,
                             parameters->empty() ? nullptr : &derivatives};
  if (const auto fault = write_outputs(args, scene, trajectory, report)) return fail(*fault);

  if (args.json) return print(*trajectory_to_json(scene, trajectory, report) + "\n");
  if (verbosity.quiet) return print(stop_line(trajectory));
  const std::string file = source->is_built_in() ? source->name + " (built in)" : source->path;
  std::string text = summary_text(
      {scene, trajectory, file, run->wall_seconds, verbosity.verbose, args.states, run->samples});
  if (!parameters->empty()) text += derivative_tables(scene, *parameters, derivatives);
  for (const std::string& written : {args.out, args.save_final}) {
    if (!written.empty()) text += fmt::format("wrote {}\n", written);
  }
  return print(text);
}

}  // namespace cuelab::cli
