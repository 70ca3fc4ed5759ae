#pragma once

#include "cuelab/law_info.hpp"
#include "cuelab/laws/cloth/coulomb.hpp"
#include "cuelab/laws/cloth/patch_friction.hpp"
#include "cuelab/result.hpp"

namespace cuelab {

/// Velocity whose direction shifts the pressure: of the patch over the cloth, v; of the patch over
/// the ball's surface, R (w_y, -w_x), the same for a rolling ball; or the mean of both.
enum class RollingVelocity : std::uint8_t { patch, surface, mean };

/// How the shifted pressure resists rolling: as a couple, with the normal force through the shifted
/// centre of pressure; or as a force through the ball's centre, as a rigid sphere ploughing through
/// the cloth has it. Both slow down a rolling ball alike.
enum class RollingResistance : std::uint8_t { couple, plough };

/// Radius of the patch in the smooth engine with vertical motion: constant, or sqrt(R depth).
enum class PatchRadius : std::uint8_t { constant, depth };

/// Cloth: the ball touches it in a disc, where slip and spin share one friction [Kudra2016]. Side
/// spin weakens sliding friction and bends paths; friction slows the spin of a sliding ball less.
/// No part of the patch sticks: below `epsilon` friction falls with the slip, and a rolling ball
/// creeps a little. Assumes that the whole patch slides, a constant mu, and a patch that does not
/// depend on speed.
struct PatchCloth {
  double coefficient = 0.2;   ///< mu
  double radius = 3.08e-3;    ///< a [m]
  double distortion = 0.649;  ///< d, shift of the pressure by rolling
  double epsilon = 1e-3;      ///< scale of the regularisation [m/s]
  double tolerance = 1e-6;    ///< of positions in the event engine [m]
  PatchForm form = PatchForm::exact;
  Regularisation regularisation = Regularisation::tanh;
  RollingVelocity rolling_velocity = RollingVelocity::patch;
  RollingResistance resistance = RollingResistance::couple;
  PatchRadius patch_radius = PatchRadius::constant;
  friend bool operator==(const PatchCloth&, const PatchCloth&) = default;
};

/// Range of d: a stronger shift needs attraction in a part of the patch.
inline constexpr Range distortion_range{
    .min = 0.0, .max = 1.0, .reason = "above 1 the pressure is negative in a part of the patch"};

constexpr LawInfo describe(PatchCloth) {
  return {
      .name = "patch",
      .meaning = "friction of a disc: slip and spin share it, rolling shifts the pressure",
      .source =
          "G. Kudra, M. Szewc, I. Wojtunik, J. Awrejcewicz, Shaping the trajectory of the "
          "billiard ball with approximations of the resultant contact forces, Mechatronics (2016)",
      .parameters = {
          parameter<&PatchCloth::coefficient>("coefficient", friction_range, "", "mu"),
          parameter<&PatchCloth::radius>("radius", {.min = 1e-6, .max = 1.0}, "m",
                                         "a, of the contact patch; 16 mu_sp R / (3 pi mu)"),
          parameter<&PatchCloth::distortion>(
              "distortion", distortion_range, "",
              "d, shift of the pressure by rolling; 7 mu_r R / a for solid balls"),
          parameter<&PatchCloth::epsilon>("epsilon", {.min = 1e-6, .max = 1.0}, "m/s",
                                          "friction falls to zero below this slip"),
          parameter<&PatchCloth::tolerance>("tolerance", {.min = 1e-9, .max = 1e-5}, "m",
                                            "of positions at rest in the event engine"),
          choice<&PatchCloth::form>("form", patch_form_names, "form of the friction integrals"),
          choice<&PatchCloth::regularisation>("regularisation", regularisation_names,
                                              "how friction vanishes at rest; inside only for "
                                              "pade-1 and generalised"),
          choice<&PatchCloth::rolling_velocity>(
              "rolling_velocity", "patch surface mean",
              "velocity that directs the distortion: of the patch, of the ball's surface, mean"),
          choice<&PatchCloth::resistance>("resistance", "couple plough",
                                          "rolling resistance as a couple or through the centre"),
          choice<&PatchCloth::patch_radius>(
              "patch_radius", "constant depth",
              "depth: sqrt(R depth) where the smooth engine has vertical motion")}};
}

/// What the motion of a ball over the cloth causes in the patch.
struct PatchAction {
  PatchFriction friction;
  Vec2 d{};  ///< shift of the pressure
};

/// For the velocity of the ball's centre [m/s] and the slip on a patch of this radius [m].
PatchAction action_of(const PatchCloth& cloth, double radius, const Vec2& v, const PatchSlip& slip);

/// The share of the slip u that the velocity of rolling lacks: it is v - share u.
inline double slip_share_of(RollingVelocity kind) {
  return kind == RollingVelocity::patch ? 0.0 : kind == RollingVelocity::surface ? 1.0 : 0.5;
}

/// Load of the cloth on a ball, and the power it dissipates.
struct PatchLoad {
  Vec2 force{};             ///< horizontal [N]
  Vec3 moment{};            ///< about the ball's centre [N m]
  double friction = 0.0;    ///< [W]
  double resistance = 0.0;  ///< [W]
};

/// A ball pressed on the cloth.
struct PatchContact {
  double ball_radius = 0.0;  ///< R [m]
  double radius = 0.0;       ///< of the patch, a [m]
  double N = 0.0;            ///< normal force [N]
};

/// The load on a ball with this velocity and spin.
PatchLoad load_of(const PatchCloth& cloth, const PatchContact& contact, const Vec2& v,
                  const Vec3& w);

/// The free motion of a ball on the cloth, in pieces: see patch_flow.cpp.
Flow flow_of(const PatchCloth& cloth, const BallSpec& ball, const Environment& around,
             const BallState& s);

/// The velocities of a ball a time t after `start`, where it began a bent piece that lasts longer.
struct PatchVelocities {
  Vec2 v{};  ///< [m/s]
  Vec3 w{};  ///< [rad/s]
};
PatchVelocities velocities_after(const PatchCloth& cloth, const BallSpec& ball, double gravity,
                                 const BallState& start, double t);

/// The coefficients with which `CoulombCloth` slows down a sliding, rolling or spinning ball as the
/// patch does at high slip, without slip and without speed: mu_r = a d k / (5 R (1 + k)) with k =
/// m R^2 / I, a d / (7 R) for a solid ball, and mu_sp = 3 pi mu a / (16 R).
CoulombCloth coulomb_of(const PatchCloth& cloth, const BallSpec& ball);

inline double sliding_coefficient(const PatchCloth& cloth, const BallSpec& /*ball*/,
                                  const BallState& /*s*/) {
  return cloth.coefficient;
}
inline double rolling_coefficient(const PatchCloth& cloth, const BallSpec& ball,
                                  const BallState& /*s*/) {
  return coulomb_of(cloth, ball).rolling;
}

/// The patch with these coefficients, else like `from`. Error where it would need d > 1: mu_sp must
/// be at least 21 pi / 16 mu_s mu_r for a solid ball.
Result<PatchCloth> patch_of(const CoulombCloth& cloth, const BallSpec& ball,
                            const PatchCloth& from = {});

/// Reduced modulus E* of a Hertzian contact with this patch under the ball's weight,
/// 3 m g R / (4 a^3) [Pa].
double modulus_of(const PatchCloth& cloth, const BallSpec& ball, double gravity);

/// The greatest distortion for which no state of a ball gains energy: d <= 5 mu R / (2 a), except
/// where the rolling resistance opposes the motion that it acts on.
double greatest_passive_distortion(const PatchCloth& cloth, const BallSpec& ball);

}  // namespace cuelab
