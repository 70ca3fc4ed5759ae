#pragma once

#include "reproduce/lab.hpp"

namespace cuelab::reproduction {

/// The break of four balls; `gap` is between the surfaces of the three at rest [m].
Scene break_scene(const Lab& lab, double gap, bool held);

/// The direction of the yellow ball with other laws: why it changes with the gap. `first_touch`:
/// approach speed of the yellow and the red ball with a gap of 1e-9 m [m/s].
void write_laws(Lab& lab, double first_touch);

}  // namespace cuelab::reproduction
