#include "reproduce/expected.hpp"

#include <fmt/format.h>

#include <toml++/toml.h>
#include <stdexcept>

#include "reproduce/embedded.hpp"

namespace cuelab::reproduction {
namespace {

[[noreturn]] void refuse(std::string_view key, const char* what) {
  throw std::logic_error(fmt::format("expected.toml: {}: {}", key, what));
}

template <class T>
T required(const toml::table& table, std::string_view key) {
  const auto value = table[key].value<T>();
  if (!value) refuse(key, "missing or of the wrong type");
  return *value;
}

/// A row of values; a single value needs no brackets.
std::vector<double> row_of(const toml::node& node) {
  if (const auto single = node.value<double>()) return {*single};
  std::vector<double> row;
  if (node.as_array() == nullptr) refuse("rows", "must be figures or lists of them");
  for (const toml::node& entry : *node.as_array()) {
    const auto value = entry.value<double>();
    if (!value) refuse("rows", "must be figures or lists of them");
    row.push_back(*value);
  }
  return row;
}

/// The evidence of a figure; statements are claims and have their own kind.
Evidence evidence_of(const std::string& name) {
  for (const Evidence evidence : all_evidence) {
    if (name == name_of(evidence) && evidence != Evidence::statement) return evidence;
  }
  refuse("evidence", "must be printed, closed-form or second-program");
}

ExpectedFigures figures_of(const toml::table& table) {
  ExpectedFigures figures{.what = required<std::string>(table, "what"),
                          .unit = table["unit"].value_or(std::string()),
                          .source = required<std::string>(table, "source"),
                          .evidence = evidence_of(required<std::string>(table, "evidence")),
                          .tolerance = required<double>(table, "tolerance"),
                          .decimals = static_cast<int>(required<std::int64_t>(table, "decimals")),
                          .rows = {}};
  const toml::array* rows = table["rows"].as_array();
  if (rows == nullptr) refuse("rows", "missing");
  for (const toml::node& row : *rows) figures.rows.push_back(row_of(row));
  return figures;
}

Verdict verdict_of(const std::string& name) {
  for (const Verdict verdict : {Verdict::agrees, Verdict::differs, Verdict::open}) {
    if (name == name_of(verdict)) return verdict;
  }
  refuse("verdict", "must be agrees, differs or open");
}

const toml::table& sub_table(const toml::node& node, std::string_view key) {
  if (node.as_table() == nullptr) refuse(key, "must be a table");
  return *node.as_table();
}

}  // namespace

Expected parse_expected(std::string_view text) {
  const toml::table document = toml::parse(text);
  Expected expected{.title = required<std::string>(document, "title"),
                    .source = required<std::string>(document, "source"),
                    .paper_time = document["paper_time"].value_or(std::string()),
                    .scene = document["scene"].value_or(std::string()),
                    .adds = document["adds"].value_or(std::string()),
                    .references = {},
                    .figures = {},
                    .claims = {}};
  if (const toml::array* keys = document["references"].as_array()) {
    for (const toml::node& key : *keys) expected.references.push_back(key.value_or(std::string()));
  }
  if (const toml::table* figures = document["figures"].as_table()) {
    for (const auto& [key, node] : *figures) {
      expected.figures.emplace(key.str(), figures_of(sub_table(node, key.str())));
    }
  }
  if (const toml::table* claims = document["claims"].as_table()) {
    for (const auto& [key, node] : *claims) {
      const toml::table& table = sub_table(node, key.str());
      expected.claims.emplace(
          key.str(), Claim{.text = required<std::string>(table, "text"),
                           .source = required<std::string>(table, "source"),
                           .recorded = verdict_of(required<std::string>(table, "verdict"))});
    }
  }
  return expected;
}

std::map<std::string, Reference, std::less<>> references() {
  std::map<std::string, Reference, std::less<>> all;
  for (const auto& [key, node] : toml::parse(embedded_file("experiments/references.toml"))) {
    const toml::table& table = sub_table(node, key.str());
    all.emplace(key.str(), Reference{.text = required<std::string>(table, "text"),
                                     .url = required<std::string>(table, "url")});
  }
  return all;
}

}  // namespace cuelab::reproduction
