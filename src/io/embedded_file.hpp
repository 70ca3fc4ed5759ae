#pragma once

#include <string_view>
#include <vector>

namespace cuelab {

/// A file of the source tree embedded in the library (cmake/embed.cmake).
struct EmbeddedFile {
  std::string_view path;  ///< "scenes/break_9ball.toml"
  std::string_view text;
};

/// The files of scenes/, sorted by path.
const std::vector<EmbeddedFile>& scene_files();
/// The files of goals/, sorted by path.
const std::vector<EmbeddedFile>& goal_files();

}  // namespace cuelab
