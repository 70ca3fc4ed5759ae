#include <algorithm>
#include <charconv>
#include <vector>

#include "io/document.hpp"
#include "io/input_error.hpp"
#include "io/keys.hpp"

namespace cuelab {
namespace {

using nlohmann::json;

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

json& element(json& list, const std::string& index, const std::string& path) {
  std::size_t i = 0;
  const auto [end, failure] = std::from_chars(index.data(), index.data() + index.size(), i);
  if (failure != std::errc() || end != index.data() + index.size() || i >= list.size()) {
    refuse(path, "is no element; there are " + std::to_string(list.size()) + ", counted from 0");
  }
  return list[i];
}

/// Bare words are texts; where a text is wanted, so is everything without quotes.
json value_of(std::string_view text, const KeyRow* row, const std::string& path) {
  const bool quoted = !text.empty() && (text.front() == '"' || text.front() == '\'');
  const bool wants_text = row != nullptr && (row->accepts & ~(kind::text | kind::name)) == 0;
  if (wants_text && !quoted) return std::string(text);
  if (auto value = parse_toml_value(text)) return *value;
  const bool bare = !text.empty() && text.find_first_of("\"'[]{}=#\n\r") == std::string_view::npos;
  if (!bare) refuse(path, "the value \"" + std::string(text) + "\" is not TOML");
  return std::string(text);
}

/// After a new choice of law: parameters other laws have do not apply any more.
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
  const std::vector<std::string> parts = split(path);
  json* node = &document;
  std::string pattern;
  for (std::size_t i = 0; i + 1 < parts.size(); ++i) {
    if (node->is_array()) {
      node = &element(*node, parts[i], path);
      pattern += "[]";
      continue;
    }
    if (!node->is_object()) refuse(path, "leads into " + shown(*node) + ", which is no table");
    const KeyRow* row = row_of(pattern, parts[i]);
    if (!node->contains(parts[i])) {
      const bool filled = row != nullptr && (row->accepts & kind::table) != 0 &&
                          !row->fallback.empty() && row->fallback.front() == '{';
      (*node)[parts[i]] = filled ? json::parse(row->fallback) : json::object();
    }
    node = &(*node)[parts[i]];
    pattern += (pattern.empty() ? "" : ".") + parts[i];
  }

  const std::string& key = parts.back();
  const std::string_view text = assignment.substr(equals + 1);
  if (node->is_array()) {
    element(*node, key, path) = value_of(text, nullptr, path);
    return;
  }
  if (!node->is_object()) refuse(path, "leads into " + shown(*node) + ", which is no table");
  const KeyRow* row = row_of(pattern, key);
  (*node)[key] = value_of(text, row, path);
  if (row != nullptr) drop_other_choices(*node, pattern, *row);
}

}  // namespace cuelab
