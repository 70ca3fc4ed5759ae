#pragma once

#include <optional>
#include <string>
#include <vector>

#include "cuelab/reproduce.hpp"

namespace cuelab::cli {

/// Why the report cannot be written to `folder`: it is a file, or contains other files.
std::optional<Error> find_folder_fault(const std::string& folder);

/// Writes each file atomically, the page last, and removes files left by an earlier report. Returns
/// an error, if any.
std::optional<Error> write_report(const std::string& folder, const std::vector<ReportFile>& files);

}  // namespace cuelab::cli
