#pragma once

#include "cuelab/law_info.hpp"
#include "cuelab/laws/cushion/impact.hpp"

namespace cuelab {

/// Cushion: rigid contact at the nose height with friction [Han2005].
struct Han2005 {
  double restitution = 0.85;
  double friction = 0.2;
  friend bool operator==(const Han2005&, const Han2005&) = default;
};

constexpr LawInfo describe(Han2005) {
  return {.name = "han-2005",
          .meaning = "rigid contact at nose height with friction",
          .source =
              "I. Han, Dynamics in carom and three cushion billiards, J. Mech. Sci. Technol. "
              "19 (2005) 976-984",
          .parameters = {parameter<&Han2005::restitution>("restitution", fraction, "",
                                                          "normal speed ratio, after to before"),
                         parameter<&Han2005::friction>("friction", friction_range, "",
                                                       "mu, ball on cushion")}};
}

/// Rigid contact at the nose with restitution and friction [Han2005, eqs. (14)-(23)]: the impulse
/// law, except that a ball on the cloth stays there whatever the vertical impulse (in the air it is
/// the impulse law). Departs from the paper: its test for sticking compares the impulse that stops
/// the slip with the normal impulse; here it is compared with mu times that, Coulomb's limit. And
/// holding the ball on the cloth takes away part of the rebound: of a ball without slip the part
/// (1 + e) sin^2 of the approach speed, sin the inclination of n. Where that would leave an
/// approach, the nose and the slate push the ball on, without friction, until none is left.
BallState resolve(const Han2005& law, const CushionImpact& at, const BallState& s);

}  // namespace cuelab
