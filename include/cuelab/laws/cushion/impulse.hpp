#pragma once

#include "cuelab/law_info.hpp"
#include "cuelab/laws/cushion/impact.hpp"

namespace cuelab {

/// Cushion: normal impulse with restitution and Coulomb friction along the inclined normal.
struct ImpulseCushion {
  double restitution = 0.85;
  double friction = 0.2;
  friend bool operator==(const ImpulseCushion&, const ImpulseCushion&) = default;
};

constexpr LawInfo describe(ImpulseCushion) {
  return {.name = "impulse",
          .meaning = "restitution and Coulomb friction along the inclined contact normal",
          .source = "textbook mechanics",
          .parameters = {parameter<&ImpulseCushion::restitution>(
                             "restitution", fraction, "", "normal speed ratio, after to before"),
                         parameter<&ImpulseCushion::friction>("friction", friction_range, "",
                                                              "mu, ball on cushion")}};
}

/// Rigid impact along the inclined normal: Newton's restitution along it, Coulomb friction
/// perpendicular to it, at most enough to stop the slip. The result includes the vertical velocity.
BallState resolve(const ImpulseCushion& law, const CushionImpact& at, BallState s);

}  // namespace cuelab
