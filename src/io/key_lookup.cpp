#include <algorithm>
#include <cmath>
#include <map>

#include "cuelab/io.hpp"
#include "io/keys.hpp"
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
  for (const KeyRow& row : key_rows()) {
    children[std::string(parent_of(row.path))].push_back(&row);
  }
  return children;
}

std::string type_text(const KeyRow& row) {
  std::string types;
  const auto add = [&](unsigned bit, const char* word) {
    if ((row.accepts & bit) != 0) types += (types.empty() ? "" : " or ") + std::string(word);
  };
  add(kind::number, "a number");
  add(kind::integer, "a whole number");
  add(kind::text, "a text");
  add(kind::name, "a name");
  add(kind::pair, "[x, y]");
  add(kind::triple, "[x, y, z]");
  add(kind::table, "a table");
  add(kind::tables, "a list of tables");
  return types;
}

std::string range_text(const Range& range) {
  const bool low = std::isfinite(range.min);
  const bool high = std::isfinite(range.max);
  if (low && high && !(range.min < range.max)) return number_text(range.min);
  if (low && high && range.above) {
    return "above " + number_text(range.min) + " and at most " + number_text(range.max);
  }
  if (low && high) return "between " + number_text(range.min) + " and " + number_text(range.max);
  if (low) return (range.above ? "above " : "at least ") + number_text(range.min);
  if (high) return "at most " + number_text(range.max);
  return "";
}

}  // namespace

KeyRow KeyRow::only(std::string_view sibling, std::string_view values) && {
  selector = sibling;
  chosen = values;
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

std::size_t edit_distance(std::string_view a, std::string_view b) {
  // one row of Levenshtein's table at a time
  std::vector<std::size_t> row(b.size() + 1);
  for (std::size_t j = 0; j <= b.size(); ++j) row[j] = j;
  for (std::size_t i = 1; i <= a.size(); ++i) {
    std::size_t diagonal = row[0];
    row[0] = i;
    for (std::size_t j = 1; j <= b.size(); ++j) {
      const std::size_t replaced = diagonal + (a[i - 1] == b[j - 1] ? 0 : 1);
      diagonal = row[j];
      row[j] = std::min({replaced, row[j] + 1, row[j - 1] + 1});
    }
  }
  return row[b.size()];
}

std::string nearest_key(std::string_view pattern, std::string_view unknown) {
  constexpr std::size_t longest = 64;  // longer words are nobody's typing error
  const std::string_view word = unknown.substr(0, longest);
  const std::size_t near = std::max<std::size_t>(2, word.size() / 3);

  // a sibling, then a key of that name elsewhere, then the best sibling there is
  const KeyRow* best = nullptr;
  std::size_t best_distance = longest;
  const auto look_at = [&](const KeyRow& row) {
    const std::size_t distance = edit_distance(word, leaf_of(row.path));
    if (distance < best_distance) {
      best = &row;
      best_distance = distance;
    }
  };
  for (const KeyRow* row : rows_below(pattern)) look_at(*row);
  const KeyRow* sibling = best;
  if (best != nullptr && best_distance <= near) return std::string(leaf_of(best->path));
  for (const KeyRow& row : key_rows()) look_at(row);
  if (best != nullptr && best_distance <= near) return best->path;
  return sibling == nullptr ? "" : std::string(leaf_of(sibling->path));
}

std::vector<KeyDoc> scene_keys() {
  std::vector<KeyDoc> docs;
  for (const KeyRow& row : key_rows()) {
    std::string doc(row.doc);
    if (!row.selector.empty()) {
      doc += " (" + std::string(row.selector) + ": " + listed(row.chosen) + ")";
    }
    docs.push_back({.path = row.path,
                    .type = type_text(row),
                    .allowed = allowed_text(row),
                    .fallback = std::string(row.fallback),
                    .doc = std::move(doc),
                    .required = row.required});
  }
  return docs;
}

}  // namespace cuelab
