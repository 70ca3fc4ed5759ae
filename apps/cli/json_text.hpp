#pragma once

#include <nlohmann/json.hpp>
#include <string>

namespace cuelab::cli {

using Json = nlohmann::ordered_json;

// A document as text; bytes that are not UTF-8 are replaced.

/// Indented, with a newline at its end.
inline std::string json_text(const Json& document) {
  return document.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

/// On one line.
inline std::string json_line(const Json& document) {
  return document.dump(-1, ' ', false, Json::error_handler_t::replace);
}

}  // namespace cuelab::cli
