#include <algorithm>
#include <charconv>
#include <vector>

#include "io/document.hpp"
#include "io/input_error.hpp"
#include "io/keys.hpp"
#include "io/nesting.hpp"
#include "scene/text.hpp"

namespace cuelab {
namespace {

using nlohmann::json;

/// "balls[0].position" as "balls.0.position".
std::string dotted(const std::string& path) {
  std::string text;
  for (std::size_t i = 0; i < path.size(); ++i) {
    if (path[i] != '[') {
      text += path[i];
      continue;
    }
    const std::size_t close = path.find(']', i);
    const bool closed =
        close != std::string::npos &&
        (close + 1 == path.size() || path[close + 1] == '.' || path[close + 1] == '[');
    if (!closed) refuse(path, "is malformed; an index is written as in balls[0].position");
    text += '.' + path.substr(i + 1, close - i - 1);
    i = close;
  }
  return text;
}

std::vector<std::string> split(std::string_view path) {
  std::vector<std::string> parts(1);
  for (const char c : path) {
    if (c == '.') {
      parts.emplace_back();
    } else {
      parts.back() += c;
    }
  }
  return parts;
}

/// The row of a key below a pattern, or nullptr.
const KeyRow* row_of(std::string_view pattern, std::string_view key) {
  for (const KeyRow* row : rows_below(pattern)) {
    if (leaf_of(row->path) == key) return row;
  }
  return nullptr;
}

/// An element of the list that `pattern` names, which may be missing.
json& element(json& list, std::string_view pattern, const std::string& index,
              const std::string& path) {
  const std::string name(pattern);
  std::size_t i = 0;
  const char* last = index.data() + index.size();
  const auto [end, failure] = std::from_chars(index.data(), last, i);
  if (failure != std::errc() || end != last) {
    refuse(path, in_quotes(index) + " is not an index; an element of " + name +
                     " is written as in " + name + "[0]");
  }
  const std::size_t count = list.size();
  if (count == 0) refuse(path, "the scene has no list " + name);
  if (i >= count) {
    refuse(path, "there is no element " + index + "; the scene's list " + name +
                     (count == 1 ? " has only element 0"
                                 : " has elements 0 to " + std::to_string(count - 1)));
  }
  return list[i];
}

/// The value in TOML syntax. Bare words are strings; for keys that take strings, so is everything
/// without quotes.
json value_of(std::string_view text, const KeyRow* row, const std::string& path) {
  const bool quoted = !text.empty() && (text.front() == '"' || text.front() == '\'');
  const bool wants_text = row != nullptr && (row->accepts & ~(kind::text | kind::name)) == 0;
  if (wants_text && !quoted) return std::string(text);
  if (auto value = parse_toml_value(text)) return *value;
  const bool bare = !text.empty() && text.find_first_of("\"'[]{}=#\n\r") == std::string_view::npos;
  if (!bare) refuse(path, "the value \"" + std::string(text) + "\" is not valid TOML");
  return std::string(text);
}

/// What a table or list that the file leaves out starts as.
json initial_value(const KeyRow* row) {
  if (row == nullptr) return json::object();
  if ((row->accepts & kind::tables) != 0) return json::array();
  const bool has_default = (row->accepts & kind::table) != 0 && row->fallback.starts_with('{');
  return has_default ? json::parse(row->fallback) : json::object();
}

/// After a new choice of law: removes the parameters of other laws.
void drop_other_choices(json& parent, std::string_view pattern, const KeyRow& chosen_row) {
  const std::string_view selector = leaf_of(chosen_row.path);
  const json& choice = parent[std::string(selector)];
  if (!choice.is_string() || !has_word(chosen_row.names, choice.get<std::string>())) return;
  std::vector<std::string> kept;
  std::vector<std::string> conditional;
  for (const KeyRow* row : rows_below(pattern)) {
    if (row->selector != selector) continue;
    auto& group = has_word(row->chosen, choice.get<std::string>()) ? kept : conditional;
    group.emplace_back(leaf_of(row->path));
  }
  for (const std::string& key : conditional) {
    if (std::find(kept.begin(), kept.end(), key) == kept.end()) parent.erase(key);
  }
}

}  // namespace

void apply_override(json& document, std::string_view assignment) {
  const auto equals = assignment.find('=');
  const std::string path(assignment.substr(0, equals));
  if (equals == std::string_view::npos || path.empty()) {
    refuse("", "override \"" + std::string(assignment) + "\" must have the form key.path=value");
  }

  // walk down to the parent, making the tables that the file leaves out
  const std::vector<std::string> parts = split(dotted(path));
  if (parts.size() > max_depth) refuse_nesting();
  json* node = &document;
  std::string pattern;
  for (std::size_t i = 0; i + 1 < parts.size(); ++i) {
    if (node->is_array()) {
      node = &element(*node, pattern, parts[i], path);
      pattern += "[]";
      continue;
    }
    if (!node->is_object()) refuse(path, "goes through " + shown(*node) + ", which is not a table");
    const KeyRow* row = row_of(pattern, parts[i]);
    if (!node->contains(parts[i])) (*node)[parts[i]] = initial_value(row);
    node = &(*node)[parts[i]];
    pattern += (pattern.empty() ? "" : ".") + parts[i];
  }

  const std::string& key = parts.back();
  const std::string_view text = assignment.substr(equals + 1);
  if (node->is_array()) {
    element(*node, pattern, key, path) = value_of(text, nullptr, path);
    return;
  }
  if (!node->is_object()) refuse(path, "goes through " + shown(*node) + ", which is not a table");
  const KeyRow* row = row_of(pattern, key);
  (*node)[key] = value_of(text, row, path);
  if (row != nullptr) drop_other_choices(*node, pattern, *row);
}

}  // namespace cuelab
