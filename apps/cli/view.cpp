#include <fmt/format.h>

#include <array>
#include <filesystem>

#include "commands.hpp"
#include "console.hpp"
#include "cuelab/version.hpp"
#include "engine_choice.hpp"
#include "json_text.hpp"
#include "modules.hpp"
#include "scene_files.hpp"
#include "viewer_runs.hpp"

namespace cuelab::cli {
namespace {

namespace fs = std::filesystem;

/// The viewer's files: in the build folder, or installed.
Result<fs::path> find_site(const std::string& given) {
  std::error_code ignored;
  if (!given.empty()) {
    if (fs::exists(fs::path(given) / "index.html", ignored)) return fs::path(given);
    return Error{"", "--site", fmt::format("\"{}\" has no index.html", given)};
  }
  const fs::path folder = fs::read_symlink("/proc/self/exe", ignored).parent_path();
  const std::array sites{folder / "web", folder.parent_path() / "share/cuelab/web"};
  for (const fs::path& site : sites) {
    if (fs::exists(site / "index.html", ignored)) return site;
  }
  return Error{
      "", "--site",
      fmt::format("the viewer's files were not found; looked in {} and {} (make web builds them)",
                  sites.front().string(), sites.back().string())};
}

/// The scene the viewer opens with, as api/scene answers; an error if it is invalid.
Result<std::string> read_scene(const std::string& given) {
  const auto source = find_scene(given);
  if (!source) return source.error();
  if (const auto scene = load_source(*source); !scene) return scene.error();
  const auto text = text_of(*source);
  if (!text) return text.error();
  const std::string name =
      source->is_built_in() ? source->name + ".toml" : fs::path(source->path).filename().string();
  return json_line({{"name", name}, {"text", *text}});
}

}  // namespace

int view_command(const ViewArgs& args) {
  if (args.port < 0 || args.port > 65535) {
    return fail({"", "--port", fmt::format("{}: must be from 0 to 65535", args.port)});
  }
  view::ServerOptions options{.port = args.port};
  if (!args.scene.empty()) {
    auto scene = read_scene(args.scene);
    if (!scene) return fail(scene.error());
    options.scene = *std::move(scene);
  }
  const auto site = find_site(args.site);
  if (!site) return fail(site.error());
  options.site = *site;
  const auto serve = load_view_server();
  if (!serve) return fail(serve.error(), internal_failure);
  options.hello = json_line({{"cuelab", version}, {"engines", engine_names()}});
  options.ready = [](const std::string& address) {
    print(fmt::format("viewer: {}  (Ctrl-C ends it)\n", address));
  };
  options.simulate = run_for_viewer;
  Error failure;
  (*serve)(&options, &failure);
  return fail(failure);
}

}  // namespace cuelab::cli
