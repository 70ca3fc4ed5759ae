#pragma once

#include <string_view>
#include <vector>

namespace cuelab::study {

/// A file of the source tree that the library carries inside (cmake/embed.cmake).
struct EmbeddedFile {
  std::string_view path;  ///< "experiments/restitution/expected.toml"
  std::string_view text;
};

const std::vector<EmbeddedFile>& embedded_files();

/// The text of one; throws std::logic_error when there is none.
std::string_view embedded_file(std::string_view path);

}  // namespace cuelab::study
