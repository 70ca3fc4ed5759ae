#pragma once

#include <string>

#include "study/assemble.hpp"

namespace cuelab::study {

/// What a study found as one page, SVG: a map of every chance over two axes or a curve over one,
/// where the cue ball ends, and histograms of the numbers.
std::string draw_sweep(const Study& study, const Summary& summary);

}  // namespace cuelab::study
