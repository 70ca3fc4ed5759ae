#pragma once

#include <span>
#include <string>
#include <vector>

#include "cuelab/scene.hpp"

namespace cuelab::cli {

/// Where a scene comes from: a file, or the scenes that are built in.
struct SceneSource {
  std::string name{};  ///< file name without its ending
  std::string path{};  ///< "" if the scene is built in

  bool is_built_in() const { return path.empty(); }
  /// For messages: the path of a file, the name of a built-in scene.
  const std::string& label() const { return is_built_in() ? name : path; }
};

/// The scenes that can be called by name, sorted: the files in ./scenes, and the built-in ones
/// whose names are not among them.
std::vector<SceneSource> scene_sources();

/// The scene a user means: a file, or the bare name of one of `scene_sources`.
Result<SceneSource> find_scene(const std::string& given);

Result<Scene> load_source(const SceneSource& source, std::span<const std::string> overrides = {});

/// The scene as it is written, which may be invalid.
Result<std::string> text_of(const SceneSource& source);

}  // namespace cuelab::cli
