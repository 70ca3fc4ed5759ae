#include "laws/impacts.hpp"

#include <algorithm>
#include <cmath>

#include "laws/ball_ball/resolve.hpp"
#include "laws/cloth/flow.hpp"
#include "laws/cushion/resolve.hpp"
#include "laws/slate/bounce.hpp"

namespace cuelab {
namespace {

/// Slow impact of balls of which one is in the air: elastic and without friction, a ball on the
/// cloth held up by the slate. So a ball that lies on others hops down from them in small steps
/// instead of bouncing ever lower.
Pair hopped(const PairSpec& spec, Pair pair, const Vec3& n) {
  const auto along = [&](const BallState& s) {
    return s.motion == Motion::airborne ? n : Vec3{n.x, n.y, 0.0};
  };
  const Vec3 n_a = along(pair.a);
  const Vec3 n_b = along(pair.b);
  const double inverse_mass = dot(n_a, n_a) / spec.a.mass + dot(n_b, n_b) / spec.b.mass;
  const double J = 2.0 * dot(pair.a.v - pair.b.v, n) / inverse_mass;
  pair.a.v -= (J / spec.a.mass) * n_a;
  pair.b.v += (J / spec.b.mass) * n_b;
  return pair;
}

}  // namespace

Meeting meet(const Physics& physics, const PairSpec& spec, const Pair& before) {
  const Vec3 apart = before.b.r - before.a.r;
  const Vec3 n = (1.0 / norm(apart)) * apart;
  const double approach = dot(before.a.v - before.b.v, n);
  const bool flies = before.a.motion == Motion::airborne || before.b.motion == Motion::airborne;
  const bool sticks = !flies && approach < sticking_speed;
  Pair after = before;
  if (sticks) {
    after = resolve(Frictionless{0.0}, spec, before, n);
  } else if (flies && approach < hopping_speed) {
    after = hopped(spec, before, n);
  } else {
    after = resolve(physics.ball_ball, spec, before, n);
  }
  return {.after = {released(physics.slate, spec.a, physics.gravity, after.a),
                    released(physics.slate, spec.b, physics.gravity, after.b)},
          .sticks = sticks};
}

Rebound rebound(const Physics& physics, const BallSpec& ball, const NoseContact& at,
                const BallState& before) {
  const double mu = physics.cloth.sliding;
  if (before.motion == Motion::airborne) {
    const BallState after = resolve(physics.cushion, {ball, at.flight_normal, mu}, before);
    return {.after = released(physics.slate, ball, physics.gravity, after)};
  }
  const double speed = dot(flat(before.v), at.normal);
  if (-speed < sticking_speed) {
    const Vec2 stopped = flat(before.v) - speed * at.normal;
    return {.after = settled(ball, {before.r, {stopped.x, stopped.y, 0.0}, before.w}),
            .sticks = true};
  }
  // a nose above the ball's centre pushes it down; it leans on the slate while the impact lasts
  const double cos_theta = std::sqrt(1.0 - at.sin_theta * at.sin_theta);
  const Vec3 n{cos_theta * at.normal.x, cos_theta * at.normal.y, -at.sin_theta};
  BallState after = resolve(physics.cushion, {ball, n, mu}, before);
  after.v.z = std::max(0.0, after.v.z);
  return {.after = released(physics.slate, ball, physics.gravity, after)};
}

}  // namespace cuelab
