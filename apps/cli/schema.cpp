#include "command.hpp"
#include "console.hpp"
#include "cuelab/io.hpp"
#include "text_table.hpp"

namespace cuelab::cli {
namespace {

constexpr const char* examples =
    R"(Editors that know JSON Schema then complete and check scene files.

Examples:
  cuelab schema > scene.schema.json
  cuelab schema --keys               the same for people: every key, what is allowed, default)";

std::string schema_text() {
  std::string text = scene_schema();
  if (!text.ends_with('\n')) text += '\n';
  return text;
}

std::string keys_text() {
  TextTable table({{"key", false}, {"default", false}, {"meaning; what is allowed", false}});
  for (const KeyDoc& key : scene_keys()) {
    // long defaults are those of whole tables, whose keys follow
    const bool is_short = key.fallback.size() <= 20;
    const std::string fallback = key.required ? "required" : is_short ? key.fallback : "...";
    table.add({key.path, fallback, key.doc + "; " + key.allowed});
  }
  return table.text();
}

}  // namespace

void add_schema(CLI::App& app, Context& context) {
  auto keys = std::make_shared<bool>(false);
  CLI::App* command = add_command(app, context, "schema", "print the JSON Schema of scene files");
  command->add_flag("--keys", *keys, "print a table of all keys instead");
  command->footer(examples);
  command->callback([keys, &context] {
    context.run = [keys] { return print(*keys ? keys_text() : schema_text()); };
  });
}

}  // namespace cuelab::cli
