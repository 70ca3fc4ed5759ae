#include "io/law_keys.hpp"

#include <algorithm>

#include "scene/text.hpp"

namespace cuelab {
namespace {

using namespace shapes;

std::string doc_of(const ParameterInfo& p) {
  const std::string meaning(p.meaning);
  return p.unit.empty() ? meaning : meaning + " [" + std::string(p.unit) + "]";
}

KeyRow row_of(const std::string& path, const ParameterInfo& p, const void* defaults) {
  if (!p.names.empty()) {
    const auto index = static_cast<std::size_t>(p.get(defaults));
    return one_of(path + '.' + std::string(p.name), std::string(p.names),
                  in_quotes(words(p.names)[index]), doc_of(p));
  }
  const std::string fallback = p.is_given(defaults) ? number_text(p.get(defaults)) : "";
  return num(path + '.' + std::string(p.name), p.range, fallback, doc_of(p));
}

/// The row of the table of a dotted parameter such as friction.a: friction between balls.
KeyRow curve_row(const std::string& path, std::string_view table) {
  return {
      .path = path + '.' + std::string(table),
      .accepts = kind::number | kind::name | kind::table,
      .range = friction_range,
      .names = "alciatore",
      .fallback = R"("alciatore")",
      .doc = "a coefficient, alciatore, or {a, b, c}: mu = a + b exp(-c slip); 0: frictionless"};
}

/// Adds a row for a law; if another law has an equal row, extends that row to this law.
void add_for(Rows& rows, KeyRow row, std::string_view law) {
  row.by_reader = true;
  const auto same = std::ranges::find_if(rows, [&](const KeyRow& other) {
    return other.path == row.path && other.selector == "law" && other.range == row.range &&
           other.fallback == row.fallback && other.doc == row.doc;
  });
  if (same == rows.end()) {
    rows.push_back(std::move(row).only("law", law));
  } else if (!has_word(same->chosen, law)) {
    same->chosen += ' ' + std::string(law);
  }
}

}  // namespace

std::string law_names(std::span<const LawInfo> laws) {
  std::string names;
  for (const LawInfo& law : laws) {
    if (law.in_files) names += (names.empty() ? "" : " ") + std::string(law.name);
  }
  return names;
}

void add_parameter_rows(Rows& rows, const std::string& path, std::span<const LawInfo> laws,
                        const void* defaults) {
  for (const LawInfo& law : laws) {
    for (const ParameterInfo& p : law.parameters) {
      KeyRow row = row_of(path, p, defaults != nullptr ? defaults : law.defaults);
      const std::size_t dot = p.name.find('.');
      if (dot == std::string_view::npos) {
        add_for(rows, std::move(row), law.name);
        continue;
      }
      // the condition on the law is on the table, not on its keys
      add_for(rows, curve_row(path, p.name.substr(0, dot)), law.name);
      const bool known = std::ranges::find(rows, row.path, &KeyRow::path) != rows.end();
      if (known) continue;
      row.by_reader = true;
      rows.push_back(std::move(row));
    }
  }
}

void add_parameter_rows(Rows& rows, const std::string& path, const ParameterList& parameters,
                        const void* defaults) {
  for (const ParameterInfo& p : parameters) rows.push_back(row_of(path, p, defaults));
}

KeyRow row_without_default(const std::string& path, const ParameterInfo& parameter) {
  return num(path + '.' + std::string(parameter.name), parameter.range, "", doc_of(parameter));
}

}  // namespace cuelab
