#pragma once

#include "reproduce/lab.hpp"

namespace cuelab::reproduction {

/// Growth of a small change of the heading in a break, with the event and the hybrid engine.
void show_sensitivity(Lab& lab);

}  // namespace cuelab::reproduction
