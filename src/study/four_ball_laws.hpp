#pragma once

#include "study/lab.hpp"

namespace cuelab::study {

/// The break of four balls with a gap between the surfaces of the three [m].
Scene break_scene(const Lab& lab, double gap, bool held);

/// The direction of the yellow ball under other laws: why it changes with the gap.
void write_laws(Lab& lab);

}  // namespace cuelab::study
