#pragma once

#include "cuelab/law_info.hpp"
#include "cuelab/laws/cushion/impact.hpp"
#include "cuelab/laws/restitution.hpp"

namespace cuelab {

/// Cushion: friction at nose and cloth as in [Mathavan2010], restitution that falls with speed.
struct RubberCushion {
  double restitution = 0.98;  ///< of slow impacts; energetic
  RestitutionFall fall{.loss = 0.29, .speed = 3.3};
  double friction = 0.14;
  friend bool operator==(const RubberCushion&, const RubberCushion&) = default;
};

/// Coefficients by kind of table. They are fitted to rebounds just after the impact, at normal
/// speeds up to 3.4 m/s (snooker) and 3.6 m/s (carom); beyond, the curve levels off, as the carom
/// rebounds do (0.785 at 2.4 m/s, 0.769 at 3.6).
/// - snooker: the defaults, 19 rebounds of a rolling ball [Mathavan2010, fig. 7a], RMS 0.045 m/s;
///   0.98 and 0.14 are the paper's.
/// - carom: mean rebounds of a recorded match by speed, within 0.025; friction from the speed left
///   when the ball rolls again (0.555 of that before), which asks for more than 0.14.
/// - pool: 0.856 below 1.8 m/s and 0.745 over all speeds [Sudo2002]; friction as for carom, for
///   which steep sliding banks speak [AlciatoreTPB28].
inline constexpr RubberCushion snooker_rubber{};
inline constexpr RubberCushion carom_rubber{
    .restitution = 0.9, .fall = {.loss = 0.16, .speed = 2.1}, .friction = 0.2};
inline constexpr RubberCushion pool_rubber{
    .restitution = 0.87, .fall = {.loss = 0.17, .speed = 2.5}, .friction = 0.2};

constexpr LawInfo describe(RubberCushion) {
  return {.name = "rubber",
          .meaning = "friction at the nose and on the cloth, restitution that falls with speed",
          .source =
              "equations of S. Mathavan, M. R. Jackson, R. M. Parkin, Proc. IMechE C 224 (2010) "
              "1863-1873; restitution fitted to the rebounds measured there",
          .parameters = {
              parameter<&RubberCushion::restitution>(
                  "restitution", fraction, "",
                  "square root of the fraction of work recovered, in slow impacts"),
              parameter<&RubberCushion::fall, &RestitutionFall::loss>(
                  "loss", loss_range, "", "part of the restitution lost in fast impacts"),
              parameter<&RubberCushion::fall, &RestitutionFall::speed>(
                  "loss_speed", loss_speed_range, "m/s", "approach speed at which half is lost"),
              parameter<&RubberCushion::friction>("friction", friction_range, "",
                                                  "mu, ball on cushion")}};
}

/// Idea: a rigid ball on a rubber nose above its centre, pressed onto the cloth while it rebounds,
/// with the restitution that real cushions show.
///
/// Equations: those of Mathavan2010, whose contract holds here too; the work recovered is e(v)^2
/// times that of compression, e(v) from `fall` and the approach speed v along n before the impact.
///
/// Validity: rebounds of rolling balls up to 3.4 m/s (see the constants above). It is the stiff
/// counterpart of the smooth engine's cushion with the same coefficients.
///
/// Limits: no tangential compliance (recorded shots ask for a tangential restitution of 0.04 only),
/// no dwell, one friction coefficient for all slips, and a ball on the cloth stays on it.
BallState resolve(const RubberCushion& law, const CushionImpact& at, BallState s);

}  // namespace cuelab
