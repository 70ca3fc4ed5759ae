#include "viewer_runs.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>

#include "cuelab/io.hpp"
#include "engine_choice.hpp"
#include "engine_run.hpp"
#include "json_text.hpp"

namespace cuelab::cli {
namespace {

constexpr auto progress_interval = std::chrono::milliseconds(100);

/// Of a run for the viewer, whatever the scene allows: the memory of the server is limited.
constexpr std::size_t most_events = 300'000;

Result<Scene> parse_for_run(const std::string& text, const std::string& engine) {
  std::vector<std::string> overrides;
  if (!engine.empty()) overrides.push_back(fmt::format("run.engine=\"{}\"", engine));
  auto scene = parse_scene(text, format_of("", text), "scene", overrides);
  if (!scene) return scene;
  if (const std::string unsupported = unsupported_text(*scene); !unsupported.empty()) {
    return Error{"scene", "", unsupported};
  }
  return scene;
}

/// The limit of the server cannot be raised.
Error error_for_page(const Error& error, const Scene& scene) {
  if (error.key != "run.max_events" || scene.run.max_events <= most_events) return error;
  return {error.file, "",
          fmt::format("has more than {} events, too many for the viewer; shorten run.t_max, or use "
                      "cuelab simulate",
                      most_events)};
}

}  // namespace

void run_for_viewer(const std::string& text, const std::string& engine, const view::Send& send) {
  const auto refuse = [&send](const Error& error) {
    send("error", json_line({{"message", error.message()}}));
  };
  const auto scene = parse_for_run(text, engine);
  if (!scene) return refuse(scene.error());
  auto last = std::chrono::steady_clock::now();
  bool is_page_gone = false;
  RunOptions options;
  options.max_events = std::min(scene->run.max_events, most_events);
  options.progress = [&](double t) {
    const auto now = std::chrono::steady_clock::now();
    if (now - last < progress_interval) return true;
    last = now;
    is_page_gone = !send("progress", json_line({{"t", t}, {"t_max", scene->run.t_max}}));
    return !is_page_gone;
  };
  const auto run = run_engine(*scene, "scene", options, true);
  if (is_page_gone) return;
  if (!run) return refuse(error_for_page(run.error(), *scene));
  send("result", *trajectory_to_json(*scene, run->trajectory,
                                     {.pieces = true, .wall_seconds = run->wall_seconds}));
}

}  // namespace cuelab::cli
