#pragma once

#include "cuelab/laws/ball_ball/friction.hpp"
#include "cuelab/laws/ball_ball/pair.hpp"

namespace cuelab {

/// Ball-ball: integrated over the impulse, with friction between the balls and at the cloth
/// [Mathavan2014].
struct Mathavan2014 {
  double restitution = 0.95;
  BallFriction friction{};
  friend bool operator==(const Mathavan2014&, const Mathavan2014&) = default;
};

constexpr LawInfo describe(Mathavan2014) {
  return {.name = "mathavan-2014",
          .meaning = "impulse integration with friction between the balls and on the cloth",
          .source =
              "S. Mathavan, M. R. Jackson, R. M. Parkin, Numerical simulations of the "
              "frictional collisions of solid balls on a rough surface, Sports Engineering "
              "17 (2014), doi:10.1007/s12283-014-0158-y",
          .parameters =
              ParameterList(parameter<&Mathavan2014::restitution>(
                  "restitution", fraction, "", "square root of the fraction of work recovered")) +
              friction_parameters<&Mathavan2014::friction>()};
}

/// Impact along n (unit, from a to b) with friction between the balls and between each ball and the
/// cloth, integrated over the normal impulse [Mathavan2014], like Mathavan2010. Friction between
/// the balls presses one onto the cloth, where friction acts too, and lifts the other. Restitution
/// is energetic.
///
/// Departs from the paper: a slip that stops may stick, mu may depend on the slip speed, and the
/// lifted ball gets the vertical velocity that the paper neglects. The cloth does not act on an
/// airborne ball.
///
/// Limit: with a cloth friction of 1 or more and strong friction between the balls an impact may
/// lock itself: the approach speed grows with the impulse while a slip is held. Its integration
/// ends after 500 panels, and what approach is left is stopped without friction; the result is then
/// only as exact as its rounding, and differs between frames by several approach speeds. Known
/// with extreme coefficients only.
Pair resolve(const Mathavan2014& law, const PairSpec& spec, Pair pair, const Vec3& n);

}  // namespace cuelab
