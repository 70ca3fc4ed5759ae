#pragma once

#include "cuelab/law_info.hpp"
#include "cuelab/laws/cushion/impact.hpp"

namespace cuelab {

/// Cushion: integrated over the impulse, with friction at nose and cloth [Mathavan2010].
struct Mathavan2010 {
  double restitution = 0.98;
  double friction = 0.14;
  friend bool operator==(const Mathavan2010&, const Mathavan2010&) = default;
};

constexpr LawInfo describe(Mathavan2010) {
  return {.name = "mathavan-2010",
          .meaning = "impulse integration with friction at the nose and on the cloth",
          .source =
              "S. Mathavan, M. R. Jackson, R. M. Parkin, A theoretical analysis of billiard "
              "ball dynamics under cushion impacts, Proc. IMechE C 224 (2010) 1863-1873",
          .parameters = {
              parameter<&Mathavan2010::restitution>(
                  "restitution", fraction, "", "square root of the fraction of work recovered"),
              parameter<&Mathavan2010::friction>("friction", friction_range, "",
                                                 "mu, ball on cushion")}};
}

/// Impact with friction at the nose and at the cloth, integrated over the normal impulse P
/// [Mathavan2010]. A nose above the ball's centre pushes the ball down, so friction acts at the
/// cloth too. Per unit of P the ball receives n + t at the nose, |t| <= mu against the slip, and N
/// z + g at the cloth, |g| <= mu_s N, with the N >= 0 that keeps it from sinking. Compression ends
/// when the velocity along n is zero, restitution when e^2 times the work of compression has been
/// recovered.
///
/// Departs from the paper: a slip that stops may stick, the steps are adaptive (the error is 5e-11
/// of the speed in the median, 1e-6 at most in usual impacts), and a ball that is pushed up leaves
/// the cloth instead of being held to it (for the usual noses only if mu exceeds |n_z| / |n_xy|).
/// The cloth does not act on an airborne ball.
BallState resolve(const Mathavan2010& law, const CushionImpact& at, BallState s);

}  // namespace cuelab
