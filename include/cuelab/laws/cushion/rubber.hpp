#pragma once

#include "cuelab/law_info.hpp"
#include "cuelab/laws/cushion/impact.hpp"
#include "cuelab/laws/restitution.hpp"

namespace cuelab {

/// Cushion: friction at nose and cloth as in [Mathavan2010], restitution that falls with speed.
struct RubberCushion {
  double restitution = 0.87;  ///< of slow impacts; energetic
  RestitutionFall fall{.loss = 0.17, .speed = 2.5};
  double friction = 0.2;
  friend bool operator==(const RubberCushion&, const RubberCushion&) = default;
};

/// Coefficients by kind of table, chosen with rebounds just after the impact, at normal speeds up
/// to 3.4 m/s (snooker) and 3.6 m/s (carom); beyond, the curve levels off, as the carom rebounds do
/// (0.785 at 2.4 m/s, 0.769 at 3.6).
/// - pool: the defaults; restitution after [Sudo2002], 0.856 below 1.8 m/s and 0.745 over all
///   speeds; no friction was measured: that of carom, with which steep sliding banks
///   [AlciatoreTPB28] go better than with 0.14.
/// - snooker: fitted to 19 rebounds of a rolling ball [Mathavan2010, fig. 7a], RMS 0.042 m/s; 0.98
///   and 0.14 are the paper's.
/// - carom: set to the mean rebounds of a recorded match at five speeds; friction from the speed
///   left when the ball rolls again (0.555 of that before), which asks for more than 0.14.
inline constexpr RubberCushion snooker_rubber{
    .restitution = 0.98, .fall = {.loss = 0.29, .speed = 3.3}, .friction = 0.14};
inline constexpr RubberCushion carom_rubber{
    .restitution = 0.9, .fall = {.loss = 0.16, .speed = 2.1}, .friction = 0.2};

constexpr LawInfo describe(RubberCushion) {
  return {.name = "rubber",
          .meaning = "friction at the nose and on the cloth, restitution that falls with speed",
          .source =
              "equations of S. Mathavan, M. R. Jackson, R. M. Parkin, Proc. IMechE C 224 (2010) "
              "1863-1873; restitution from measured rebounds",
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
/// Equations: those of Mathavan2010, with the restitution e(v) of `fall`, v the approach speed
/// along n, in six steps of the normal impulse. In each, the nose gives its impulse with friction
/// against the slip there, at most enough to stop it; and the cloth, half a step behind, the
/// impulse that keeps the ball from sinking, with friction likewise. The impact ends when e^2 of
/// the work of compression is recovered. Whatever the number of steps, the impact gains no energy.
///
/// Accuracy: in usual impacts (pool, snooker and carom balls, 0.3 to 8 m/s, up to 80 degrees, any
/// spin) velocities differ from those of Mathavan2010 with the same e by 0.35 % of the approach
/// speed rms and 1.6 % at most, directions by 0.09 degrees rms and 0.6 at most, spins R w by 3 %
/// rms and 14 % at most. Unusual impacts, in which the cloth takes nearly all of the nose's
/// impulse, are left to Mathavan2010.
///
/// Validity: rebounds of rolling balls up to 3.4 m/s (see the constants above). It is the stiff
/// counterpart of the smooth engine's cushion with the same coefficients.
///
/// Limits: no tangential compliance (recorded shots ask for a tangential restitution of 0.04 only),
/// no dwell, one friction coefficient for all slips, and a ball on the cloth stays on it.
BallState resolve(const RubberCushion& law, const CushionImpact& at, BallState s);

}  // namespace cuelab
