#include "strike/stroke.hpp"

#include <algorithm>
#include <cmath>

#include "cuelab/laws.hpp"
#include "laws/normal_force/normal_force.hpp"
#include "math/elementary.hpp"
#include "strike/strike.hpp"

namespace cuelab {
namespace {

// Coefficients of the fit, in the order of the header.
constexpr double impulse_fit[] = {0.55, 1.68, 1.22, 2.0};
constexpr double rebound_fit[] = {0.38, 2.27, 1.49};
constexpr double fitted_restitution = 0.5;  // of the slate
constexpr double slate_fit = -0.77;
constexpr double tip_fit[] = {0.29, -0.43, 0.73};

/// Mean displacement of the contact point, weighted with the force, / its displacement at the final
/// speed over the whole contact: 1/8 for a force like sin^2; this value fits the integrated
/// strokes, with the impulse of the stiff limit.
constexpr double mean_drift = 0.10;
/// The greatest drift / R; a real tip would leave the ball [m/m].
constexpr double greatest_drift = 0.2;
/// Depth of the contact point / R at grazing offsets, to keep the end mass's part finite.
constexpr double least_depth = 0.1;

double depth_at(double a, double b) {
  return std::sqrt(std::max(least_depth * least_depth, 1.0 - a * a - b * b));
}

/// A stroke with a raised cue. Components: x along the heading, y to the left; speeds are impulses
/// divided by the ball's mass.
struct Stroke {
  const Lie& lie;
  const Cue& cue;
  double speed = 0.0;  ///< of the cue
  double k = 2.5;      ///< m R^2 / I
  SinCos tilt{};
  double a = 0.0;      ///< offset of the contact point to the left, during the stroke
  double b = 0.0;      ///< and upwards
  double depth = 1.0;  ///< distance of the contact point from the ball's centre along the cue / R
};

/// What tip and cloth give the ball.
struct Impulses {
  double tip = 0.0;      ///< along the cue
  double rebound = 0.0;  ///< vertical speed at the end
  double normal = 0.0;   ///< of the cloth
  Vec2 friction{};       ///< of the cloth
};

/// How tip and cloth share the impulse.
struct Sharing {
  double w = 1.0;      ///< inverse inertia that the tip feels without the cloth, times the mass
  double bare = 0.0;   ///< impulse of the tip without the cloth
  double share = 0.0;  ///< of the cloth; at least zero and below one
  Vec2 slip{};         ///< of the lowest point per impulse of the tip
  double slip_size = 0.0;
};

Sharing sharing(const Stroke& s) {
  Sharing out;
  out.w = 1.0 + s.lie.ball.mass / s.cue.mass + s.k * (s.a * s.a + s.b * s.b);
  out.bare = (1.0 + s.cue.restitution) * s.speed / out.w;
  out.slip = {s.tilt.cos - s.k * s.b, -s.k * s.a * s.tilt.sin};
  out.slip_size = norm(out.slip);
  const double grip = std::min(s.lie.mu * s.tilt.sin, out.slip_size / (1.0 + s.k));
  out.share = (s.tilt.sin * s.tilt.sin + grip * out.slip_size) / out.w;
  return out;
}

/// The cloth's part, given the tip's impulse and the rebound.
Impulses with_cloth(const Stroke& s, const Sharing& c, double tip, double rebound) {
  Impulses out{
      .tip = tip, .rebound = rebound, .normal = tip * s.tilt.sin + rebound, .friction = {}};
  if (c.slip_size > 0.0) {
    const double most = s.lie.mu * out.normal;
    out.friction = (-std::min(most / c.slip_size, tip / (1.0 + s.k))) * c.slip;
  }
  return out;
}

/// The limit of a stiff cloth.
Impulses stiff_limit(const Stroke& s) {
  const Sharing c = sharing(s);
  return with_cloth(s, c, c.bare / (1.0 - c.share), 0.0);
}

/// The fit between the limits.
Impulses impulses(const Stroke& s) {
  const Sharing c = sharing(s);
  const double e = s.cue.restitution;
  const Slate& slate = s.lie.slate;

  // how soft the cloth is compared with the tip
  const double ratio = s.cue.stiffness / s.lie.stiffness;
  const double x = ratio * ratio * c.w * c.w * c.w / ((1.0 + e) * s.tilt.sin);
  const double y = std::sqrt(std::sqrt(x));
  const double z = y * y * (1.0 - c.share) * (impulse_fit[0] + impulse_fit[1] * y) *
                   exp(-y * c.share * (impulse_fit[2] + impulse_fit[3] * c.share)) *
                   (1.0 + slate_fit * (slate.restitution - fitted_restitution));
  const double damped =
      (1.0 - e) * c.share * (tip_fit[0] + tip_fit[1] * c.share + tip_fit[2] * std::min(y, 1.0));
  const double part =
      y * (rebound_fit[0] + rebound_fit[1] * y) / (1.0 + y * (rebound_fit[2] + rebound_fit[1] * y));
  const double tip = c.bare * (1.0 + z) / (1.0 + z - c.share) * (1.0 + damped);
  return with_cloth(s, c, tip, slate.restitution * part * c.bare * s.tilt.sin);
}

/// A vector perpendicular to the cue.
struct Across {
  double left = 0.0;
  double up = 0.0;
};

/// Velocity of the contact point across the cue due to the ball's rotation.
Across turning(const Stroke& s, const Impulses& j) {
  const double c = s.depth;
  return {.left = s.k * (c * s.a * j.tip - (s.b * s.tilt.cos + c * s.tilt.sin) * j.friction.y),
          .up = s.k * (c * (s.b * j.tip - j.friction.x) + s.a * s.tilt.cos * j.friction.y)};
}

/// Duration of the tip's contact: Hertz's for the inertia that the tip feels. The fifth root of x
/// as t^(4/5), t = x^(1/4), relative to common values: good to 5 % over 5 decades.
double contact_time(const Stroke& s, const Impulses& j) {
  constexpr double usual_x = 1e-17;        // 0.2 kg, 4.4e7 N/m^1.5, 2 m/s
  constexpr double usual_time = 1.281e-3;  // 3.218 x^(1/5) [s]
  const double mass = s.lie.ball.mass * j.tip / ((1.0 + s.cue.restitution) * s.speed);
  const double x = mass * mass / (s.cue.stiffness * s.cue.stiffness * s.speed);
  const double t = std::sqrt(std::sqrt(x / usual_x)) - 1.0;
  return usual_time * (1.0 + 0.9 * t) / (1.0 + 0.1 * t);
}

/// Drift of the contact point: the tip follows the ball's surface and does not turn.
Across drift(const Stroke& s, const Impulses& j) {
  const Across speed = turning(s, j);
  const double reach = s.lie.ball.radius + s.cue.tip_radius;
  const double per_speed = mean_drift * contact_time(s, j) / reach;
  const auto limited = [](double x) { return std::clamp(x, -greatest_drift, greatest_drift); };
  return {limited(per_speed * speed.left), limited(per_speed * speed.up)};
}

/// Velocity of the contact point across the cue.
Across contact_velocity(const Stroke& s, const Impulses& j) {
  const Across speed = turning(s, j);
  return {.left = speed.left + j.friction.y,
          .up = speed.up + j.normal * s.tilt.cos + j.friction.x * s.tilt.sin};
}

/// Impulses across the cue by which its end, with the lateral inertia `mass` [kg], resists being
/// carried along: with the contact point, and along the normal there as the tip springs back.
Across resistance(const Stroke& s, const Across& contact, double mass) {
  const double spring = s.cue.restitution * s.speed / s.depth;
  const double ratio = s.lie.ball.mass / mass;
  return {.left = -(contact.left + spring * s.a) / (ratio + 1.0 + s.k * (1.0 - s.a * s.a)),
          .up = -(contact.up + spring * s.b) / (ratio + 1.0 + s.k * (1.0 - s.b * s.b))};
}

/// Velocity and spin that the tip alone gives the ball: q along the cue, and across it.
BallState pushed(const Stroke& s, double heading, double q, const Across& aside, double weight) {
  const SinCos turned = sin_cos(heading);
  const Vec3 forward{turned.cos, turned.sin, 0.0};
  const Vec3 left{-turned.sin, turned.cos, 0.0};
  const Vec3 along = s.tilt.cos * forward - Vec3{0.0, 0.0, s.tilt.sin};
  const Vec3 up = s.tilt.sin * forward + Vec3{0.0, 0.0, s.tilt.cos};
  const double c = s.depth;
  // as in the published law, squirt turns the velocity
  const double squirt = aside.left / q;
  const double turn = 1.0 / std::sqrt(1.0 + squirt * squirt);
  BallState out = s.lie.resting;
  out.v = turn * (q * along + aside.left * left) + aside.up * up;
  out.w = (s.k / s.lie.ball.radius) *
          (q * (s.b * left - s.a * up) - (weight * aside.left) * (s.b * along + c * up) +
           aside.up * (s.a * along + c * left));
  return out;
}

}  // namespace

Lie lie_of(const Scene& scene, const BallSpec& ball, const BallState& resting) {
  return {.ball = ball,
          .resting = resting,
          .slate = scene.physics.slate,
          .mu = sliding_coefficient(scene.physics.cloth, ball, resting),
          .gravity = scene.physics.gravity,
          .stiffness = hertz_stiffness(scene.smooth.ball, scene.smooth.cloth, ball.radius)};
}

double lateral_inertia(const BallSpec& ball, const Cue& cue, const Shot& shot) {
  const double k = ball.mass * ball.radius * ball.radius / ball.inertia;
  const double offset2 = shot.side * shot.side + shot.height * shot.height;
  const double w = 1.0 + ball.mass / cue.mass + k * offset2;
  const double depth = depth_at(shot.side, shot.height);
  const double beside = depth_at(shot.side, 0.0);
  const double own = 1.0 + k * (1.0 - shot.side * shot.side);
  const double spring = cue.restitution * w / ((1.0 + cue.restitution) * k * depth);
  const double excess = (depth + spring) / beside;
  return ball.mass / (excess * (own + ball.mass / cue.end_mass) - own);
}

BallState stroke(const Lie& lie, const Cue& cue, const Shot& shot) {
  const BallSpec& ball = lie.ball;
  const bool level = !(shot.elevation > 0.0) || !(shot.speed > 0.0);
  if (level || is_above_cloth(ball, lie.resting)) {
    return released(ball, strike(ball, lie.resting, cue, shot));
  }
  Stroke s{.lie = lie,
           .cue = cue,
           .speed = shot.speed,
           .k = ball.mass * ball.radius * ball.radius / ball.inertia,
           .tilt = sin_cos(shot.elevation),
           .a = shot.side,
           .b = shot.height,
           .depth = depth_at(shot.side, shot.height)};
  const double level_part = (1.0 - s.tilt.sin) * (1.0 - s.tilt.sin);
  const double weight = 1.0 - level_part * level_part;

  // tip and cloth, at the mean place of the contact
  const Across moved = drift(s, stiff_limit(s));
  s.a += weight * moved.left;
  s.b += weight * moved.up;
  s.depth = depth_at(s.a, s.b);
  const Impulses j = impulses(s);

  // the end of the cue is carried aside: not sprung back, it adds its part to the compression only
  Across aside{};
  double q = j.tip;
  if (cue.end_mass > 0.0) {
    const Across contact = contact_velocity(s, j);
    aside = resistance(s, contact, lateral_inertia(ball, cue, shot));
    const double gain = 1.0 + cue.restitution;
    q -= weight * (contact.left * aside.left + contact.up * aside.up) / (gain * gain * s.speed);
    aside.up *= weight;
  }

  // the cloth pushes back by its normal impulse and its friction: a bounce with less rebound
  BallState out = pushed(s, shot.heading, q, aside, weight);
  const double landing = -out.v.z;
  if (!(landing > 0.0)) return released(ball, out);
  Slate slate = lie.slate;
  slate.restitution = j.rebound / landing;
  slate.friction = lie.mu;
  return bounce(slate, ball, lie.gravity, out);
}

}  // namespace cuelab
