#include "cuelab/compare.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>

#include "commands.hpp"
#include "comparison.hpp"
#include "console.hpp"
#include "cuelab/draw.hpp"
#include "engine_choice.hpp"
#include "output_files.hpp"
#include "scene_files.hpp"

namespace cuelab::cli {
namespace {

constexpr int picture_pixels = 1600;  ///< width of a PNG

/// All engines but the stepped one, which is for comparison with other programs.
std::vector<std::string> default_engines() {
  std::vector<std::string> names = engine_names();
  std::erase(names, name_of(Engine::stepped));
  return names;
}

Result<std::vector<std::string>> parse_engines(const std::string& text) {
  if (text.empty()) return default_engines();
  std::vector<std::string> names;
  for (std::size_t begin = 0; begin <= text.size();) {
    const std::size_t end = std::min(text.find(',', begin), text.size());
    const std::string name = text.substr(begin, end - begin);
    if (name.empty()) {
      return Error{"", "--engines", fmt::format("\"{}\": give names separated by commas", text)};
    }
    if (auto fault = find_engine_fault(name, "--engines")) return *std::move(fault);
    if (std::ranges::find(names, name) != names.end()) {
      return Error{"", "--engines", fmt::format("names \"{}\" twice", name)};
    }
    names.push_back(name);
    begin = end + 1;
  }
  if (names.size() > 1) return names;
  return Error{"", "--engines",
               fmt::format("\"{}\" is only one; give at least two of {}", text,
                           fmt::join(engine_names(), ", "))};
}

/// The scene once per engine.
Result<std::vector<Scene>> load_scenes(const SceneSource& source,
                                       const std::vector<std::string>& engines,
                                       const CompareArgs& args) {
  const auto t_max = parse_t_max(args.t_max);
  if (!t_max) return t_max.error();
  std::vector<Scene> scenes;
  for (const std::string& engine : engines) {
    auto scene = load_for_run(source, engine, args.overrides);
    if (!scene) return scene.error();
    scene->run.t_max = t_max->value_or(scene->run.t_max);
    scenes.push_back(*std::move(scene));
  }
  if (args.sensitivity && !scenes.front().shot) {
    return Error{source.label(), "--sensitivity", "the scene has no [shot] to change"};
  }
  return scenes;
}

std::string picture_of(const Comparison& comparison) {
  std::vector<NamedRun> runs;
  for (const ComparedRun& run : comparison.runs) {
    runs.push_back({std::string(run.name()), run.run.trajectory});
  }
  return draw_comparison(comparison.runs.front().scene, runs);
}

}  // namespace

int compare_command(const CompareArgs& args, const Verbosity& verbosity) {
  // check all arguments before computing anything
  const auto source = find_scene(args.scene);
  if (!source) return fail(source.error());
  const auto engines = parse_engines(args.engines);
  if (!engines) return fail(engines.error());
  if (const auto fault = find_output_fault("--out", args.out, ".svg, .png, .pdf", source->path)) {
    return fail(*fault);
  }
  const auto module = args.out.empty()
                          ? Result<const film::Module*>(nullptr)
                          : module_for(std::filesystem::path(args.out).extension(), ".svg");
  if (!module) return fail(module.error());
  auto scenes = load_scenes(*source, *engines, args);
  if (!scenes) return fail(scenes.error());

  const bool quiet = verbosity.quiet;
  auto comparison = compare_engines(*std::move(scenes), source->label(), quiet);
  if (!comparison) return fail(comparison.error(), exit_code_of(comparison.error()));
  if (args.sensitivity) {
    const auto fault = add_sensitivities(*comparison, source->label(), quiet);
    if (fault) return fail(*fault, exit_code_of(*fault));
  }
  if (!args.out.empty()) {
    const auto saved = save_picture(args.out, picture_of(*comparison), picture_pixels, *module);
    if (!saved) return fail(saved.error());
  }
  if (args.json) return print(json_line(comparison_document(*comparison)) + "\n");
  if (quiet) return print(comparison_lines(*comparison));
  const std::string file = source->is_built_in() ? source->name + " (built in)" : source->path;
  return print(comparison_text(*comparison, file) +
               (args.out.empty() ? "" : fmt::format("wrote {}\n", args.out)));
}

}  // namespace cuelab::cli
