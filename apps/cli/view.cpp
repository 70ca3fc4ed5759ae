#include <fmt/format.h>

#include <filesystem>
#include <fstream>
#include <iterator>

#include "command.hpp"
#include "console.hpp"
#include "cuelab/io.hpp"
#include "scene_files.hpp"
#include "view_server.hpp"

namespace cuelab::cli {
namespace {

namespace fs = std::filesystem;

constexpr const char* examples = R"(Examples:
  cuelab view                       the viewer with its gallery
  cuelab view break_9ball           opens with a scene
  cuelab view shot.toml --port 9000

The address works on this machine only.)";

struct Args {
  std::string scene;
  std::string site;
  int port = 0;
};

/// The viewer's files: in the build folder, or installed.
Result<fs::path> find_site(const std::string& given) {
  std::error_code ignored;
  if (!given.empty()) {
    if (fs::exists(fs::path(given) / "index.html", ignored)) return fs::path(given);
    return Error{"", "--site", fmt::format("\"{}\" has no index.html", given)};
  }
  const fs::path folder = fs::read_symlink("/proc/self/exe", ignored).parent_path();
  for (const fs::path& site : {folder / "web", folder.parent_path() / "share/cuelab/web"}) {
    if (fs::exists(site / "index.html", ignored)) return site;
  }
  return Error{"", "--site", "the viewer's files are not there; make web builds them"};
}

/// The scene file's text, if it is a good one.
Result<SceneText> read_scene(const std::string& given) {
  const auto path = find_scene(given);
  if (!path) return path.error();
  if (const auto scene = load_scene(*path); !scene) return scene.error();
  std::ifstream file(*path, std::ios::binary);
  return SceneText{fs::path(*path).filename().string(),
                   {std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()}};
}

int view(const Args& args) {
  if (args.port < 0 || args.port > 65535) {
    return fail({"", "--port", fmt::format("{}: must be from 0 to 65535", args.port)});
  }
  ViewOptions options{.site = {}, .scene = {}, .port = args.port};
  if (!args.scene.empty()) {
    auto scene = read_scene(args.scene);
    if (!scene) return fail(scene.error());
    options.scene = *std::move(scene);
  }
  const auto site = find_site(args.site);
  if (!site) return fail(site.error());
  options.site = *site;
  return fail(serve_viewer(options));
}

}  // namespace

void add_view(CLI::App& app, Context& context) {
  auto args = std::make_shared<Args>();
  CLI::App* command = add_command(app, context, "view", "serve the web viewer on this machine");
  command->add_option("SCENE", args->scene, "scene file or name to open with")->option_text(" ");
  takes(command->add_option("--port", args->port, "port; 0 takes any free one (default)"), "N");
  takes(command->add_option("--site", args->site, "folder of the viewer's files"), "DIR");
  command->footer(examples);
  command->callback([args, &context] { context.run = [args] { return view(*args); }; });
}

}  // namespace cuelab::cli
