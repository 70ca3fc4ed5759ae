#pragma once

#include <optional>
#include <string>
#include <vector>

#include "cuelab/study.hpp"

namespace cuelab::cli {

/// Why a report must not go there: a file, or a folder with something else in it.
std::optional<Error> find_folder_fault(const std::string& folder);

/// Writes every file whole or not at all, the page last, and removes what an earlier report left
/// behind. Returns what is wrong, if anything.
std::optional<Error> write_report(const std::string& folder, const std::vector<ReportFile>& files);

}  // namespace cuelab::cli
