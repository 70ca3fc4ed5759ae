#include "commands.hpp"
#include "console.hpp"
#include "cuelab/io.hpp"
#include "text_table.hpp"

namespace cuelab::cli {
namespace {

std::string schema_of(FileKind kind) {
  if (kind == FileKind::study) return study_schema();
  return kind == FileKind::goal ? goal_schema() : scene_schema();
}

std::vector<KeyDoc> keys_of(FileKind kind) {
  if (kind == FileKind::study) return study_keys();
  return kind == FileKind::goal ? goal_keys() : scene_keys();
}

std::string schema_text(FileKind kind) {
  std::string text = schema_of(kind);
  if (!text.ends_with('\n')) text += '\n';
  return text;
}

std::string keys_text(FileKind kind) {
  TextTable table({{"key", false}, {"default", false}, {"meaning; what is allowed", false}});
  for (const KeyDoc& key : keys_of(kind)) {
    // long defaults are those of whole tables, whose keys follow
    const bool is_short = key.fallback.size() <= 20;
    const std::string fallback = key.required ? "required" : is_short ? key.fallback : "...";
    table.add({key.path, fallback, key.doc + "; " + key.allowed});
  }
  return table.text();
}

}  // namespace

int schema_command(bool as_table, FileKind kind) {
  return print(as_table ? keys_text(kind) : schema_text(kind));
}

}  // namespace cuelab::cli
