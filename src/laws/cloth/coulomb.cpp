#include "cuelab/laws/cloth/coulomb.hpp"

#include <cmath>
#include <limits>

namespace cuelab {
namespace {

/// x / rate; infinite if rate is 0.
double time_to_lose(double x, double rate) {
  return rate > 0.0 ? x / rate : std::numeric_limits<double>::infinity();
}

Vec3 half(Vec2 a) { return {0.5 * a.x, 0.5 * a.y, 0.0}; }

}  // namespace

Flow flow_of(const CoulombCloth& cloth, const BallSpec& ball, const Environment& around,
             const BallState& s) {
  // 5/2 for a solid ball
  const double k = ball.mass * ball.radius * ball.radius / ball.inertia;
  const double gravity = around.gravity;
  Flow flow;
  flow.spin_decay = s.w.z == 0.0 ? 0.0 : k * cloth.spinning * gravity / ball.radius;

  if (s.motion == Motion::sliding) {
    const Vec2 u = slip_of(ball, s);
    const double speed = norm(u);
    const Vec2 along = (1.0 / speed) * u;
    const double friction = cloth.sliding * gravity;
    flow.a = half(around.push - friction * along);
    flow.dw = (k * friction / ball.radius) * left_of(along);
    flow.duration = time_to_lose(speed, (1.0 + k) * friction);
  } else if (s.motion == Motion::rolling) {
    const double speed = norm(flat(s.v));
    const double friction = cloth.rolling * gravity;
    const Vec2 acceleration =
        speed > 0.0 ? around.push - (friction / speed) * flat(s.v) : around.push;
    flow.a = half(acceleration);
    flow.dw = (1.0 / ball.radius) * left_of(acceleration);
    flow.duration = time_to_lose(speed, friction);
  } else {
    flow.duration = time_to_lose(std::abs(s.w.z), flow.spin_decay);
  }
  return flow;
}

}  // namespace cuelab
