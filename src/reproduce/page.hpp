#pragma once

#include <string>
#include <vector>

#include "reproduce/lab.hpp"

namespace cuelab::reproduction {

/// The report as one self-contained HTML page, style and figures included.
std::string page_html(const std::vector<Findings>& all);

/// The same as JSON: every check with its verdict, counts by kind of evidence, run times, hashes,
/// and the names of the report's other files, by which its folder is recognised.
std::string report_json(const std::vector<Findings>& all, const std::vector<ReportFile>& files);

/// "Agreement with 2 closed forms, 1 statement; 1 published statement does not hold (explained
/// below)", and how many verdicts are not as recorded.
std::string verdict_line(const Tally& counts);

}  // namespace cuelab::reproduction
