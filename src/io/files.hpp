#pragma once

#include <cstddef>
#include <string>

namespace cuelab {

/// The contents of a file, at most `limit` + 1 bytes of it. Throws `InputError`.
std::string read_file(const std::string& path, std::size_t limit);

}  // namespace cuelab
