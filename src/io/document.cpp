#include "io/document.hpp"

#include <fmt/format.h>
#include <toml++/toml.h>

#include <cmath>
#include <set>
#include <vector>

#include "io/input_error.hpp"
#include "io/nesting.hpp"
#include "scene/text.hpp"

namespace cuelab {
namespace {

using nlohmann::json;

json from_toml(const toml::node& node) {
  if (const auto* table = node.as_table()) {
    json object = json::object();
    for (const auto& [key, value] : *table) object[std::string(key.str())] = from_toml(value);
    return object;
  }
  if (const auto* array = node.as_array()) {
    json list = json::array();
    for (const toml::node& value : *array) list.push_back(from_toml(value));
    return list;
  }
  if (const auto* value = node.as_string()) return value->get();
  if (const auto* value = node.as_integer()) return value->get();
  if (const auto* value = node.as_floating_point()) return value->get();
  if (const auto* value = node.as_boolean()) return value->get();
  return nullptr;  // dates and times, which no key takes
}

json parse_toml(std::string_view text) {
  check_toml_nesting(text);
  try {
    return from_toml(toml::parse(text));
  } catch (const toml::parse_error& error) {
    const auto& at = error.source().begin;
    refuse("", fmt::format("line {}, column {}: {}", at.line, at.column, error.description()));
  }
}

}  // namespace

json parse_json_text(std::string_view text) {
  // refuse what the library lets pass: duplicate keys and endless nesting
  std::vector<std::set<std::string>> open_objects;
  const auto guard = [&](int depth, json::parse_event_t event, json& parsed) {
    if (depth > max_depth) refuse_nesting();
    if (event == json::parse_event_t::object_start) open_objects.emplace_back();
    if (event == json::parse_event_t::object_end) open_objects.pop_back();
    if (event == json::parse_event_t::key &&
        !open_objects.back().insert(parsed.get<std::string>()).second) {
      refuse(parsed.get<std::string>(), "the key is given twice");
    }
    return true;
  };
  try {
    return json::parse(text, guard);
  } catch (const json::parse_error& error) {
    // "[json.exception.parse_error.101] parse error at line 1, column 2: ..."
    const std::string what = error.what();
    const auto at = what.find("at line ");
    refuse("", at == std::string::npos ? what : what.substr(at + 3));
  } catch (const json::exception& error) {
    const std::string what = error.what();
    refuse("", what.substr(what.find("] ") + 2));
  }
}

json parse_document(std::string_view text, Format format) {
  if (text.size() > max_scene_bytes) {
    refuse("", fmt::format("is larger than {} MB; a scene may hold at most {} balls",
                           max_scene_bytes / 1'000'000, max_balls));
  }
  return format == Format::json ? parse_json_text(text) : parse_toml(text);
}

std::optional<json> parse_toml_value(std::string_view text) {
  check_toml_nesting(text);
  try {
    const toml::table table = toml::parse("value = " + std::string(text));
    if (table.size() != 1) return std::nullopt;
    return from_toml(*table.get("value"));
  } catch (const toml::parse_error&) {
    return std::nullopt;
  }
}

std::string shown(const json& value) {
  constexpr std::size_t longest = 60;
  if (value.is_number_float()) return number_text(value.get<double>());
  std::string text = value.dump(-1, ' ', false, json::error_handler_t::replace);
  if (text.size() > longest) text = text.substr(0, longest) + "...";
  return text;
}

}  // namespace cuelab
