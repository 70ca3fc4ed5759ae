#pragma once

#include <string_view>
#include <vector>

namespace cuelab::draw {

/// A file of src/draw/replay that the library carries inside (cmake/embed.cmake).
struct EmbeddedFile {
  std::string_view path;
  std::string_view text;
};
const std::vector<EmbeddedFile>& replay_files();

}  // namespace cuelab::draw
