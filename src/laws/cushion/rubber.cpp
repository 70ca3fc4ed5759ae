#include "cuelab/laws/cushion/rubber.hpp"

#include <algorithm>
#include <cmath>

#include "cuelab/laws/cushion/mathavan_2010.hpp"

namespace cuelab {
namespace {

/// Steps of an impact.
constexpr int steps = 6;
/// Impacts in which the nose hardly slows the ball down are unusual.
constexpr double least_rate = 0.1;
/// Smaller impulses of the nose are rounding.
constexpr double no_push = 1e-12;
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

  // velocities
  Vec2 u{};           ///< slip at the nose, along e_1 and e_2
  Vec2 c{};           ///< slip at the cloth, along e_1 and h
  double v_n = -1.0;  ///< along the normal
  double v_z = 0.0;
  double sinking = 0.0;  ///< rate of v_z per impulse of the nose, in the last push

  // impulses so far
  double P = 0.0;  ///< along the normal
  Vec2 T{};        ///< friction at the nose
  double N = 0.0;  ///< of the cloth
  Vec2 G{};        ///< friction at the cloth
};

/// Impulse of friction against a slip: `limit`, or less if that stops it.
Vec2 friction(Vec2 slip, double limit, double own) {
  const double speed = norm(slip);
  return speed > 0.0 ? (-std::min(limit / speed, 1.0 / own)) * slip : Vec2{};
}

/// The nose gives dP along the normal, and friction.
void push(Rubbed& s, double dP) {
  const Vec2 t = friction(s.u, s.mu * dP, s.own);
  s.P += dP;
  s.T = s.T + t;
  s.u = s.u + s.own * t;
  s.c = s.c + Vec2{s.cross_1 * t.x, s.cross_2 * t.y + s.cos * dP};
  s.v_n += dP;
  s.v_z += s.cos * t.y - s.sin * dP;
  s.sinking = s.cos * (t.y / dP) - s.sin;
}

/// The cloth gives N upwards, and friction.
void support(Rubbed& s, double N) {
  const Vec2 g = friction(s.c, s.mu_s * N, s.own);
  s.N += N;
  s.G = s.G + g;
  s.c = s.c + s.own * g;
  s.u = s.u + Vec2{s.cross_1 * g.x, s.cross_2 * g.y + s.cos * N};
  s.v_n += s.cos * g.y - s.sin * N;
  s.v_z += N;
}

/// Removes what is left of the approach, without friction; the cloth keeps the ball from sinking.
void part(Rubbed& s) {
  const double N = std::max(0.0, s.sin);
  const double dP = -s.v_n / (1.0 - N * N);
  s.P += dP;
  s.N += N * dP;
  s.v_z += (N - s.sin) * dP;
  s.v_n = 0.0;
}

/// Work of the normal impulse, in compression and in restitution.
struct Work {
  double stored = 0.0;
  double recovered = 0.0;

  /// The nose has given dP and changed v_n to this.
  void add(double dP, double v_n) {
    const double before = v_n - dP;
    if (before < 0.0) stored += 0.5 * (before * before - std::min(v_n, 0.0) * std::min(v_n, 0.0));
    if (v_n > 0.0) recovered += 0.5 * (v_n * v_n - std::max(before, 0.0) * std::max(before, 0.0));
  }

  /// The impulse from v_n to the end, when e^2 of the work is recovered, if v_n rises at this rate.
  double rest(double v_n, double e, double rate) const {
    const double in = std::min(v_n, 0.0);
    const double out = std::max(v_n, 0.0);
    const double left = e * e * (stored + 0.5 * in * in / rate) - recovered;
    return (std::sqrt(out * out + 2.0 * rate * std::max(left, 0.0)) - v_n) / rate;
  }
};

/// Rate of v_n per impulse of the nose in the first step; the slips are those after half of it.
double first_rate(const Rubbed& s) {
  constexpr double no_slip = 1e-9;  // rounding
  const Vec2 c = s.c + Vec2{0.0, s.cos / (2.0 * steps)};
  const double pressed = s.cos * s.mu * s.u.y / std::max(norm(s.u), no_slip);
  const double N = std::max(0.0, s.sin + pressed);
  return 1.0 - s.sin * N - s.cos * s.mu_s * N * c.y / std::max(norm(c), no_slip);
}

/// An impact on a ball on the cloth: nose and cloth act in turn, the cloth half a step behind the
/// nose, whose first and last pushes are half steps. False if it is unusual.
bool rub(Rubbed& s, double e) {
  double rate = first_rate(s);
  Work work;
  double dP = 0.0;
  double spare = 0.0;
  for (int k = 0; k <= steps; ++k) {
    if (!(rate > least_rate)) return false;
    const bool is_last = k == steps;
    const double before = s.v_n;

    // the cloth's answer to the last push, and ahead of half of the next, with energy it took
    // before
    const double parts = k == 0 ? 2.0 * steps : is_last ? 1.0 : steps - k + 0.5;
    double next = work.rest(s.v_n, e, rate) / parts;
    const double square = s.v_z * s.v_z + spare;
    double lead = std::max(0.0, -s.sinking * (is_last ? next : 0.5 * next));
    if (lead * lead > square) lead = std::sqrt(square);
    if (k > 0 && lead > s.v_z) {
      spare = square - lead * lead;
      support(s, lead - s.v_z);
    }
    if (k > 0) rate = 1.0 + (s.v_n - before) / (0.5 * (dP + next));
    if (is_last) {
      next = work.rest(s.v_n, e, 1.0);
    } else if (s.v_n + next > 0.0) {
      next = std::min(next, work.rest(s.v_n, e, 1.0));
    }
    if (!(next > no_push)) continue;
    push(s, next);
    work.add(next, s.v_n);
    dP = k == 0 ? 2.0 * next : next;
  }
  if (s.v_z < 0.0) support(s, -s.v_z);
  if (s.v_z < no_rise) {
    s.v_n += s.sin * s.v_z;
    s.v_z = 0.0;
  }
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
                .u = {dot(u, e_1), dot(u, e_2)},
                .c = {dot(c, e_1), dot(c, h)},
                .v_z = s.v.z / speed};
  if (s.motion == Motion::airborne) {
    push(rubbed, 1.0 + e);  // nothing turns the slip
  } else if (!rub(rubbed, e)) {
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
