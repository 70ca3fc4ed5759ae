#include "laws/impacts.hpp"

#include <algorithm>
#include <cmath>

#include "cuelab/laws.hpp"

namespace cuelab {
namespace {

/// Impacts slower than this are inelastic [m/s].
double slow_speed(bool above_cloth, double calm_speed) {
  return std::max(above_cloth ? hopping_speed : sticking_speed, calm_speed);
}

/// Slow impact of two balls, at least one of them above the cloth: inelastic and frictionless; the
/// slate supports a ball on the cloth.
Pair stopped(const PairSpec& spec, Pair pair, const Vec3& n) {
  const auto along = [&](const BallSpec& ball, const BallState& s) {
    return is_above_cloth(ball, s) ? n : Vec3{n.x, n.y, 0.0};
  };
  const Vec3 n_a = along(spec.a, pair.a);
  const Vec3 n_b = along(spec.b, pair.b);
  const double inverse_mass = dot(n_a, n_a) / spec.a.mass + dot(n_b, n_b) / spec.b.mass;
  const double J = dot(pair.a.v - pair.b.v, n) / inverse_mass;
  pair.a.v -= (J / spec.a.mass) * n_a;
  pair.b.v += (J / spec.b.mass) * n_b;
  return pair;
}

}  // namespace

PairImpact meet(const Physics& physics, const BallSpec& a, const BallSpec& b, const Pair& before,
                double calm_speed) {
  // the laws take one cloth coefficient for both balls: the mean of the two
  const PairSpec spec{.a = a,
                      .b = b,
                      .cloth_friction = 0.5 * (sliding_coefficient(physics.cloth, a, before.a) +
                                               sliding_coefficient(physics.cloth, b, before.b))};
  const Vec3 apart = before.b.r - before.a.r;
  const Vec3 n = (1.0 / norm(apart)) * apart;
  const double approach = dot(before.a.v - before.b.v, n);
  const bool above = is_above_cloth(a, before.a) || is_above_cloth(b, before.b);
  const bool sticks = approach < slow_speed(above, calm_speed);
  Pair after = before;
  if (!sticks) {
    after = resolve(physics.ball_ball, spec, before, n);
  } else if (above) {
    after = stopped(spec, before, n);
  } else {
    after = resolve(Frictionless{0.0}, spec, before, n);
  }
  return {.after = {released(spec.a, after.a), released(spec.b, after.b)}, .sticks = sticks};
}

Rebound rebound(const Physics& physics, const BallSpec& ball, const NoseContact& at,
                const BallState& before, double calm_speed) {
  const double mu = sliding_coefficient(physics.cloth, ball, before);
  if (is_above_cloth(ball, before)) {
    const double approach = -dot(before.v, at.flight_normal);
    if (approach < slow_speed(true, calm_speed)) {
      BallState after = before;
      after.v += approach * at.flight_normal;
      return {.after = released(ball, after), .sticks = true};
    }
    const BallState after = resolve(physics.cushion, {ball, at.flight_normal, mu}, before);
    return {.after = released(ball, after)};
  }
  const double speed = dot(flat(before.v), at.normal);
  if (-speed < slow_speed(false, calm_speed)) {
    const Vec2 stopped = flat(before.v) - speed * at.normal;
    return {.after = settled(ball, {before.r, {stopped.x, stopped.y, 0.0}, before.w}),
            .sticks = true};
  }
  // a nose above the ball's centre pushes it down; the slate supports it during the impact
  const double cos_theta = std::sqrt(1.0 - at.sin_theta * at.sin_theta);
  const Vec3 n{cos_theta * at.normal.x, cos_theta * at.normal.y, -at.sin_theta};
  BallState after = resolve(physics.cushion, {ball, n, mu}, before);
  after.v.z = std::max(0.0, after.v.z);
  return {.after = released(ball, after)};
}

}  // namespace cuelab
