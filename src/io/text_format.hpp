#pragma once

#include <nlohmann/json.hpp>
#include <string>

namespace cuelab {

/// A document as JSON on one line, or indented. Numbers in the shortest form that reads back to
/// the same double; what is not finite becomes null.
std::string to_json(const nlohmann::ordered_json& document);
std::string to_indented_json(const nlohmann::ordered_json& document);

/// A document of tables, lists of tables and values as TOML.
std::string to_toml(const nlohmann::ordered_json& document);

}  // namespace cuelab
