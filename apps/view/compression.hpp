#pragma once

#include <string>
#include <string_view>

namespace cuelab::view {

/// Whether an Accept-Encoding header allows gzip.
bool accepts_gzip(std::string_view header);

/// The text as a gzip file; "" when zlib fails.
std::string gzip(const std::string& text);

}  // namespace cuelab::view
