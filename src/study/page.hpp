#pragma once

#include <string>
#include <vector>

#include "study/lab.hpp"

namespace cuelab::study {

/// The report as one HTML page that needs nothing else: style and figures are part of it.
std::string page_html(const std::vector<Findings>& all);

/// The same for programs: every check with its verdict, run times, hashes, and the names of the
/// other files of the report, by which its folder is known again.
std::string report_json(const std::vector<Findings>& all, const std::vector<ReportFile>& files);

/// "12 agree, 1 differs as recorded", and what is not as recorded.
std::string verdict_line(const std::vector<Check>& checks);

}  // namespace cuelab::study
