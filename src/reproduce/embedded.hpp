#pragma once

#include <string_view>
#include <vector>

#include "io/embedded_file.hpp"

namespace cuelab::reproduction {

/// The files of experiments/.
const std::vector<EmbeddedFile>& embedded_files();

/// The text of a file of experiments/ or scenes/; throws std::logic_error if there is none.
std::string_view embedded_file(std::string_view path);

}  // namespace cuelab::reproduction
