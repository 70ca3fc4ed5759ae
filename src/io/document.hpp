#pragma once

#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <string_view>

#include "cuelab/io.hpp"

namespace cuelab {

/// The largest scene file read, 4 MB: 1024 balls with every key take a tenth of it.
inline constexpr std::size_t max_scene_bytes = 4'000'000;

/// Text in TOML or JSON as one generic document. Throws `InputError`: syntax errors with line and
/// column, duplicate keys, nesting too deep, too large.
nlohmann::json parse_document(std::string_view text, Format format);

/// The same for JSON of any size.
nlohmann::json parse_json_text(std::string_view text);

/// One value in TOML syntax, or nothing.
std::optional<nlohmann::json> parse_toml_value(std::string_view text);

/// Applies one override, "key.path=value". Tables on the way that the document leaves out are
/// filled with their defaults first; a new law keeps only the parameters it has. Throws
/// `InputError`.
void apply_override(nlohmann::json& document, std::string_view assignment);

inline double number_at(const nlohmann::json& table, const char* key) {
  return table.at(key).get<double>();
}

inline Vec3 triple_of(const nlohmann::json& list) {
  return {list.at(0).get<double>(), list.at(1).get<double>(), list.at(2).get<double>()};
}

/// A value as people write it, shortened, on one line.
std::string shown(const nlohmann::json& value);

}  // namespace cuelab
