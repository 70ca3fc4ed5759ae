#include "cuelab/io.hpp"
#include "io/embedded_file.hpp"
#include "io/spelling.hpp"
#include "scene/text.hpp"

namespace cuelab {
namespace {

/// "break_9ball" of "scenes/break_9ball.toml".
std::string_view name_of(const EmbeddedFile& file) {
  const std::size_t begin = file.path.rfind('/') + 1;
  return file.path.substr(begin, file.path.rfind('.') - begin);
}

}  // namespace

std::vector<NamedScene> named_scenes() {
  std::vector<NamedScene> scenes;
  for (const EmbeddedFile& file : scene_files()) scenes.push_back({name_of(file), file.text});
  return scenes;
}

Result<Scene> load_named_scene(std::string_view name, std::span<const std::string> overrides) {
  std::vector<std::string> names;
  for (const NamedScene& scene : named_scenes()) {
    if (scene.name == name) {
      return parse_scene(scene.text, Format::toml, std::string(name), overrides);
    }
    names.emplace_back(scene.name);
  }
  const std::string near = nearest_word(name, names);
  return Error{
      .file = std::string(name),
      .key = "",
      .what = "no such scene" + (near.empty() ? "" : " (did you mean " + in_quotes(near) + "?)")};
}

}  // namespace cuelab
