#pragma once

#include <optional>

#include "laws/along_impulse/impact.hpp"

namespace cuelab::along_impulse {

/// The impulses of a usual impact of one ball on the slate, to a relative accuracy of 1e-6 of the
/// approach speed; nothing if the impact is unusual: then Path follows it.
///
/// Usual: constant friction of at most 0.5 at the contact and at the slate, a contact above the
/// centre whose friction never lifts the ball, and a slate that never makes it stick. So the slip
/// on the slate always has a direction, and the contact slips or, when its slip has ended, sticks.
std::optional<Impulses<1>> quick_impulses(const Impact<1>& at);

}  // namespace cuelab::along_impulse
