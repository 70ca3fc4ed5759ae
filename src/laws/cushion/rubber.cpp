#include "cuelab/laws/cushion/rubber.hpp"

#include <algorithm>
#include <cmath>

#include "cuelab/laws/cushion/mathavan_2010.hpp"

namespace cuelab {
namespace {

/// Steps of compression, and about as many of restitution.
constexpr int steps = 8;
/// Impacts that take more steps, or in which the nose hardly slows the ball down, are unusual.
constexpr int most_steps = 4 * steps;
constexpr double least_rate = 0.1;
/// Upward velocities below this, in approach speeds, that are left in the end are errors of the
/// steps.
constexpr double no_rise = 1e-3;

/// The ball during the impact. Velocities in units of the approach speed, impulses in units of it
/// times the mass; e_1 is level, e_2 points up across the normal, h is the level direction of n =
/// cos h - sin z.
struct Rubbed {
  // constants
  double sin = 0.0;
  double cos = 1.0;
  double own = 3.5;    ///< 1 + q, q = m R^2 / I: change of a slip per impulse along it
  double cross_1 = 0;  ///< 1 - q sin: of the other slip along e_1
  double cross_2 = 0;  ///< sin - q: of the other slip across
  double mu = 0.0;     ///< at the nose
  double mu_s = 0.0;   ///< at the cloth
  bool on_cloth = true;

  // velocities
  Vec2 u{};           ///< slip at the nose, along e_1 and e_2
  Vec2 c{};           ///< slip at the cloth, along e_1 and h
  double v_n = -1.0;  ///< along the normal
  double v_z = 0.0;
  double sinking = 0.0;  ///< rate of v_z per impulse of the nose, in the last step

  // impulses so far
  double P = 0.0;  ///< along the normal
  Vec2 T{};        ///< friction at the nose
  double N = 0.0;  ///< of the cloth
  Vec2 G{};        ///< friction at the cloth
};

/// Impulse of friction against a slip: `limit`, or less if that stops it.
struct Friction {
  double size = 0.0;
  Vec2 impulse{};
};

Friction friction(Vec2 slip, double limit, double own) {
  const double speed = norm(slip);
  if (!(speed > 0.0)) return {};
  const double size = std::min(limit, speed / own);
  return {size, (-size / speed) * slip};
}

/// The nose gives dP along the normal, and friction up to a limit. Returns the friction.
double push(Rubbed& s, double dP, double limit) {
  const auto [size, t] = friction(s.u, limit, s.own);
  s.P += dP;
  s.T = s.T + t;
  s.u = s.u + s.own * t;
  s.c = s.c + Vec2{s.cross_1 * t.x, s.cross_2 * t.y + s.cos * dP};
  s.v_n += dP;
  s.v_z += s.cos * t.y - s.sin * dP;
  return size;
}

/// The cloth gives N upwards, and friction.
void support(Rubbed& s, double N) {
  const Vec2 g = friction(s.c, s.mu_s * N, s.own).impulse;
  s.N += N;
  s.G = s.G + g;
  s.c = s.c + s.own * g;
  s.u = s.u + Vec2{s.cross_1 * g.x, s.cross_2 * g.y + s.cos * N};
  s.v_n += s.cos * g.y - s.sin * N;
  s.v_z += N;
}

/// One step: half of the nose's impulse dP, the cloth's answer to all of it, the other half.
/// Returns the work that the normal impulse does on the ball.
double step(Rubbed& s, double dP) {
  const double half = 0.5 * dP;
  const double N = std::max(0.0, -s.v_z - s.sinking * dP);  // keeps the ball from sinking
  const double before = s.v_z;
  double work = half * (s.v_n + 0.5 * half);
  const double used = push(s, half, s.mu * half);
  if (N > 0.0) support(s, N);
  work += half * (s.v_n + 0.5 * half);
  push(s, half, s.mu * dP - used);
  s.sinking = (s.v_z - N - before) / dP;
  return work;
}

/// Compression, up to v_n = 0 or nearly so. Returns its work, or a negative number if the impact is
/// unusual.
double compress(Rubbed& s) {
  constexpr double stopped = 1e-3;  // its square counts
  double rate = s.cos * s.cos;      // of v_n per impulse, about
  double work = 0.0;
  for (int k = 0; s.v_n < -stopped; ++k) {
    if (!(rate > least_rate) || k > most_steps) return -1.0;
    const double before = s.v_n;
    const double dP = -s.v_n / (rate * std::max(1, steps - k));
    work -= step(s, dP);
    rate = (s.v_n - before) / dP;
  }
  return work;
}

/// Restitution, up to the instant when the normal impulse has done this work. False if the impact
/// is unusual.
bool restore(Rubbed& s, double work, double e) {
  constexpr double nearly = 0.98;  // of the last step; the rest is exact
  const double usual = e * s.P / steps;
  double rate = s.cos * s.cos;
  for (int k = 0;; ++k) {
    if (!(rate > least_rate) || k > most_steps) return false;
    // the impulse that does the rest of the work, if v_n goes on to rise like this
    const double last = 2.0 * work / (s.v_n + std::sqrt(s.v_n * s.v_n + 2.0 * rate * work));
    const bool is_last = last <= 1.5 * usual;
    const double dP = is_last ? nearly * last : usual;
    const double before = s.v_n;
    work -= step(s, dP);
    rate = (s.v_n - before) / dP;
    if (is_last) break;
  }
  work = std::max(work, 0.0);
  const double rest = 2.0 * work / (s.v_n + std::sqrt(s.v_n * s.v_n + 2.0 * work));
  push(s, rest, s.mu * rest);
  return true;
}

/// Removes what is left of the approach, without friction or vertical motion.
void part(Rubbed& s) {
  const double dP = -s.v_n / (s.cos * s.cos);
  s.P += dP;
  s.N += s.sin * dP;
  s.v_n = 0.0;
}

/// The whole impact. False if it is unusual.
bool rub(Rubbed& s, double e) {
  // in the air nothing turns the slip
  if (!s.on_cloth) {
    push(s, 1.0 + e, s.mu * (1.0 + e));
    return true;
  }
  const double slip = norm(s.u);
  s.sinking = -s.sin - (slip > 0.0 ? s.cos * s.mu * s.u.y / slip : 0.0);
  const double work = compress(s);
  if (!(work >= 0.0)) return false;
  if (e > 0.0 && !restore(s, e * e * work, e)) return false;
  if (s.v_z < 0.0) support(s, -s.v_z);
  if (s.v_z < no_rise) s.v_z = 0.0;
  if (s.v_n < 0.0) part(s);
  return true;
}

}  // namespace

BallState resolve(const RubberCushion& law, const CushionImpact& at, BallState s) {
  constexpr double least_approach = 1e-100;  // [m/s]; squares of slips over it must not overflow
  const BallSpec& ball = at.ball;
  const Vec3& n = at.n;
  const double speed = -dot(s.v, n);
  if (!(speed > least_approach)) return s;
  const double e = restitution_at(law.restitution, law.fall, speed);

  // axes at the contact
  const double cos = norm(flat(n));
  const Vec3 h = cos > 0.0 ? Vec3{n.x / cos, n.y / cos, 0.0} : Vec3{1.0, 0.0, 0.0};
  const Vec3 e_1{-h.y, h.x, 0.0};
  const Vec3 e_2{-n.z * h.x, -n.z * h.y, cos};
  constexpr Vec3 up{0.0, 0.0, 1.0};

  const double sin = -n.z;
  const double q = ball.mass * ball.radius * ball.radius / ball.inertia;
  const Vec3 u = (1.0 / speed) * contact_velocity(at, s);
  const Vec3 c = (1.0 / speed) * (s.v - ball.radius * cross(s.w, up));
  Rubbed rubbed{.sin = sin,
                .cos = cos,
                .own = 1.0 + q,
                .cross_1 = 1.0 - q * sin,
                .cross_2 = sin - q,
                .mu = law.friction,
                .mu_s = at.cloth_friction,
                .on_cloth = s.motion != Motion::airborne,
                .u = {dot(u, e_1), dot(u, e_2)},
                .c = {dot(c, e_1), dot(c, h)},
                .v_z = s.v.z / speed};
  if (!rub(rubbed, e)) {
    return resolve(Mathavan2010{.restitution = e, .friction = law.friction}, at, s);
  }
  const Vec3 at_nose = rubbed.P * n + rubbed.T.x * e_1 + rubbed.T.y * e_2;
  const Vec3 at_cloth = rubbed.G.x * e_1 + rubbed.G.y * h + rubbed.N * up;
  s.v += speed * (at_nose + at_cloth);
  s.w -= (speed * q / ball.radius) * (cross(n, at_nose) + cross(up, at_cloth));
  s.v.z = speed * rubbed.v_z;
  return s;
}

}  // namespace cuelab
