#pragma once

#include <string>

#include "study/assemble.hpp"

namespace cuelab::cli {

/// The size of a study: axes, points, shots, chunks.
std::string info_text(const Study& study, bool json);

/// What a study found: shots by status, and per metric the whole and the best point.
std::string sweep_text(const Study& study, const study::Summary& summary);
std::string sweep_json(const Study& study, const study::Summary& summary);

}  // namespace cuelab::cli
