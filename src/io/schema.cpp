#include "cuelab/io.hpp"
#include "io/keys.hpp"
#include "io/text_format.hpp"

namespace cuelab {
namespace {

using nlohmann::ordered_json;

ordered_json object_schema(const std::string& pattern);

void add_limits(ordered_json& schema, const Range& range) {
  if (range.min > -std::numeric_limits<double>::infinity()) {
    schema[range.above ? "exclusiveMinimum" : "minimum"] = range.min;
  }
  if (range.max < std::numeric_limits<double>::infinity()) schema["maximum"] = range.max;
}

ordered_json vector_schema(std::size_t least, std::size_t most, const Range& range) {
  ordered_json component{{"type", "number"}};
  add_limits(component, range);
  return {{"type", "array"}, {"minItems", least}, {"maxItems", most}, {"items", component}};
}

/// One schema per kind of value the row accepts.
std::vector<ordered_json> alternatives(const KeyRow& row) {
  std::vector<ordered_json> found;
  const auto has = [&](unsigned bit) { return (row.accepts & bit) != 0; };
  if (has(kind::number) || has(kind::integer)) {
    ordered_json schema{{"type", has(kind::number) ? "number" : "integer"}};
    add_limits(schema, row.range);
    found.push_back(std::move(schema));
  }
  if (has(kind::text)) found.push_back({{"type", "string"}});
  if (has(kind::name)) {
    ordered_json names = ordered_json::array();
    for (const std::string_view word : words(row.names)) names.push_back(word);
    found.push_back({{"enum", std::move(names)}});
  }
  if (has(kind::pair) || has(kind::triple)) {
    found.push_back(vector_schema(has(kind::pair) ? 2 : 3, has(kind::triple) ? 3 : 2, row.range));
  }
  if (has(kind::flag)) found.push_back({{"type", "boolean"}});
  if (has(kind::list) || has(kind::rows)) {
    const ordered_json plain{{"type", ordered_json::array({"number", "string"})}};
    const ordered_json list{{"type", "array"}, {"items", plain}};
    found.push_back(has(kind::list) ? list : ordered_json{{"type", "array"}, {"items", list}});
    if (row.range.max < std::numeric_limits<double>::infinity()) {
      found.back()["maxItems"] = static_cast<std::uint64_t>(row.range.max);
    }
  }
  if (has(kind::table)) found.push_back(object_schema(row.path));
  if (has(kind::tables)) {
    found.push_back({{"type", "array"},
                     {"maxItems", static_cast<std::uint64_t>(row.range.max)},
                     {"items", object_schema(row.path + "[]")}});
  }
  return found;
}

ordered_json key_schema(const KeyRow& row) {
  ordered_json schema{{"description", row.doc}};
  std::vector<ordered_json> options = alternatives(row);
  if (options.size() == 1) {
    schema.update(options.front());
  } else {
    schema["anyOf"] = options;
  }
  if (!row.fallback.empty()) schema["default"] = ordered_json::parse(row.fallback);
  return schema;
}

/// Allows the keys of all laws; the description says which laws have a key.
ordered_json object_schema(const std::string& pattern) {
  ordered_json properties = ordered_json::object();
  ordered_json required = ordered_json::array();
  for (const KeyRow* row : rows_below(pattern)) {
    const std::string key(leaf_of(row->path));
    ordered_json schema = key_schema(*row);
    if (!row->selector.empty()) {
      schema["description"] = std::string(row->doc) + " (" + std::string(row->selector) + ": " +
                              listed(row->chosen) + ")";
    }
    if (properties.contains(key)) {
      // several laws have it, each with its own limits and default
      const ordered_json& before = properties[key];
      const bool several = before.size() == 1 && before.contains("anyOf");
      ordered_json all = several ? before["anyOf"] : ordered_json::array({before});
      all.push_back(std::move(schema));
      schema = {{"anyOf", std::move(all)}};
    }
    properties[key] = std::move(schema);
    if (row->required && row->selector.empty()) required.push_back(key);
  }
  ordered_json schema{
      {"type", "object"}, {"properties", std::move(properties)}, {"additionalProperties", false}};
  if (!required.empty()) schema["required"] = std::move(required);
  return schema;
}

}  // namespace

namespace {

std::string document_schema(const char* title, const std::string& root) {
  ordered_json schema{{"$schema", "https://json-schema.org/draft/2020-12/schema"},
                      {"title", title}};
  schema.update(object_schema(root));
  return to_indented_json(schema);
}

}  // namespace

std::string scene_schema() { return document_schema("cuelab scene", ""); }

std::string goal_schema() { return document_schema("cuelab goal", std::string(goal_root)); }

std::string study_schema() { return document_schema("cuelab study", std::string(study_root)); }

}  // namespace cuelab
