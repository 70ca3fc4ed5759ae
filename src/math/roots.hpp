#pragma once

#include <array>
#include <cstdint>

#include "math/double_double.hpp"

namespace cuelab {

/// c[0] + c[1] x + ... + c[4] x^4; leading coefficients may be zero.
using Quartic = std::array<double, 5>;
using WideQuartic = std::array<DoubleDouble, 5>;

/// Result of a search on [0, 1].
struct Descent {
  enum class Kind : std::uint8_t { none, found, unsure } kind = Kind::none;
  double x = 0.0;           ///< the root, if found
  bool at_a_glance = true;  ///< decided by the Bernstein coefficients on [0, 1], without a search
};

/// The first x in (0, 1] at which p, positive at 0, becomes negative. Certified: `size` bounds the
/// terms of which each coefficient is the sum (size[k] >= |p[k]|), which bounds the rounding error
/// of p; the result is `unsure` if it depends on values below that error.
///
/// Method: the Bernstein coefficients of p on an interval bound p there and, by Descartes' rule of
/// signs, the number of its roots; undecided intervals are split, those without a root skipped, and
/// an isolated root is polished by Newton's method inside its bracket. [Farouki2012]
Descent first_descent(const Quartic& p, const Quartic& size);

/// The same in double-double arithmetic. Never unsure: a minimum that cannot be distinguished from
/// zero counts as no root.
Descent first_descent(const WideQuartic& p);

/// Smallest positive root of p with odd multiplicity, or infinity. p[0] must not be zero.
double smallest_positive_root(const Quartic& p);

}  // namespace cuelab
