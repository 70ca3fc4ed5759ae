#pragma once

#include <array>
#include <cstdint>

#include "math/double_double.hpp"

namespace cuelab {

/// c[0] + c[1] x + ... + c[4] x^4. Lower degrees have zeros behind; no coefficient is divided by.
using Quartic = std::array<double, 5>;
using WideQuartic = std::array<DoubleDouble, 5>;

/// Answer of a search on [0, 1].
struct Descent {
  enum class Kind : std::uint8_t { none, found, unsure } kind = Kind::none;
  double x = 0.0;           ///< where, if found
  bool at_a_glance = true;  ///< none, and the signs on the whole of [0, 1] said so
};

/// The first x in (0, 1] at which p, positive at 0, becomes negative. Certified: `size` bounds the
/// terms each coefficient was summed from (size[k] >= |p[k]|), which bounds the rounding error of
/// p; `unsure` is returned when the answer depends on what lies below that error.
///
/// Method: the Bernstein coefficients of p on a span bound p there and, by Descartes' rule, count
/// its roots; a span that cannot be decided is halved, one without a root is left behind, and a
/// root that is alone is polished by Newton's method inside its bracket. [Farouki2012]
Descent first_descent(const Quartic& p, const Quartic& size);

/// The same with twice the digits. Never unsure: a dip that even these cannot tell from a touch
/// counts as none.
Descent first_descent(const WideQuartic& p);

/// Smallest positive root of p with odd multiplicity, or infinity. p[0] must not be zero.
double smallest_positive_root(const Quartic& p);

}  // namespace cuelab
