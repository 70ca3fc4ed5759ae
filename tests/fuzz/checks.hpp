#pragma once

#include "fuzz/failure.hpp"
#include "fuzz/tracks.hpp"

namespace cuelab::fuzz {

/// Balls and the table may overlap by this much [m].
inline constexpr double deepest = 1e-9;

/// What rounding adds to an overlap at this distance from the origin [m].
inline double rounding_at(const Vec3& r) { return 1e-12 + 2e-15 * norm(r); }

/// Finite, in order of time, ended in time. False when the rest cannot be checked.
bool check_ends(const Case& c, Failures& failures);

/// The same, and continuous.
bool check_form(const Case& c, Failures& failures);

/// Energy never rises.
void check_energy(const Case& c, Failures& failures);

/// No two balls overlap; those that hit each other touch.
void check_balls(const Case& c, Failures& failures);

/// No ball is in the table; the parts that balls hit touch them; no ball is behind a cushion.
void check_table(const Case& c, Failures& failures);

/// The mirrored scene gives the mirrored run, to the bit, up to ties.
void check_mirror(const Case& c, Failures& failures);

/// The scene turned by half a turn, or with its balls in another order, begins with the same
/// events, as far as they do not come at nearly the same time.
void check_rotation(const Case& c, Failures& failures);
void check_order(const Case& c, Failures& failures);

/// Written to a file and read back it is the same scene.
void check_file(const Scene& scene, Failures& failures);

}  // namespace cuelab::fuzz
