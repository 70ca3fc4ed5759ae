#include "output_files.hpp"

#include <fmt/format.h>

#include <filesystem>

#include "console.hpp"
#include "modules.hpp"

namespace cuelab::cli {

std::optional<Error> find_output_fault(const std::string& option, const std::string& path,
                                       const std::string& endings, const std::string& scene) {
  if (path.empty()) return {};
  const std::string ending = std::filesystem::path(path).extension().string();
  if (ending == ".h5" && option == "--out") {
    return Error{"", option,
                 fmt::format("\"{}\": HDF5 output is not built yet; available: {}", path, endings)};
  }
  if (ending.empty() || (endings + ",").find(ending + ",") == std::string::npos) {
    return Error{"", option, fmt::format("\"{}\": unknown ending; available: {}", path, endings)};
  }
  std::error_code ignored;
  if (std::filesystem::equivalent(path, scene, ignored)) {
    return Error{"", option,
                 fmt::format("\"{}\" is the scene file itself; choose another name", path)};
  }
  return {};
}

Result<const film::Module*> module_for(const std::string& ending, const std::string& available) {
  if (ending == ".svg" || ending == ".html") return nullptr;
  auto module = load_film_module();
  if (module) return module;
  return Error{"", "--out",
               fmt::format("{} cannot be written: {}; available: {}", ending,
                           module.error().message(), available)};
}

Result<std::monostate> save_picture(const std::string& path, const std::string& svg, int width,
                                    const film::Module* module) {
  if (module == nullptr) return save_file(path, svg);
  const bool is_png = std::filesystem::path(path).extension() == ".png";
  const auto file = is_png ? module->png_from_svg(svg, width) : module->pdf_from_svg(svg);
  if (!file) return Error{path, "", file.error().what};
  return save_file(path, *file);
}

}  // namespace cuelab::cli
