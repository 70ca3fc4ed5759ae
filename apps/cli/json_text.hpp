#pragma once

#include <nlohmann/json.hpp>
#include <string>

namespace cuelab::cli {

using Json = nlohmann::ordered_json;

/// A document as text with a newline at its end; bytes that are not UTF-8 are replaced.
inline std::string json_text(const Json& document) {
  return document.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

}  // namespace cuelab::cli
