#include "cuelab/draw.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>

#include "command.hpp"
#include "console.hpp"
#include "cuelab/io.hpp"
#include "engine_choice.hpp"
#include "engine_run.hpp"
#include "scene_files.hpp"

namespace cuelab::cli {
namespace {

namespace fs = std::filesystem;

constexpr const char* examples = R"(Examples:
  cuelab draw break_9ball -o break.svg
  cuelab draw jump_over -o jump.svg --view side
  cuelab draw shot.toml -o shot.svg --set shot.side=-0.3
  cuelab simulate shot.toml --out shot.json && cuelab draw shot.json -o shot.svg)";

struct Args {
  std::string source;
  std::string out;
  std::string view = "top";
  std::vector<std::string> overrides;
};

std::optional<Error> find_output_fault(const std::string& path) {
  constexpr std::array later{".png", ".pdf", ".gif", ".mp4", ".html"};
  const std::string ending = fs::path(path).extension().string();
  if (ending == ".svg") return {};
  const bool known = std::find(later.begin(), later.end(), ending) != later.end();
  return Error{"", "--out",
               fmt::format("\"{}\": {}; available: .svg", path,
                           known ? ending + " is not built yet" : "unknown ending")};
}

std::optional<Error> find_view_fault(const std::string& view) {
  if (view == "top" || view == "side") return {};
  return Error{"", "--view",
               fmt::format("\"{}\" is no view{}; available: top, side", view,
                           suggestion(view, {"top", "side"}))};
}

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
std::optional<Recording> load(const std::string& path, const Args& args, bool quiet, int& code) {
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

int draw(const Args& args, const Context& context) {
  const auto path = find_scene(args.source);
  if (!path) return fail(path.error());
  if (const auto fault = find_output_fault(args.out)) return fail(*fault);
  if (const auto fault = find_view_fault(args.view)) return fail(*fault);
  int code = 0;
  const auto recording = load(*path, args, context.quiet, code);
  if (!recording) return code;
  const auto draw_view = args.view == "side" ? draw_side_view : draw_top_view;
  const auto written = save_file(args.out, draw_view(recording->scene, recording->trajectory));
  if (!written) return fail(written.error());
  return context.quiet ? 0 : print(fmt::format("wrote {}\n", args.out));
}

}  // namespace

void add_draw(CLI::App& app, Context& context) {
  auto args = std::make_shared<Args>();
  CLI::App* command = add_command(app, context, "draw", "draw a scene's shot or a recording");
  command->add_option("SOURCE", args->source, "recording (.json), scene file or scene name")
      ->required()
      ->option_text(" ");
  takes(command->add_option("-o,--out", args->out, "picture to write, .svg"), "FILE.svg")
      ->required();
  takes(command->add_option("--view", args->view, "top (default) or side, for flight"), "VIEW");
  add_overrides(*command, args->overrides);
  command->footer(examples);
  command->callback(
      [args, &context] { context.run = [args, &context] { return draw(*args, context); }; });
}

}  // namespace cuelab::cli
