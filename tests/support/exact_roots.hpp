#pragma once

#include "math/roots.hpp"

namespace cuelab::testing {

/// Whether x is the first positive root of the polynomial with exactly these coefficients: none
/// before it, one within a billionth of it; for x infinite, none up to 1e120. Decided by Sturm's
/// sequence in rational arithmetic.
bool is_first_positive_root(const Quartic& c, double x);

/// Coefficients of the product of (x - r) for four r, computed exactly, then rounded to double.
Quartic with_roots(double a, double b, double c, double d);

}  // namespace cuelab::testing
