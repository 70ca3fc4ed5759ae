#include "cuelab/laws/cloth/patch.hpp"

#include <cmath>
#include <limits>
#include <string>
#include <utility>

#include "math/elementary.hpp"

namespace cuelab {
namespace {

/// Moment of pure spin / (mu N a).
constexpr double full_moment_of_spin = 3.0 * pi / 16.0;

}  // namespace

PatchAction action_of(const PatchCloth& cloth, double radius, const Vec2& v,
                      const PatchSlip& slip) {
  // the shift d has the direction of rolling and falls to zero at rest [Kudra2016, eq. (2)]
  const Vec2 rolling = v - (slip_share_of(cloth.rolling_velocity) * radius) * slip.v;
  const double speed = norm(rolling);
  const double size = speed > 0.0 ? cloth.distortion * tanh(speed / cloth.epsilon) / speed : 0.0;
  const Vec2 d = size * rolling;
  return {.friction = regularised_friction(cloth.form, cloth.regularisation, cloth.epsilon / radius,
                                           slip, d),
          .d = d};
}

PatchLoad load_of(const PatchCloth& cloth, const PatchContact& contact, const Vec2& v,
                  const Vec3& w) {
  const double R = contact.ball_radius;
  const double a = contact.radius;
  const Vec2 u{v.x - R * w.y, v.y + R * w.x};
  const auto& [friction, d] = action_of(cloth, a, v, {(1.0 / a) * u, w.z});

  // friction at the lowest point, and about the vertical
  const double limit = cloth.coefficient * contact.N;
  const Vec2 F = -limit * friction.T;
  PatchLoad load{.force = F,
                 .moment = {R * F.y, -R * F.x, -limit * a * friction.M},
                 .friction = limit * (dot(friction.T, u) + a * friction.M * w.z)};

  // the pressure's centre is a d / 5 in front [Kudra2016, eq. (3)]
  const Vec2 arm = (0.2 * a * contact.N) * d;
  if (cloth.resistance == RollingResistance::couple) {
    load.moment += Vec3{arm.y, -arm.x, 0.0};
    load.resistance = arm.x * w.y - arm.y * w.x;
  } else {
    const Vec2 against = (-1.0 / R) * arm;
    load.force += against;
    load.resistance = -dot(against, v);
  }
  return load;
}

CoulombCloth coulomb_of(const PatchCloth& cloth, const BallSpec& ball) {
  const double k = ball.mass * ball.radius * ball.radius / ball.inertia;
  const double a = cloth.radius / ball.radius;
  return {.sliding = cloth.coefficient,
          .rolling = 0.2 * a * cloth.distortion * k / (1.0 + k),
          .spinning = full_moment_of_spin * cloth.coefficient * a};
}

Result<PatchCloth> patch_of(const CoulombCloth& cloth, const BallSpec& ball,
                            const PatchCloth& from) {
  const auto bad = [](std::string what) {
    return Error{.file = "", .key = "", .what = std::move(what)};
  };
  if (!(cloth.sliding > 0.0 && cloth.spinning > 0.0)) {
    return bad("a patch needs friction of sliding and spinning above 0");
  }
  const double k = ball.mass * ball.radius * ball.radius / ball.inertia;
  PatchCloth patch = from;
  patch.coefficient = cloth.sliding;
  patch.radius = cloth.spinning * ball.radius / (full_moment_of_spin * cloth.sliding);
  patch.distortion = 5.0 * cloth.rolling * ball.radius * (1.0 + k) / (patch.radius * k);
  if (patch.distortion > distortion_range.max) {
    return bad("distortion would be " + std::to_string(patch.distortion) +
               ", must be between 0 and 1: " + std::string(distortion_range.reason));
  }
  return patch;
}

double modulus_of(const PatchCloth& cloth, const BallSpec& ball, double gravity) {
  const double a = cloth.radius;
  return 0.75 * ball.mass * gravity * ball.radius / (a * a * a);
}

double greatest_passive_distortion(const PatchCloth& cloth, const BallSpec& ball) {
  const bool opposes = cloth.resistance == RollingResistance::couple
                           ? cloth.rolling_velocity == RollingVelocity::surface
                           : cloth.rolling_velocity == RollingVelocity::patch;
  if (opposes) return std::numeric_limits<double>::infinity();
  return 2.5 * cloth.coefficient * ball.radius / cloth.radius;
}

}  // namespace cuelab
