#include "scene_files.hpp"

#include <fmt/format.h>

#include <filesystem>
#include <fstream>
#include <iterator>
#include <map>
#include <set>

#include "console.hpp"
#include "cuelab/io.hpp"

namespace cuelab::cli {
namespace {

namespace fs = std::filesystem;

bool is_scene_file(const fs::path& path) {
  return path.extension() == ".toml" || path.extension() == ".json";
}

/// A word that cannot be a path.
bool is_bare(const std::string& given) {
  return given.find('/') == std::string::npos && !is_scene_file(given);
}

}  // namespace

std::vector<SceneSource> scene_sources() {
  // sorted, so that of x.json and x.toml it is always the same one
  std::set<std::string> files;
  std::error_code ignored;
  for (const fs::directory_entry& entry : fs::directory_iterator("scenes", ignored)) {
    if (is_scene_file(entry.path())) files.insert(entry.path().string());
  }
  std::map<std::string, SceneSource> by_name;
  for (const std::string& file : files) {
    const std::string name = fs::path(file).stem().string();
    by_name.emplace(name, SceneSource{name, file});
  }
  for (const NamedScene& scene : named_scenes()) {
    const std::string name(scene.name);
    by_name.emplace(name, SceneSource{.name = name});
  }
  std::vector<SceneSource> sources;
  sources.reserve(by_name.size());
  for (const auto& [name, source] : by_name) sources.push_back(source);
  return sources;
}

Result<SceneSource> find_scene(const std::string& given) {
  std::error_code ignored;
  if (fs::is_directory(given, ignored)) {
    return Error{given, "", "is a directory; give a scene file (.toml or .json)"};
  }
  if (fs::exists(given, ignored)) return SceneSource{fs::path(given).stem().string(), given};
  if (!is_bare(given)) {
    return Error{given, "", "no such file; give a scene file (.toml or .json)"};
  }
  std::vector<std::string> names;
  for (const SceneSource& source : scene_sources()) {
    if (source.name == given) return source;
    names.push_back(source.name);
  }
  return Error{given, "",
               fmt::format("no such file or named scene{}; cuelab scenes lists them",
                           suggestion(given, names))};
}

Result<Scene> load_source(const SceneSource& source, std::span<const std::string> overrides) {
  return source.is_built_in() ? load_named_scene(source.name, overrides)
                              : load_scene(source.path, overrides);
}

Result<std::string> text_of(const SceneSource& source) {
  for (const NamedScene& scene : named_scenes()) {
    if (source.is_built_in() && scene.name == source.name) return std::string(scene.text);
  }
  std::ifstream file(source.path, std::ios::binary);
  if (!file) return Error{source.path, "", "cannot be read"};
  return std::string(std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>());
}

}  // namespace cuelab::cli
