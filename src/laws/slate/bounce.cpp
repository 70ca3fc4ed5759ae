#include "cuelab/laws/slate/bounce.hpp"

#include <cmath>

#include "cuelab/laws/cloth/coulomb.hpp"
#include "laws/cloth/free_motion.hpp"

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
  return rubbed_on_slate<double>(ball, s, change);
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
