#include "cuelab/laws/slate/bounce.hpp"

#include <algorithm>
#include <cmath>

#include "cuelab/laws/cloth/coulomb.hpp"

namespace cuelab {
namespace {

/// A ball higher above the cloth than this is airborne [m]; impacts on the cloth leave residues.
constexpr double airborne_height = 1e-9;

/// Vertical speeds below this that an impact leaves to a ball on the cloth are dropped [m/s]: a hop
/// of 0.05 um. The friction this adds or removes is worth mu times the speed.
constexpr double slowest_hop = 1e-3;

}  // namespace

bool is_above_cloth(const BallSpec& ball, const BallState& s) {
  return s.motion == Motion::airborne || s.r.z > ball.radius + airborne_height;
}

BallState rubbed(const BallSpec& ball, BallState s, double change) {
  const Vec2 u = slip_of(ball, s);
  const double slip = norm(u);
  if (!(slip > 0.0)) return s;
  // friction changes v by J/m against the slip and w with it, until the slip is gone
  const double k = ball.mass * ball.radius * ball.radius / ball.inertia;
  const double most = std::min(change, slip / (1.0 + k));
  const Vec2 along = (1.0 / slip) * u;
  s.v -= Vec3{most * along.x, most * along.y, 0.0};
  const Vec2 turn = (k * most / ball.radius) * left_of(along);
  s.w += Vec3{turn.x, turn.y, 0.0};
  return s;
}

BallState bounce(const Slate& slate, const BallSpec& ball, double gravity, BallState s) {
  const double landing = -s.v.z;
  const double rebound = slate.restitution * landing;
  const bool rises = rebound * rebound >= 2.0 * gravity * slate.min_bounce;
  s.v.z = rises ? rebound : 0.0;

  const double mu = slate.friction.value_or(CoulombCloth{}.sliding);
  s = rubbed(ball, s, mu * (landing + s.v.z));
  s.r.z = ball.radius;
  if (!rises) return settled(ball, s);
  s.motion = Motion::airborne;
  return s;
}

BallState released(const BallSpec& ball, BallState s) {
  const bool in_the_air = s.r.z > ball.radius + airborne_height;
  if (!in_the_air && std::abs(s.v.z) < slowest_hop) return settled(ball, s);
  s.motion = Motion::airborne;
  return s;
}

}  // namespace cuelab
