#include "cuelab/draw.hpp"

#include <fmt/format.h>

#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>

#include "command.hpp"
#include "console.hpp"
#include "cuelab/io.hpp"
#include "draw_wishes.hpp"
#include "engine_choice.hpp"
#include "engine_run.hpp"
#include "film.hpp"
#include "raster.hpp"
#include "scene_files.hpp"

namespace cuelab::cli {
namespace {

namespace fs = std::filesystem;

constexpr const char* examples = R"(Examples:
  cuelab draw break_9ball -o break.html          # plays in a browser
  cuelab draw break_9ball -o break.mp4 --speed 0.5
  cuelab draw jump_over -o jump.png --view side --width 2400
  cuelab draw newtons_cradle -o curves.pdf --view curves
  cuelab draw shot.toml -o shot.svg --set shot.side=-0.3
  cuelab simulate shot.toml --out shot.json && cuelab draw shot.json -o shot.svg)";

/// A JSON file is a recording when it has events; otherwise it is taken for a scene.
bool is_recording(const std::string& path) {
  if (fs::path(path).extension() != ".json") return false;
  std::ifstream file(path);
  const auto document = nlohmann::json::parse(file, nullptr, /*allow_exceptions=*/false);
  return document.is_object() && document.contains("events");
}

/// A recording whose pieces begin with one per ball, in order, as every trajectory's do.
Result<Recording> load_whole_recording(const std::string& path) {
  auto recording = load_recording(path);
  if (!recording) return recording;
  for (std::size_t b = 0; b < recording->scene.balls.size(); ++b) {
    if (recording->trajectory.pieces[b].ball == b) continue;
    return Error{path, "pieces", "must begin with one piece per ball, in the order of the balls"};
  }
  return recording;
}

/// The recording, or the run of the scene. Prints what is wrong and gives nothing otherwise.
std::optional<Recording> load(const std::string& path, const DrawArgs& args, bool quiet,
                              int& code) {
  const auto refused = [&code](const Error& error, int exit_code) -> std::optional<Recording> {
    code = fail(error, exit_code);
    return {};
  };
  if (is_recording(path)) {
    if (!args.overrides.empty()) {
      return refused({path, "--set", "cannot change a recording; draw its scene instead"},
                     bad_input);
    }
    auto recording = load_whole_recording(path);
    if (!recording) return refused(recording.error(), bad_input);
    return *std::move(recording);
  }
  auto scene = load_for_run(path, "", args.overrides);
  if (!scene) return refused(scene.error(), bad_input);
  auto run = run_engine(*scene, path, {{}, quiet});
  if (!run) return refused(run.error(), exit_code_of(run.error()));
  return Recording{*std::move(scene), std::move(run->trajectory)};
}

std::string document_of(const Recording& recording, const DrawWishes& wishes) {
  const Scene& scene = recording.scene;
  const Trajectory& trajectory = recording.trajectory;
  if (wishes.ending == ".html") {
    return replay_page(scene, trajectory, wishes.view == "side" ? Sight::side : Sight::top);
  }
  if (wishes.view == "curves") return draw_curves(scene, trajectory);
  return wishes.view == "side" ? draw_side_view(scene, trajectory)
                               : draw_top_view(scene, trajectory);
}

Result<std::monostate> save_still(const std::string& path, const Recording& recording,
                                  const DrawWishes& wishes) {
  const std::string document = document_of(recording, wishes);
  if (wishes.ending == ".svg" || wishes.ending == ".html") return save_file(path, document);
  const auto file = wishes.ending == ".png" ? png_of(document, wishes.width) : pdf_of(document);
  if (!file) return Error{path, "", file.error().what};
  return save_file(path, *file);
}

/// What part of the motion the film shows, and how fast.
Result<FilmSpan> span_of(const DrawWishes& wishes, double t_end) {
  FilmSpan span{.from = wishes.from.value_or(0.0), .to = wishes.to.value_or(t_end)};
  const std::string range = fmt::format("the motion lasts from 0 to {:.6g} s", t_end);
  if (span.from > t_end)
    return Error{"", "--from", fmt::format("{} is too late; {}", span.from, range)};
  if (span.to > t_end) return Error{"", "--to", fmt::format("{} is too late; {}", span.to, range)};
  if (span.from > span.to) {
    return Error{"", "--to", fmt::format("{} is before --from {}", span.to, span.from)};
  }
  span.fps = wishes.fps;
  span.speed = wishes.speed.value_or(usual_speed(span.to - span.from));
  constexpr double most = 36000.0;  // more is a mistake
  const double frames = (span.to - span.from) / span.speed * span.fps;
  if (frames > most) {
    return Error{"", "--speed",
                 fmt::format("gives {:.0f} frames, more than {:.0f}; choose a higher speed, fewer "
                             "--fps, or --from and --to",
                             frames, most)};
  }
  return span;
}

int draw_film(const DrawArgs& args, const DrawWishes& wishes, const Recording& recording,
              bool quiet) {
  const auto span = span_of(wishes, recording.trajectory.t_end);
  if (!span) return fail(span.error());
  const auto saved = save_film(args.out, recording,
                               {.sight = wishes.view == "side" ? Sight::side : Sight::top,
                                .span = *span,
                                .width = wishes.width,
                                .gif = wishes.ending == ".gif",
                                .quiet = quiet});
  if (!saved) return fail(saved.error());
  if (quiet) return 0;
  const std::string speed =
      span->speed == 1.0 ? "in real time" : fmt::format("{:.4g} times real time", span->speed);
  return print(fmt::format("wrote {} ({})\n", args.out, speed));
}

int draw(const DrawArgs& args, const Context& context) {
  const auto path = find_scene(args.source);
  if (!path) return fail(path.error());
  const auto wishes = understood(args);
  if (!wishes) return fail(wishes.error());
  if (const auto fault = find_missing_tool(*wishes)) return fail(*fault);
  int code = 0;
  const auto recording = load(*path, args, context.quiet, code);
  if (!recording) return code;
  if (wishes->is_film()) return draw_film(args, *wishes, *recording, context.quiet);
  const auto written = save_still(args.out, *recording, *wishes);
  if (!written) return fail(written.error());
  return context.quiet ? 0 : print(fmt::format("wrote {}\n", args.out));
}

}  // namespace

void add_draw(CLI::App& app, Context& context) {
  auto args = std::make_shared<DrawArgs>();
  CLI::App* command =
      add_command(app, context, "draw", "draw a scene's shot or a recording, still or moving");
  command->add_option("SOURCE", args->source, "recording (.json), scene file or scene name")
      ->required()
      ->option_text(" ");
  takes(command->add_option("-o,--out", args->out,
                            "file to write: .svg, .png, .pdf, .gif, .mp4 or .html"),
        "FILE")
      ->required();
  const auto add = [&](const char* name, std::string& value, const char* what,
                       const char* value_name) {
    takes(command->add_option(name, value, what), value_name);
  };
  add("--view", args->view, "top (default), side (for flight) or curves over time", "VIEW");
  add("--width", args->width, "of .png (1600), .mp4 (1280), .gif (800)", "PIXELS");
  add("--fps", args->fps, "frames a second of .mp4 (30), .gif (20)", "N");
  add("--speed", args->speed, "of a film; 1 is real time, short motions are slower", "X");
  add("--from", args->from, "where a film begins", "S");
  add("--to", args->to, "where a film ends", "S");
  add_overrides(*command, args->overrides);
  command->footer(examples);
  command->callback(
      [args, &context] { context.run = [args, &context] { return draw(*args, context); }; });
}

}  // namespace cuelab::cli
