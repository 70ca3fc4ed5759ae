#include "report_folder.hpp"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>

#include "console.hpp"

namespace cuelab::cli {
namespace {

namespace fs = std::filesystem;

/// The files of an earlier report in the folder; empty if there is none.
std::optional<std::vector<std::string>> earlier_files(const fs::path& folder) {
  std::ifstream file(folder / "report.json");
  const auto report = nlohmann::json::parse(file, nullptr, /*allow_exceptions=*/false);
  if (!report.is_object() || report.value("report", "") != "cuelab reproduce") return {};
  std::vector<std::string> names;
  for (const auto& name : report.value("files", nlohmann::json::array())) {
    if (name.is_string()) names.push_back(name.get<std::string>());
  }
  return names;
}

}  // namespace

std::optional<Error> find_folder_fault(const std::string& folder) {
  std::error_code ignored;
  if (!fs::exists(folder, ignored)) return {};
  if (!fs::is_directory(folder, ignored)) {
    return Error{folder, "", "is a file; name a new or empty folder"};
  }
  if (fs::is_empty(folder, ignored) || earlier_files(folder)) return {};
  return Error{folder, "",
               "is not empty and contains no cuelab report; name a new or empty folder"};
}

std::optional<Error> write_report(const std::string& folder, const std::vector<ReportFile>& files) {
  std::error_code failure;
  fs::create_directories(folder, failure);
  if (failure) return Error{folder, "", "cannot be created: " + failure.message()};
  const auto earlier = earlier_files(folder);
  for (const ReportFile& file : files) {
    const auto written = save_file((fs::path(folder) / file.name).string(), file.text);
    if (!written) return written.error();
  }

  // only plain names are removed, nothing outside the folder
  for (const std::string& name : earlier.value_or(std::vector<std::string>())) {
    const bool plain = fs::path(name).filename() == name && name != "." && name != "..";
    const bool kept = std::any_of(files.begin(), files.end(),
                                  [&](const ReportFile& file) { return file.name == name; });
    if (plain && !kept) fs::remove(fs::path(folder) / name, failure);
  }
  return {};
}

}  // namespace cuelab::cli
