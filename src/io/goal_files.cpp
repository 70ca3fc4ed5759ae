#include <filesystem>

#include "cuelab/goal_file.hpp"
#include "io/embedded_file.hpp"
#include "io/files.hpp"
#include "io/goal_reader.hpp"
#include "io/input_error.hpp"
#include "io/text_format.hpp"

namespace cuelab {
namespace {

Result<Scene> find_scene(const std::string& scene, const std::string& file) {
  const bool is_path = scene.ends_with(".toml") || scene.ends_with(".json");
  return is_path ? load_scene((std::filesystem::path(file).parent_path() / scene).string())
                 : load_named_scene(scene);
}

}  // namespace

Result<GoalFile> parse_goal(std::string_view text, Format format, const std::string& name) {
  return parse_goal(text, format, name, find_scene);
}

Result<GoalFile> load_goal(const std::string& path) {
  const auto text = guarded({path}, [&] { return read_file(path, max_scene_bytes); });
  if (!text) return text.error();
  return parse_goal(*text, format_of(path, *text), path);
}

std::vector<NamedScene> named_goals() {
  std::vector<NamedScene> goals;
  for (const EmbeddedFile& file : goal_files()) {
    const std::size_t begin = file.path.rfind('/') + 1;
    goals.push_back({file.path.substr(begin, file.path.rfind('.') - begin), file.text});
  }
  return goals;
}

}  // namespace cuelab
