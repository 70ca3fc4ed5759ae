#include <fmt/format.h>

#include <algorithm>
#include <filesystem>

#include "command.hpp"
#include "console.hpp"
#include "cuelab/io.hpp"
#include "engine_choice.hpp"
#include "engine_run.hpp"
#include "scene_files.hpp"
#include "story.hpp"

namespace cuelab::cli {
namespace {

namespace fs = std::filesystem;

constexpr const char* examples =
    R"(SCENE is a file, or the name of a scene that `cuelab scenes` lists.

Examples:
  cuelab simulate break_9ball
  cuelab simulate shot.toml --set shot.side=0.3 --set physics.cloth.sliding=0.18
  cuelab simulate shot.toml --at 0.1,0.5 --json
  cuelab simulate shot.toml --engine smooth --set smooth.rel_tol=1e-10
  cuelab simulate shot.toml --out shot.json --save-final next.toml)";

struct Args {
  std::string scene;
  std::string engine;
  std::string t_max;
  std::string at;
  bool states = false;
  bool json = false;
  std::vector<std::string> overrides;
  std::string out;
  std::string save_final;
};

/// The options that can be judged without the scene.
struct Wishes {
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

/// The file to write, refused when it has the wrong ending or is the scene itself.
std::optional<Error> find_output_fault(const std::string& option, const std::string& path,
                                       const std::string& endings, const std::string& scene) {
  if (path.empty()) return {};
  const std::string ending = fs::path(path).extension().string();
  if (ending == ".h5" && option == "--out") {
    return Error{"", option,
                 fmt::format("\"{}\": HDF5 output is not built yet; available: {}", path, endings)};
  }
  if (ending.empty() || (endings + ",").find(ending + ",") == std::string::npos) {
    return Error{"", option, fmt::format("\"{}\": unknown ending; available: {}", path, endings)};
  }
  std::error_code ignored;
  if (fs::equivalent(path, scene, ignored)) {
    return Error{"", option,
                 fmt::format("\"{}\" is the scene file itself; choose another name", path)};
  }
  return {};
}

Result<Wishes> parse_wishes(const Args& args) {
  Wishes wishes;
  if (!args.t_max.empty()) {
    const auto t_max = parse_number("--t-max", args.t_max, "seconds, e.g. 2.5");
    if (!t_max) return t_max.error();
    if (*t_max < 0.0) return Error{"", "--t-max", fmt::format("is {}, must be >= 0", *t_max)};
    wishes.t_max = *t_max;
  }
  if (!args.at.empty()) {
    auto at = parse_times(args.at);
    if (!at) return at.error();
    wishes.at = *std::move(at);
  }
  return wishes;
}

/// A time after the end can be sampled only when everything has come to rest.
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

/// Writes the files that were asked for. Returns what is wrong, if anything.
std::optional<Error> write_outputs(const Args& args, const Scene& scene,
                                   const Trajectory& trajectory, ReportOptions options) {
  if (!args.out.empty()) {
    options.pieces = true;
    const bool csv = fs::path(args.out).extension() == ".csv";
    const auto written =
        save_file(args.out, csv ? trajectory_to_csv(scene, trajectory)
                                : trajectory_to_json(scene, trajectory, options) + "\n");
    if (!written) return written.error();
  }
  if (!args.save_final.empty()) {
    const Scene after = final_scene(scene, trajectory);
    if (after.balls.empty()) {
      return Error{"", "--save-final", "no ball is left on the table"};
    }
    const auto written = save_file(args.save_final, scene_to_toml(after));
    if (!written) return written.error();
  }
  return {};
}

int simulate(const Args& args, const Context& context) {
  // everything that can be refused before anything is computed
  const auto path = find_scene(args.scene);
  if (!path) return fail(path.error());
  const auto wishes = parse_wishes(args);
  if (!wishes) return fail(wishes.error());
  if (const auto fault = find_output_fault("--out", args.out, ".json, .csv", *path)) {
    return fail(*fault);
  }
  if (const auto fault = find_output_fault("--save-final", args.save_final, ".toml", *path)) {
    return fail(*fault);
  }
  auto loaded = load_for_run(*path, args.engine, args.overrides);
  if (!loaded) return fail(loaded.error());
  Scene& scene = *loaded;
  if (!args.save_final.empty() && !is_pool(scene.system)) {
    return fail({*path, "--save-final",
                 fmt::format("a {} starts only as [system] says", kind_of(scene.system))});
  }
  scene.run.t_max = wishes->t_max.value_or(scene.run.t_max);

  const auto run = run_engine(scene, *path, {wishes->at, context.quiet});
  if (!run) return fail(run.error(), exit_code_of(run.error()));
  const Trajectory& trajectory = run->trajectory;
  if (const auto fault = find_time_fault(wishes->at, trajectory)) return fail(*fault);
  const ReportOptions options{args.states, wishes->at, false, run->wall_seconds, run->snapshots};
  if (const auto fault = write_outputs(args, scene, trajectory, options)) return fail(*fault);

  if (args.json) return print(trajectory_to_json(scene, trajectory, options) + "\n");
  if (context.quiet) return print(stop_line(trajectory));
  std::string text = tell({scene, trajectory, *path, run->wall_seconds, context.verbose,
                           args.states, wishes->at, run->snapshots});
  for (const std::string& file : {args.out, args.save_final}) {
    if (!file.empty()) text += fmt::format("wrote {}\n", file);
  }
  return print(text);
}

}  // namespace

void add_simulate(CLI::App& app, Context& context) {
  auto args = std::make_shared<Args>();
  CLI::App* command =
      add_command(app, context, "simulate", "simulate a scene and print what happened");
  command->add_option("SCENE", args->scene, "scene file (.toml, .json) or name")
      ->required()
      ->option_text(" ");
  takes(command->add_option("--engine", args->engine,
                            "event, smooth or stepped (default: what the scene says)"),
        "NAME");
  takes(command->add_option("--t-max", args->t_max, "stop after this many seconds"), "SECONDS");
  takes(command->add_option("--at", args->at, "also give all states at these times, exactly"),
        "T,T,...");
  command->add_flag("--states", args->states, "also give the states after every event");
  add_overrides(*command, args->overrides);
  takes(command->add_option("-o,--out", args->out,
                            "record the run: .json (can be drawn), .csv (events)"),
        "FILE");
  takes(
      command->add_option("--save-final", args->save_final, "write the final position as a scene"),
      "FILE.toml");
  command->add_flag("--json", args->json, "print one JSON document instead of tables");
  command->footer(examples);
  command->callback(
      [args, &context] { context.run = [args, &context] { return simulate(*args, context); }; });
}

}  // namespace cuelab::cli
