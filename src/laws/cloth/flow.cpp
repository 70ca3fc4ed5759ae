#include "laws/cloth/flow.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace cuelab {
namespace {

/// x / rate, infinite when nothing slows the motion down.
double time_to_lose(double x, double rate) {
  return rate > 0.0 ? x / rate : std::numeric_limits<double>::infinity();
}

/// Until a ball at this height over its place on the cloth comes down to it.
double time_to_fall(double height, double rising, double gravity) {
  if (gravity == 0.0) {
    return rising < 0.0 ? -height / rising : std::numeric_limits<double>::infinity();
  }
  const double root = std::sqrt(std::max(0.0, rising * rising + 2.0 * gravity * height));
  return rising < 0.0 ? std::max(0.0, 2.0 * height / (root - rising)) : (rising + root) / gravity;
}

Vec3 half(Vec2 a) { return {0.5 * a.x, 0.5 * a.y, 0.0}; }

/// A ball that rolls has w = z x v / R apart from its spin about the vertical.
void roll(const BallSpec& ball, BallState& s) {
  s.w.x = -s.v.y / ball.radius;
  s.w.y = s.v.x / ball.radius;
  s.motion = Motion::rolling;
}

void stop(BallState& s) {
  s.v = {};
  s.w.x = 0.0;
  s.w.y = 0.0;
  const bool spins = std::abs(s.w.z) > still_spin;
  if (!spins) s.w.z = 0.0;
  s.motion = spins ? Motion::spinning : Motion::stationary;
}

}  // namespace

Vec2 slip_of(const BallSpec& ball, const BallState& s) {
  return {s.v.x - ball.radius * s.w.y, s.v.y + ball.radius * s.w.x};
}

BallState settled(const BallSpec& ball, BallState s) {
  s.r.z = ball.radius;
  s.v.z = 0.0;
  if (norm(slip_of(ball, s)) <= still_speed) return rolled(ball, s);
  s.motion = Motion::sliding;
  return s;
}

Flow flow_of(const BallSpec& ball, const Cloth& cloth, double gravity, const BallState& s,
             Vec2 push) {
  // 5/2 for a solid ball
  const double k = ball.mass * ball.radius * ball.radius / ball.inertia;
  Flow flow;
  flow.spin_decay = s.w.z == 0.0 ? 0.0 : k * cloth.spinning * gravity / ball.radius;

  switch (s.motion) {
    case Motion::sliding: {
      const Vec2 u = slip_of(ball, s);
      const double speed = norm(u);
      const Vec2 along = (1.0 / speed) * u;
      const double friction = cloth.sliding * gravity;
      flow.a = half(push - friction * along);
      flow.dw = (k * friction / ball.radius) * left_of(along);
      flow.duration = time_to_lose(speed, (1.0 + k) * friction);
      break;
    }
    case Motion::rolling: {
      const double speed = norm(flat(s.v));
      const double friction = cloth.rolling * gravity;
      const Vec2 acceleration = speed > 0.0 ? push - (friction / speed) * flat(s.v) : push;
      flow.a = half(acceleration);
      flow.dw = (1.0 / ball.radius) * left_of(acceleration);
      flow.duration = time_to_lose(speed, friction);
      break;
    }
    case Motion::spinning:
      flow.duration = time_to_lose(std::abs(s.w.z), flow.spin_decay);
      break;
    case Motion::airborne:
      flow.a = {0.0, 0.0, -0.5 * gravity};
      flow.spin_decay = 0.0;
      flow.duration = time_to_fall(s.r.z - ball.radius, s.v.z, gravity);
      break;
    default:
      flow.duration = std::numeric_limits<double>::infinity();
      break;
  }
  return flow;
}

BallState rolled(const BallSpec& ball, BallState s) {
  if (norm(flat(s.v)) > still_speed) {
    roll(ball, s);
  } else {
    stop(s);
  }
  return s;
}

BallState gripped(const BallSpec& ball, BallState s) {
  const double k = ball.mass * ball.radius * ball.radius / ball.inertia;
  const Vec2 change = (-1.0 / (1.0 + k)) * slip_of(ball, s);
  s.v += Vec3{change.x, change.y, 0.0};
  return rolled(ball, s);
}

BallState ended(const BallSpec& ball, BallState s) {
  if (s.motion == Motion::sliding) return rolled(ball, s);
  if (s.motion == Motion::spinning) s.w.z = 0.0;
  stop(s);
  return s;
}

}  // namespace cuelab
