#include "cuelab/draw.hpp"

#include <fmt/format.h>

#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>

#include "commands.hpp"
#include "console.hpp"
#include "cuelab/io.hpp"
#include "draw_options.hpp"
#include "engine_choice.hpp"
#include "engine_run.hpp"
#include "output_files.hpp"
#include "progress.hpp"
#include "scene_files.hpp"

namespace cuelab::cli {
namespace {

namespace fs = std::filesystem;

/// A JSON file with events is a recording, any other a scene.
bool is_recording(const std::string& path) {
  if (fs::path(path).extension() != ".json") return false;
  std::ifstream file(path);
  const auto document = nlohmann::json::parse(file, nullptr, /*allow_exceptions=*/false);
  return document.is_object() && document.contains("events");
}

/// Checks that the pieces begin with one per ball, in order, as those of every trajectory do.
Result<Recording> load_whole_recording(const std::string& path) {
  auto recording = load_recording(path);
  if (!recording) return recording;
  for (std::size_t b = 0; b < recording->scene.balls.size(); ++b) {
    if (recording->trajectory.pieces[b].ball == b) continue;
    return Error{path, "pieces", "must begin with one piece per ball, in the order of the balls"};
  }
  return recording;
}

/// Loads the recording or simulates the scene; on failure prints the error and sets `code`.
std::optional<Recording> load(const SceneSource& source, const DrawArgs& args, bool quiet,
                              int& code) {
  const auto refused = [&code](const Error& error, int exit_code) -> std::optional<Recording> {
    code = fail(error, exit_code);
    return {};
  };
  const std::string& path = source.label();
  if (!source.is_built_in() && is_recording(path)) {
    if (!args.overrides.empty()) {
      return refused({path, "--set", "cannot change a recording; draw its scene instead"},
                     bad_input);
    }
    if (!args.engine.empty()) {
      return refused(
          {path, "--engine", "a recording is not simulated again; draw its scene instead"},
          bad_input);
    }
    auto recording = load_whole_recording(path);
    if (!recording) return refused(recording.error(), bad_input);
    return *std::move(recording);
  }
  auto scene = load_for_run(source, args.engine, args.overrides);
  if (!scene) return refused(scene.error(), bad_input);
  auto run = run_engine(*scene, path, {}, quiet);
  if (!run) return refused(run.error(), exit_code_of(run.error()));
  return Recording{*std::move(scene), std::move(run->trajectory)};
}

Viewpoint viewpoint_of(const DrawOptions& options) {
  return options.view == "side" ? Viewpoint::side : Viewpoint::top;
}

std::string document_of(const Recording& recording, const DrawOptions& options) {
  const Scene& scene = recording.scene;
  const Trajectory& trajectory = recording.trajectory;
  if (options.ending == ".html") {
    return replay_page(scene, trajectory, viewpoint_of(options));
  }
  if (options.view == "curves") return draw_curves(scene, trajectory);
  return options.view == "side" ? draw_side_view(scene, trajectory)
                                : draw_top_view(scene, trajectory);
}

/// The part of the motion to film, and its speed.
Result<FilmSpan> span_of(const DrawOptions& options, double t_end) {
  FilmSpan span{.from = options.from.value_or(0.0), .to = options.to.value_or(t_end)};
  const std::string range = fmt::format("the motion lasts from 0 to {:.6g} s", t_end);
  if (span.from > t_end)
    return Error{"", "--from", fmt::format("{} is too late; {}", span.from, range)};
  if (span.to > t_end) return Error{"", "--to", fmt::format("{} is too late; {}", span.to, range)};
  if (span.from > span.to) {
    return Error{"", "--to", fmt::format("{} is before --from {}", span.to, span.from)};
  }
  span.fps = options.fps;
  span.speed = options.speed.value_or(default_speed(span.to - span.from));
  constexpr double most = 36000.0;  // 20 minutes at 30 frames per second
  const double frames = (span.to - span.from) / span.speed * span.fps;
  if (frames > most) {
    return Error{"", "--speed",
                 fmt::format("gives {:.0f} frames, more than {:.0f}; choose a higher speed, fewer "
                             "--fps, or --from and --to",
                             frames, most)};
  }
  return span;
}

int draw_film(const std::string& path, const Recording& recording, const DrawOptions& options,
              const film::Module& module, bool quiet) {
  const auto span = span_of(options, recording.trajectory.t_end);
  if (!span) return fail(span.error());
  ProgressBar bar(0.0, quiet);
  film::FilmOptions film{.viewpoint = viewpoint_of(options),
                         .span = *span,
                         .width = options.width,
                         .gif = options.ending == ".gif"};
  film.progress = [&bar](std::size_t done, std::size_t all) {
    bar.show_count(done, all, "frames");
    return !is_interrupted();
  };
  const DeferSignals guard;
  const auto saved = module.save_film(path, recording, film);
  if (!saved) return fail(saved.error());
  if (quiet) return 0;
  const std::string speed =
      span->speed == 1.0 ? "in real time" : fmt::format("{:.4g} times real time", span->speed);
  return print(fmt::format("wrote {} ({})\n", path, speed));
}

}  // namespace

int draw_command(const DrawArgs& args, const Verbosity& verbosity) {
  const auto source = find_scene(args.source);
  if (!source) return fail(source.error());
  const auto options = parse_draw_options(args);
  if (!options) return fail(options.error());
  if (const auto fault = find_missing_tool(*options)) return fail(*fault);
  const auto module = module_for(options->ending, ".svg, .html");
  if (!module) return fail(module.error());
  int code = 0;
  const auto recording = load(*source, args, verbosity.quiet, code);
  if (!recording) return code;
  if (options->is_film()) {
    return draw_film(args.out, *recording, *options, **module, verbosity.quiet);
  }
  const auto written =
      save_picture(args.out, document_of(*recording, *options), options->width, *module);
  if (!written) return fail(written.error());
  return verbosity.quiet ? 0 : print(fmt::format("wrote {}\n", args.out));
}

}  // namespace cuelab::cli
