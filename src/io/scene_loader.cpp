#include "cuelab/io.hpp"
#include "io/document.hpp"
#include "io/files.hpp"
#include "io/input_error.hpp"
#include "io/scene_reader.hpp"
#include "io/validate.hpp"

namespace cuelab {
namespace {

bool ends_with(std::string_view text, std::string_view end) {
  return text.size() >= end.size() && text.substr(text.size() - end.size()) == end;
}

/// The pipeline: text, document, overrides, validation, scene, faults.
Scene scene_from(std::string_view text, Format format, std::span<const std::string> overrides) {
  nlohmann::json document = parse_document(text, format);
  if (document.is_object()) {
    for (const std::string& assignment : overrides) apply_override(document, assignment);
  }
  validate(document);
  Scene scene = read_scene(std::move(document));
  if (auto fault = find_fault(scene)) throw InputError{*std::move(fault)};
  return scene;
}

}  // namespace

Format format_of(const std::string& name, std::string_view text) {
  if (ends_with(name, ".json")) return Format::json;
  if (ends_with(name, ".toml")) return Format::toml;
  const auto first = text.find_first_not_of(" \t\r\n");
  return first != std::string_view::npos && text[first] == '{' ? Format::json : Format::toml;
}

Result<Scene> parse_scene(std::string_view text, Format format, const std::string& name,
                          std::span<const std::string> overrides) {
  return guarded({name}, [&] { return scene_from(text, format, overrides); });
}

Result<Scene> load_scene(const std::string& path, std::span<const std::string> overrides) {
  return guarded({path}, [&] {
    const std::string text = read_file(path, max_scene_bytes);
    return scene_from(text, format_of(path, text), overrides);
  });
}

}  // namespace cuelab
