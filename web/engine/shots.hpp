#pragma once

#include <cstdint>
#include <functional>
#include <string>

#include "cuelab/result.hpp"

namespace cuelab::web {

/// The shots that solve a goal file whose scene is a table, the most likely first, in JSON.
/// `progress` is called with the part that is done.
Result<std::string> shots_text(const std::string& goal,
                               const std::function<void(double)>& progress);

/// The make region of the shot with which the unknowns start, in JSON.
Result<std::string> region_text(const std::string& goal, std::uint32_t headings,
                                std::uint32_t speeds);

}  // namespace cuelab::web
