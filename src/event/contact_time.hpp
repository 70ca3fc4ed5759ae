#pragma once

#include <cstdint>
#include <limits>

#include "cuelab/vec.hpp"

namespace cuelab {

inline constexpr double never = std::numeric_limits<double>::infinity();

/// Gaps up to this count as touching [m]. Far above the rounding of positions (1e-16 m), far
/// below anything seen.
inline constexpr double touch_gap = 1e-12;

/// Slower approach than this counts as none [m/s]. Impacts leave residues of 1e-16 m/s behind.
inline constexpr double touch_speed = 1e-12;

/// Touching bodies that neither approach nor part press on each other if they accelerate toward
/// each other by more than this [m/s^2]; less is the rounding of accelerations that balance.
inline constexpr double touch_acceleration = 1e-9;

/// Two points moving relative to each other: d + v t + a t^2, from t = 0.
struct Approach {
  Vec3 d;
  Vec3 v;
  Vec3 a;
};

/// The first t in [0, window] at which the points come within `reach` of each other, or `never`.
/// Touching and approaching or pressing is 0. Touching and parting is not a contact; a later
/// return is.
/// `roots` counts the polynomials that had to be searched.
double first_contact(const Approach& m, double reach, double window, std::uint64_t& roots);

/// The first t >= 0 at which gap + rate t + bend t^2 falls through zero, or `never`. The same
/// rule for touching, which every gap below zero counts as.
double first_contact(double gap, double rate, double bend);

/// For a gap below zero: the first t > 0 at which gap + rate t + bend t^2 falls through zero after
/// it has risen through it, or `never`.
double first_return(double gap, double rate, double bend);

}  // namespace cuelab
