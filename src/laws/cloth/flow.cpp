#include "cuelab/laws/cloth/flow.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "cuelab/laws.hpp"

namespace cuelab {
namespace {

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

double time_to_fall(double height, double rising, double gravity) {
  const double square = rising * rising + 2.0 * gravity * height;
  if (gravity <= 0.0 && (rising >= 0.0 || square < 0.0)) {
    return std::numeric_limits<double>::infinity();
  }
  const double root = std::sqrt(std::max(0.0, square));
  return rising < 0.0 ? std::max(0.0, 2.0 * height / (root - rising)) : (rising + root) / gravity;
}

Vec2 turn_with(const BallSpec& ball, const Vec2& b) {
  // friction that changes v by dv changes w_xy by -k / R z x dv
  const double k = ball.mass * ball.radius * ball.radius / ball.inertia;
  return (-3.0 * k / ball.radius) * left_of(b);
}

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

Flow flight_of(const BallSpec& ball, double gravity, const BallState& s) {
  return {.a = {0.0, 0.0, -0.5 * gravity},
          .duration = time_to_fall(s.r.z - ball.radius, s.v.z, gravity)};
}

Flow flow_of(const ClothLaw& any, const BallSpec& ball, const Environment& around,
             const BallState& s) {
  switch (s.motion) {
    case Motion::sliding:
    case Motion::rolling:
    case Motion::spinning:
      if (const auto* coulomb = std::get_if<CoulombCloth>(&any)) [[likely]] {
        return flow_of(*coulomb, ball, around, s);
      }
      return std::visit([&](const auto& law) { return flow_of(law, ball, around, s); }, any);
    case Motion::airborne:
      return flight_of(ball, around.gravity, s);
    default:
      return {.duration = std::numeric_limits<double>::infinity()};
  }
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
