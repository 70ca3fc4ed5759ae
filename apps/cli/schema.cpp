#include "commands.hpp"
#include "console.hpp"
#include "cuelab/io.hpp"
#include "text_table.hpp"

namespace cuelab::cli {
namespace {

std::string schema_text(bool of_studies) {
  std::string text = of_studies ? study_schema() : scene_schema();
  if (!text.ends_with('\n')) text += '\n';
  return text;
}

std::string keys_text(bool of_studies) {
  TextTable table({{"key", false}, {"default", false}, {"meaning; what is allowed", false}});
  for (const KeyDoc& key : of_studies ? study_keys() : scene_keys()) {
    // long defaults are those of whole tables, whose keys follow
    const bool is_short = key.fallback.size() <= 20;
    const std::string fallback = key.required ? "required" : is_short ? key.fallback : "...";
    table.add({key.path, fallback, key.doc + "; " + key.allowed});
  }
  return table.text();
}

}  // namespace

int schema_command(bool as_table, bool of_studies) {
  return print(as_table ? keys_text(of_studies) : schema_text(of_studies));
}

}  // namespace cuelab::cli
