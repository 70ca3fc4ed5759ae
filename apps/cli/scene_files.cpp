#include "scene_files.hpp"

#include <fmt/format.h>

#include <filesystem>
#include <map>
#include <set>

#include "console.hpp"

namespace cuelab::cli {
namespace {

namespace fs = std::filesystem;

bool is_scene_file(const fs::path& path) {
  return path.extension() == ".toml" || path.extension() == ".json";
}

/// Where named scenes live: the working folder, the installation, the source tree of a build.
std::vector<fs::path> scene_folders() {
  std::vector<fs::path> folders{"scenes"};
  std::error_code ignored;
  const fs::path program = fs::read_symlink("/proc/self/exe", ignored);
  if (!program.empty()) {
    const fs::path above = program.parent_path().parent_path();
    folders.push_back(above / "share" / "cuelab" / "scenes");
    folders.push_back(above / "scenes");
  }
  return folders;
}

/// A word that cannot be a path.
bool is_bare(const std::string& given) {
  return given.find('/') == std::string::npos && !is_scene_file(given);
}

}  // namespace

std::vector<NamedScene> named_scenes() {
  std::map<std::string, std::string> by_name;
  for (const fs::path& folder : scene_folders()) {
    // sorted, so that of x.json and x.toml it is always the same one
    std::set<std::string> files;
    std::error_code ignored;
    for (const fs::directory_entry& entry : fs::directory_iterator(folder, ignored)) {
      if (is_scene_file(entry.path())) files.insert(entry.path().string());
    }
    for (const std::string& file : files) by_name.emplace(fs::path(file).stem().string(), file);
  }
  std::vector<NamedScene> scenes;
  scenes.reserve(by_name.size());
  for (const auto& [name, path] : by_name) scenes.push_back({name, path});
  return scenes;
}

Result<std::string> find_scene(const std::string& given) {
  std::error_code ignored;
  if (fs::is_directory(given, ignored)) {
    return Error{given, "", "is a directory; give a scene file (.toml or .json)"};
  }
  if (fs::exists(given, ignored)) return given;
  if (!is_bare(given)) {
    return Error{given, "", "no such file; give a scene file (.toml or .json)"};
  }
  std::vector<std::string> names;
  for (const NamedScene& scene : named_scenes()) {
    if (scene.name == given) return scene.path;
    names.push_back(scene.name);
  }
  return Error{given, "",
               fmt::format("no such file or named scene{}; cuelab scenes lists them",
                           suggestion(given, names))};
}

}  // namespace cuelab::cli
