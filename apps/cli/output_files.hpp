#pragma once

#include <optional>
#include <string>

#include "cuelab/result.hpp"
#include "film/module.hpp"

namespace cuelab::cli {

/// Error for an output file that does not have one of the endings (".a, .b") or is the scene
/// itself.
std::optional<Error> find_output_fault(const std::string& option, const std::string& path,
                                       const std::string& endings, const std::string& scene);

/// The module that writes files of that type; null for those that need none. The error names the
/// endings that are available without it.
Result<const film::Module*> module_for(const std::string& ending, const std::string& available);

/// Writes a drawing as .svg, .png of that width [px] or .pdf.
Result<std::monostate> save_picture(const std::string& path, const std::string& svg, int width,
                                    const film::Module* module);

}  // namespace cuelab::cli
