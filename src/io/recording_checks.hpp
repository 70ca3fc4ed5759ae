#pragma once

#include "cuelab/io.hpp"

namespace cuelab {

/// Checks what all code downstream relies on: indices in range, times in order and within the limit
/// of runs, states and pieces within limits. Throws `InputError`.
void check_recording(const Recording& recording);

}  // namespace cuelab
