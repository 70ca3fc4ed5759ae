#pragma once

#include <nlohmann/json.hpp>
#include <vector>

#include "cuelab/study.hpp"

namespace cuelab::study {

/// The [[metric]] tables of a valid, filled study document. Throws `InputError` for balls, pockets
/// and names that do not exist.
std::vector<Metric> read_metrics(const Scene& scene, const nlohmann::json& document);

}  // namespace cuelab::study
