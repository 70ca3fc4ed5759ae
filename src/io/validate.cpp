#include "io/validate.hpp"

#include <algorithm>
#include <cmath>

#include "io/document.hpp"
#include "io/input_error.hpp"
#include "io/keys.hpp"
#include "scene/text.hpp"

namespace cuelab {
namespace {

using nlohmann::json;

/// Longer texts are refused: ids and names appear in tables, pictures and every event.
constexpr std::size_t longest_text = 200;

std::string below(const std::string& path, std::string_view key) {
  return path.empty() ? std::string(key) : path + '.' + std::string(key);
}

/// The value of a sibling key, or its default; "" if the value is not one of the key's names, which
/// is an error of that key.
std::string choice_of(const json& object, std::string_view pattern, std::string_view selector) {
  const auto found = object.find(std::string(selector));
  for (const KeyRow* row : rows_below(pattern)) {
    if (leaf_of(row->path) != selector) continue;
    if (found != object.end()) {
      const std::string given = found->is_string() ? found->get<std::string>() : "";
      return has_word(row->names, given) ? given : "";
    }
    if (!row->fallback.empty()) return json::parse(row->fallback).get<std::string>();
  }
  return "";
}

bool applies(const KeyRow& row, const json& object, std::string_view pattern) {
  if (row.selector.empty()) return true;
  const std::string choice = choice_of(object, pattern, row.selector);
  return choice.empty() || has_word(row.chosen, choice);
}

bool is_whole(const json& value) {
  if (value.is_number_integer()) return true;
  return value.is_number_float() && std::floor(value.get<double>()) == value.get<double>();
}

bool number_fits(const KeyRow& row, const json& value) {
  if ((row.accepts & (kind::number | kind::integer)) == 0 || !value.is_number()) return false;
  if ((row.accepts & kind::number) == 0 && !is_whole(value)) return false;
  return row.range.contains(value.get<double>());
}

bool text_fits(const KeyRow& row, const json& value) {
  if (!value.is_string()) return false;
  const auto& text = value.get_ref<const std::string&>();
  if ((row.accepts & kind::name) != 0 && has_word(row.names, text)) return true;
  return (row.accepts & kind::text) != 0;
}

bool vector_fits(const KeyRow& row, const json& value) {
  if (!value.is_array()) return false;
  const bool size_fits = (value.size() == 2 && (row.accepts & kind::pair) != 0) ||
                         (value.size() == 3 && (row.accepts & kind::triple) != 0);
  if (!size_fits) return false;
  for (const json& component : value) {
    if (!component.is_number() || !row.range.contains(component.get<double>())) return false;
  }
  return true;
}

/// Ids must be printable and short; titles may be empty.
void check_text(const KeyRow& row, const json& value, const std::string& path) {
  const auto& text = value.get_ref<const std::string&>();
  if (text.size() > longest_text) {
    refuse(path, "has " + std::to_string(text.size()) + " characters, must have at most " +
                     std::to_string(longest_text));
  }
  for (const char c : text) {
    if (static_cast<unsigned char>(c) < 0x20U || c == 0x7f) {
      refuse(path, "is " + shown(value) + ", must not contain control characters");
    }
  }
  const bool is_title = row.path == "name" || row.path == std::string(study_root) + ".name" ||
                        row.path == std::string(goal_root) + ".name";
  if (text.empty() && !is_title) refuse(path, "is \"\", must not be empty");
}

/// A list of numbers and strings, or of lists of them.
bool list_fits(const KeyRow& row, const json& value) {
  const auto is_plain = [](const json& x) {
    return x.is_string() || (x.is_number() && std::isfinite(x.get<double>()));
  };
  const auto all = [](const json& list, const auto& fits) {
    return list.is_array() && std::ranges::all_of(list, fits);
  };
  const auto is_list = [&](const json& x) { return all(x, is_plain); };
  return ((row.accepts & kind::list) != 0 && is_list(value)) ||
         ((row.accepts & kind::rows) != 0 && all(value, is_list));
}

void check_count(const KeyRow& row, const json& list, const std::string& path) {
  if (static_cast<double>(list.size()) <= row.range.max) return;
  refuse(path, "there are " + std::to_string(list.size()) + ", must be at most " +
                   number_text(row.range.max));
}

void check_object(const json& object, const std::string& pattern, const std::string& path);

void check_value(const KeyRow& row, const json& value, const std::string& path) {
  if ((row.accepts & kind::table) != 0 && value.is_object()) {
    check_object(value, row.path, path);
    return;
  }
  if ((row.accepts & kind::tables) != 0 && value.is_array()) {
    check_count(row, value, path);
    for (std::size_t i = 0; i < value.size(); ++i) {
      const std::string at = path + '.' + std::to_string(i);
      if (!value[i].is_object()) refuse(at, "is " + shown(value[i]) + ", must be a table");
      check_object(value[i], row.path + "[]", at);
    }
    return;
  }
  if (text_fits(row, value)) {
    if ((row.accepts & kind::text) != 0) check_text(row, value, path);
    return;
  }
  if (list_fits(row, value)) return check_count(row, value, path);
  if ((row.accepts & kind::flag) != 0 && value.is_boolean()) return;
  if (number_fits(row, value) || vector_fits(row, value)) return;
  if (value.is_null()) refuse(path, "has an unsupported type, must be " + expected_text(row));
  const bool out_of_range = value.is_number() && (row.accepts & kind::number) != 0;
  refuse(path, "is " + shown(value) + ", must be " +
                   (out_of_range ? allowed_text(row) : expected_text(row)));
}

[[noreturn]] void refuse_unknown(const std::string& pattern, const std::string& key,
                                 const std::string& path) {
  const std::string shown_path = key.size() > longest_text ? "..." : path;
  const std::string near = nearest_key(pattern, key);
  if (!near.empty()) refuse(shown_path, "unknown key, did you mean " + in_quotes(near) + "?");
  std::string available;
  for (const std::string& known : keys_below(pattern)) {
    available += (available.empty() ? "" : ", ") + known;
  }
  refuse(shown_path, "unknown key; available: " + available);
}

/// The row that governs a key here: of several with the same path, the one the law chooses.
const KeyRow& governing_row(const json& object, const std::string& pattern, const std::string& key,
                            const std::string& path) {
  const KeyRow* other = nullptr;
  std::string where;
  for (const KeyRow* row : rows_below(pattern)) {
    if (leaf_of(row->path) != key) continue;
    if (applies(*row, object, pattern)) return *row;
    other = row;
    where += (where.empty() ? "" : ", ") + listed(row->chosen);
  }
  if (other == nullptr) {
    refuse_unknown(pattern, key, path);
  }
  const std::string choice = choice_of(object, pattern, other->selector);
  refuse(path, "is " + shown(object[key]) + ", but " + std::string(other->selector) + " " +
                   in_quotes(choice) + " has no such key, only " + where);
}

void check_object(const json& object, const std::string& pattern, const std::string& path) {
  const auto decides = [&](const std::string& key) {
    return std::ranges::any_of(rows_below(pattern),
                               [&](const KeyRow* row) { return row->selector == key; });
  };
  // first the keys that decide which others there are
  for (const bool first : {true, false}) {
    for (const auto& [key, value] : object.items()) {
      if (decides(key) != first) continue;
      const std::string at = below(path, key);
      check_value(governing_row(object, pattern, key, at), value, at);
    }
  }
  for (const KeyRow* row : rows_below(pattern)) {
    const std::string key(leaf_of(row->path));
    if (row->required && applies(*row, object, pattern) && !object.contains(key)) {
      refuse(below(path, key), "is missing, must be " + expected_text(*row));
    }
  }
}

void fill_object(json& object, const std::string& pattern) {
  for (const KeyRow* row : rows_below(pattern)) {
    if (!applies(*row, object, pattern)) continue;
    const std::string key(leaf_of(row->path));
    const bool fills = !row->fallback.empty() && !row->by_reader;
    if (fills && !object.contains(key)) object[key] = json::parse(row->fallback);
    const auto found = object.find(key);
    if (found == object.end()) continue;
    if (found->is_object()) fill_object(*found, row->path);
    if (found->is_array() && (row->accepts & kind::tables) != 0) {
      for (json& element : *found) fill_object(element, row->path + "[]");
    }
  }
}

/// Whether the engine reads the key. The smooth engine reads the cloth's law unless it has a
/// friction law of its own.
bool concerns(const KeyRow& row, const json& document) {
  const json& engine = document.at("run").at("engine");
  if (engine == "event") return !row.path.starts_with("smooth.");
  const bool has_own = document.at("smooth").at("ball_cloth").contains("friction");
  return engine != "smooth" || !row.path.starts_with("physics.") || !has_own;
}

}  // namespace

void validate(const json& document) {
  if (!document.is_object()) refuse("", "is " + shown(document) + ", must be a table of keys");
  // cheap checks first: a file with a million balls must not take long to refuse
  const auto balls = document.find("balls");
  if (balls != document.end() && balls->is_array()) {
    for (const KeyRow* row : rows_below("")) {
      if (row->path == "balls") check_count(*row, *balls, "balls");
    }
  }
  check_object(document, "", "");
}

void validate_study(const json& document) {
  if (!document.is_object()) refuse("", "is " + shown(document) + ", must be a table of keys");
  check_object(document, std::string(study_root), "");
}

void fill_study_defaults(json& document) { fill_object(document, std::string(study_root)); }

void validate_goal(const json& document) {
  if (!document.is_object()) refuse("", "is " + shown(document) + ", must be a table of keys");
  check_object(document, std::string(goal_root), "");
}

void fill_goal_defaults(json& document) {
  // the scene is filled by its own reader
  json scene = document.at("scene");
  document["scene"] = "";
  fill_object(document, std::string(goal_root));
  document["scene"] = std::move(scene);
}

void fill_defaults(json& document) {
  // in a rack several contacts act at once
  const bool names_engine = document.contains("run") && document.at("run").contains("engine");
  if (document.contains("rack") && !names_engine) document["run"]["engine"] = "hybrid";
  fill_object(document, "");
}

std::string find_not_built(const json& document) {
  for (const KeyRow& row : key_rows()) {
    if (row.not_built.empty() || !concerns(row, document)) continue;
    const json* node = &document;
    for (std::string_view rest = row.path; node != nullptr && !rest.empty();) {
      const std::size_t end = std::min(rest.find('.'), rest.size());
      const auto found = node->find(std::string(rest.substr(0, end)));
      node = found == node->end() ? nullptr : &*found;
      rest.remove_prefix(std::min(end + 1, rest.size()));
    }
    if (node == nullptr || !node->is_string()) continue;
    const auto choice = node->get<std::string>();
    if (!has_word(row.not_built, choice)) continue;
    std::string available;
    for (const std::string_view word : words(row.names)) {
      if (!has_word(row.not_built, word)) {
        available += (available.empty() ? "" : ", ") + std::string(word);
      }
    }
    return row.path + ": " + in_quotes(choice) + " is not built yet; available: " + available;
  }
  return "";
}

}  // namespace cuelab
