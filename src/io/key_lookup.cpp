#include <algorithm>
#include <array>
#include <map>

#include "cuelab/io.hpp"
#include "io/keys.hpp"
#include "io/spelling.hpp"
#include "scene/text.hpp"

namespace cuelab {
namespace {

std::string_view parent_of(std::string_view path) {
  const auto dot = path.rfind('.');
  return dot == std::string_view::npos ? std::string_view{} : path.substr(0, dot);
}

using Children = std::map<std::string, std::vector<const KeyRow*>, std::less<>>;

Children make_children() {
  Children children;
  for (const auto* rows : {&key_rows(), &study_rows(), &goal_rows()}) {
    for (const KeyRow& row : *rows) children[std::string(parent_of(row.path))].push_back(&row);
  }
  // the scene of a study or a goal may be written into it
  for (const std::string_view root : {study_root, goal_root}) {
    children[std::string(root) + ".scene"] = children[""];
  }
  return children;
}

/// Other words of the field for a key.
struct Synonym {
  std::string_view key;
  std::string_view words;
};
constexpr std::array synonyms{
    Synonym{"side", "english sidespin spin"},
    Synonym{"height", "follow draw topspin backspin screw"},
    Synonym{"speed", "velocity power v"},
    Synonym{"heading", "angle direction azimuth phi"},
    Synonym{"elevation", "theta tilt"},
    Synonym{"at", "target object aim"},
    Synonym{"id", "name"},
    Synonym{"position", "pos xy r location"},
    Synonym{"velocity", "vel v speed"},
    Synonym{"spin", "omega w angular_velocity"},
    Synonym{"sliding", "slide mu_s kinetic"},
    Synonym{"rolling", "roll mu_r"},
    Synonym{"spinning", "spin mu_sp"},
    Synonym{"friction", "mu coefficient"},
    Synonym{"coefficient", "mu friction"},
    Synonym{"restitution", "e cor elasticity"},
    Synonym{"gravity", "g"},
    Synonym{"t_max", "time duration t_end"},
    Synonym{"time_step", "dt step"},
};

std::string type_text(const KeyRow& row) {
  std::string types;
  const auto add = [&](unsigned bit, const char* word) {
    if ((row.accepts & bit) != 0) types += (types.empty() ? "" : " or ") + std::string(word);
  };
  add(kind::number, "a number");
  add(kind::integer, "a whole number");
  add(kind::text, "a string");
  add(kind::name, "a name");
  add(kind::pair, "[x, y]");
  add(kind::triple, "[x, y, z]");
  add(kind::table, "a table");
  add(kind::tables, "a list of tables");
  add(kind::flag, "true or false");
  add(kind::list, "a list of numbers and strings");
  add(kind::rows, "a list of lists");
  return types;
}

}  // namespace

KeyRow KeyRow::only(std::string_view sibling, std::string_view values) && {
  selector = sibling;
  chosen = std::string(values);
  return std::move(*this);
}

KeyRow KeyRow::must() && {
  required = true;
  return std::move(*this);
}

KeyRow KeyRow::without(std::string_view unbuilt_names) && {
  not_built = unbuilt_names;
  return std::move(*this);
}

const std::vector<const KeyRow*>& rows_below(std::string_view pattern) {
  static const Children children = make_children();
  static const std::vector<const KeyRow*> nothing;
  const auto found = children.find(pattern);
  return found == children.end() ? nothing : found->second;
}

std::string_view leaf_of(std::string_view path) {
  const auto dot = path.rfind('.');
  return dot == std::string_view::npos ? path : path.substr(dot + 1);
}

std::vector<std::string_view> words(std::string_view list) {
  std::vector<std::string_view> found;
  while (!list.empty()) {
    const std::size_t end = std::min(list.find(' '), list.size());
    if (end > 0) found.push_back(list.substr(0, end));
    list.remove_prefix(std::min(end + 1, list.size()));
  }
  return found;
}

bool has_word(std::string_view list, std::string_view word) {
  const auto all = words(list);
  return std::find(all.begin(), all.end(), word) != all.end();
}

std::string listed(std::string_view list) {
  std::string text;
  for (const std::string_view word : words(list)) {
    text += (text.empty() ? "" : ", ") + std::string(word);
  }
  return text;
}

std::string allowed_text(const KeyRow& row) {
  const bool numeric = (row.accepts & (kind::number | kind::integer)) != 0;
  const std::string range = range_text(row.range);
  std::string allowed;
  if (numeric) {
    allowed = range.empty() ? type_text({.path = "", .accepts = row.accepts & 3U}) : range;
  }
  if ((row.accepts & kind::name) != 0) {
    const char* lead = words(row.names).size() > 1 ? "one of " : "";
    allowed += (allowed.empty() ? "" : " or ") + (lead + listed(row.names));
  }
  if (!allowed.empty()) return allowed + ((row.accepts & kind::table) != 0 ? " or a table" : "");
  if ((row.accepts & (kind::pair | kind::triple)) != 0 && !range.empty()) {
    return type_text(row) + ", each " + range;
  }
  return type_text(row);
}

std::string unit_of(const KeyRow& row) {
  const std::size_t open = row.doc.find('[');
  if (open == std::string::npos) return "";
  return row.doc.substr(open + 1, row.doc.find(']', open) - open - 1);
}

std::string expected_text(const KeyRow& row) {
  const std::string unit = unit_of(row);
  const bool scalar = (row.accepts & (kind::number | kind::integer)) != 0;
  const bool fixed = row.range.min == row.range.max;
  if (scalar && !fixed && row.names.empty() && (row.accepts & kind::table) == 0) {
    const std::string range = range_text(row.range);
    return type_text(row) + (unit.empty() ? "" : " in " + unit) +
           (range.empty() ? "" : ", " + range);
  }
  const bool vector = (row.accepts & (kind::pair | kind::triple)) != 0;
  return allowed_text(row) + (vector && !unit.empty() ? ", in " + unit : "");
}

std::vector<std::string> keys_below(std::string_view pattern) {
  std::vector<std::string> keys;
  for (const KeyRow* row : rows_below(pattern)) {
    const std::string key(leaf_of(row->path));
    if (std::ranges::find(keys, key) == keys.end()) keys.push_back(key);
  }
  return keys;
}

std::string nearest_key(std::string_view pattern, std::string_view unknown) {
  const std::vector<std::string> siblings = keys_below(pattern);
  for (const Synonym& synonym : synonyms) {
    if (!has_word(synonym.words, unknown)) continue;
    if (std::ranges::find(siblings, synonym.key) != siblings.end()) return std::string(synonym.key);
  }
  if (const std::string near = nearest_word(unknown, siblings); !near.empty()) return near;
  if (pattern.starts_with(study_root) || pattern.starts_with(goal_root)) return "";
  for (const KeyRow& row : key_rows()) {
    if (leaf_of(row.path) == unknown) return row.path;
  }
  return "";
}

namespace {

std::vector<KeyDoc> docs_of(const std::vector<KeyRow>& rows, std::string_view root) {
  std::vector<KeyDoc> docs;
  for (const KeyRow& row : rows) {
    std::string doc = row.doc;
    if (!row.selector.empty()) {
      doc += " (" + std::string(row.selector) + ": " + listed(row.chosen) + ")";
    }
    docs.push_back({.path = row.path.substr(root.size()),
                    .type = type_text(row),
                    .allowed = allowed_text(row),
                    .fallback = row.fallback,
                    .doc = std::move(doc),
                    .required = row.required});
  }
  return docs;
}

}  // namespace

std::vector<KeyDoc> scene_keys() { return docs_of(key_rows(), ""); }

std::vector<KeyDoc> study_keys() { return docs_of(study_rows(), std::string(study_root) + "."); }

std::vector<KeyDoc> goal_keys() { return docs_of(goal_rows(), std::string(goal_root) + "."); }

}  // namespace cuelab
