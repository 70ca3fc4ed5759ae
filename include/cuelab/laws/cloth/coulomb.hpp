#pragma once

#include "cuelab/law_info.hpp"
#include "cuelab/laws/cloth/flow.hpp"

namespace cuelab {

/// Cloth: constant coefficients of friction. Zero means no friction: the motion it would end lasts
/// forever.
struct CoulombCloth {
  double sliding = 0.2;      ///< mu_s
  double rolling = 0.01;     ///< mu_r
  double spinning = 0.0127;  ///< mu_sp; spin about the vertical decays at m g R mu_sp / I
  friend bool operator==(const CoulombCloth&, const CoulombCloth&) = default;
};

constexpr LawInfo describe(CoulombCloth) {
  return {.name = "coulomb",
          .meaning = "constant friction: sliding, rolling, spinning, each exact",
          .source =
              "W. Leckie, M. Greenspan, An event-based pool physics simulator, Advances in "
              "Computer Games, LNCS 4250 (2006) 247-262",
          .parameters = {parameter<&CoulombCloth::sliding>("sliding", friction_range, "",
                                                           "mu_s: deceleration mu_s g"),
                         parameter<&CoulombCloth::rolling>("rolling", friction_range, "",
                                                           "mu_r: deceleration mu_r g"),
                         parameter<&CoulombCloth::spinning>(
                             "spinning", friction_range, "",
                             "mu_sp: spin about the vertical decays at m g R mu_sp / I")}};
}

/// The free motion of a ball on the cloth [Leckie2006]: friction mu_s m g against the slip while
/// it slides, mu_r m g against the velocity while it rolls, a torque mu_sp m g R against w_z.
Flow flow_of(const CoulombCloth& cloth, const BallSpec& ball, const Environment& around,
             const BallState& s);

/// Sliding friction and rolling resistance in a state, divided by the weight.
inline double sliding_coefficient(const CoulombCloth& cloth, const BallSpec& /*ball*/,
                                  const BallState& /*s*/) {
  return cloth.sliding;
}
inline double rolling_coefficient(const CoulombCloth& cloth, const BallSpec& /*ball*/,
                                  const BallState& /*s*/) {
  return cloth.rolling;
}

}  // namespace cuelab
