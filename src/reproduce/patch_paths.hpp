#pragma once

#include "reproduce/lab.hpp"

namespace cuelab::reproduction {

/// Paths of single balls on the patch cloth: parts of the experiment patch-friction.
void write_side_spin(Lab& lab);
void write_masse(Lab& lab);
void write_rest_per_law(Lab& lab);
/// Three of the runs.
void check_some_paths(Lab& lab);

}  // namespace cuelab::reproduction
