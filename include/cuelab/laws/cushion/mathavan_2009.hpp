#pragma once

#include "cuelab/law_info.hpp"
#include "cuelab/laws/cushion/impact.hpp"

namespace cuelab {

/// Cushion: the impulse law with the measured rebound speed [Mathavan2009].
struct Mathavan2009 {
  double friction = 0.2;
  friend bool operator==(const Mathavan2009&, const Mathavan2009&) = default;
};

constexpr LawInfo describe(Mathavan2009) {
  return {.name = "mathavan-2009",
          .meaning = "measured restitution, which falls with speed, and Coulomb friction",
          .source =
              "S. Mathavan, M. R. Jackson, R. M. Parkin, Application of high-speed imaging "
              "to determine the dynamics of billiards, Am. J. Phys. 77 (2009) 788-794",
          .parameters = {parameter<&Mathavan2009::friction>("friction", friction_range, "",
                                                            "mu, ball on cushion")}};
}

/// Rigid impact along the inclined normal as in `ImpulseCushion`, with the restitution measured at
/// this approach speed.
BallState resolve(const Mathavan2009& law, const CushionImpact& at, const BallState& s);

/// Rebound speed over approach speed v [m/s]: the fit -0.0877 v^2 + 1.131 v - 0.0953 to
/// perpendicular shots at 0.28 to 3.5 m/s [Mathavan2009], divided by v. Slower and faster impacts
/// have the restitution of the nearer end of that range: 0.77 and 0.80.
double rebound_mathavan_2009(double approach);

}  // namespace cuelab
