#include "strike/press.hpp"

#include <algorithm>
#include <cmath>

#include "cuelab/laws/normal_force/contact_law.hpp"
#include "laws/normal_force/damping.hpp"
#include "math/elementary.hpp"

namespace cuelab {
namespace {

/// Steps per contact of the tip alone and of the cloth alone.
constexpr double tip_steps = 20.0;
constexpr double cloth_steps = 18.0;
/// The most steps of a stroke.
constexpr int most_steps = 1000;
/// Overlap / R that a contact with all of the cue's energy must not exceed [m/m].
constexpr double deepest = 0.5;
/// The greatest stiffness of the cloth / that of the tip, and of the tip / that of the cloth.
constexpr double stiffest_cloth = 200.0;
constexpr double stiffest_tip = 1000.0;
/// The greatest mass of the cue / mass of the ball.
constexpr double heaviest_cue = 10.0;
/// The least cosine between the cue and the normal at a light tip, for grazing offsets.
constexpr double least_aim = 0.1;
/// Radius of a tip that is a point in the scene [m].
constexpr double least_tip_radius = 1e-4;

/// A contact. Masses here are in units of the ball's.
struct Spring {
  double stiffness = 0.0;  ///< K
  double damping = 0.0;    ///< c
  double w = 1.0;          ///< inverse mass that it feels, alone and without slip
  double fastest = 0.0;    ///< v
  double J = 0.0;          ///< impulse of the last step
  // rate of the overlap at the beginning of the last two steps
  double rate_1 = 0.0;
  double rate_2 = 0.0;
};

/// Impulse of a contact in a step h: the overlap in the middle of the step, its rate at the
/// beginning.
double push(Spring& s, double h, double overlap, double rate) {
  double J = 0.0;
  if (overlap > 0.0) {
    J = h * s.stiffness * overlap * std::sqrt(overlap);
    // the rate in the middle, extrapolated; strong damping enters it implicitly
    const double middle = 0.125 * (15.0 * rate - 10.0 * s.rate_1 + 3.0 * s.rate_2);
    s.fastest = std::max(s.fastest, middle);
    if (s.damping > 0.0 && s.fastest > 0.0) {
      const double per_rate = J * (s.damping / s.fastest);
      const double strong = 0.5 * s.w * std::min(1.0, 0.5 * s.w * per_rate);
      J = std::max(0.0, (J + per_rate * (middle + strong * s.J)) / (1.0 + strong * per_rate));
    }
  } else {
    s.fastest = 0.0;
  }
  s.rate_2 = s.rate_1;
  s.rate_1 = rate;
  s.J = J;
  return J;
}

/// Ball, tip and cloth. Spins are R w.
struct Meeting {
  // constants
  double k = 2.5;            ///< m R^2 / I
  double half_over_R = 0.0;  ///< [1/m]
  double reach = 0.0;        ///< from the tip's centre to the ball's, without overlap [m]
  double mu = 0.0;           ///< at the cloth
  double mu_tip = 0.0;       ///< at the tip
  double creep = 0.0;        ///< slip of full friction at the tip [m/s]
  Vec3 d{};                  ///< direction of the cue
  double across = 0.0;       ///< m / inertia of the tip across the cue
  double less = 0.0;         ///< m / M less that
  double tip_step = 0.0;     ///< [s]
  double cloth_step = 0.0;

  // state
  Vec3 p{};            ///< from the tip's centre to the ball's [m]
  double depth = 0.0;  ///< of the ball in the cloth [m]
  Vec3 v{}, w{};       ///< of the ball
  Vec3 c{};            ///< velocity of the tip
  Spring tip{}, cloth{};
  Vec2 grip{};  ///< friction of the cloth / its pressure, in the last step

  // from the tip alone
  Vec3 tip_v{}, tip_w{};
};

/// Slip of the lowest point.
Vec2 slip_at_cloth(const Meeting& s) { return {s.v.x - s.w.y, s.v.y + s.w.x}; }

/// The cloth's friction gives f.
void rub(Meeting& s, Vec2 f) {
  s.v += Vec3{f.x, f.y, 0.0};
  s.w += Vec3{s.k * f.y, -s.k * f.x, 0.0};
}

/// The contact at the tip in the middle of a step.
struct Touch {
  Vec3 n{};          ///< from the tip's centre to the ball's
  double aim = 1.0;  ///< d n
  double arm = 1.0;  ///< from the ball's centre to the middle of the overlap / R
};

/// The normal at the end of the step h.
Vec3 turned_normal(const Meeting& s, double h, const Vec3& n) {
  const Vec3 apart = s.v - s.c;
  return n + (0.5 * h / s.reach) * (apart - dot(apart, n) * n);
}

/// The tip gives the impulse J along n, and friction against the slip that is left at the end of
/// the step h.
void push_by_tip(Meeting& s, double h, const Touch& at, double J) {
  const Vec3& n = at.n;
  const Vec3 end = turned_normal(s, h, n);
  s.v += J * n;
  s.c -= (J * s.across) * n + (J * s.less * at.aim) * s.d;
  const Vec3 surface = s.v - s.c - at.arm * cross(s.w, end);
  const Vec3 slip = surface - dot(surface, n) * end;

  // f = -limit slip' / creep, slip' = slip + (own + less a a^T) f, a the cue's direction across n
  const double limit = s.mu_tip * J;
  const Vec3 a = s.d - at.aim * n;
  const double own = limit * (1.0 + s.k * at.arm * at.arm + s.across) + s.creep;
  const double coupling = limit * s.less;
  const double both = own + coupling * dot(a, a);
  const double scale = -limit / (own * both);
  Vec3 f = (scale * both) * slip - (scale * coupling * dot(a, slip)) * a;
  const double size2 = dot(f, f);
  if (size2 > limit * limit) f = (limit / std::sqrt(size2)) * f;

  const Vec3 spin = (-s.k * at.arm) * cross(n, f);
  s.v += f;
  s.w += spin;
  s.c -= s.across * f + (s.less * dot(s.d, f)) * s.d;
  s.tip_v += J * n + f;
  s.tip_w += spin;
}

/// The same for a light tip: it pushes along the cue and follows the ball's surface.
void push_by_light_tip(Meeting& s, double h, const Touch& at, double J) {
  const Vec3 end = turned_normal(s, h, at.n);
  const double q = J / std::max(at.aim, least_aim);
  const Vec3 spin = (-s.k * at.arm * q) * cross(at.n, s.d);
  s.v += q * s.d;
  s.w += spin;
  s.tip_v += q * s.d;
  s.tip_w += spin;

  // v - c along the normal, c d by the impulse
  const double along = dot(s.c, s.d) - q * s.less;
  const Vec3 surface = s.v - at.arm * cross(s.w, end);
  const double closing = (along - dot(surface, s.d)) / std::max(dot(end, s.d), least_aim);
  s.c = surface + closing * end;
}

/// Replaces the guess f of the cloth's friction for its normal impulse N, given the slip before.
/// The friction is against the mean slip, which has the direction of the slip before plus that
/// after the step without friction.
void correct_rubbing(Meeting& s, double N, Vec2 f, Vec2 before) {
  const double own = 1.0 + s.k;
  const Vec2 free = slip_at_cloth(s) - own * f;
  const double limit = own * s.mu * N;
  if (dot(free, free) <= limit * limit) {
    s.grip = (-1.0 / (own * N)) * free;
  } else {
    const Vec2 both = before + free;
    const double size = norm(both);
    s.grip = size > 0.0 ? (-s.mu / size) * both : Vec2{};
  }
  rub(s, N * s.grip - f);
}

/// Half a step of all positions.
void drift(Meeting& s, double h) {
  s.p += (0.5 * h) * (s.v - s.c);
  s.depth -= 0.5 * h * s.v.z;
}

void step(Meeting& s, double h) {
  drift(s, h);
  const double length = norm(s.p);
  const Vec3 n = (1.0 / length) * s.p;
  const double overlap = s.reach - length;
  const Touch touch{.n = n, .aim = dot(s.d, n), .arm = 1.0 - s.half_over_R * overlap};
  const double J = push(s.tip, h, overlap, dot(s.c - s.v, n));
  const double N = push(s.cloth, h, s.depth, -s.v.z);

  // the cloth's friction is first taken to be in the same ratio to its pressure as in the last step
  const Vec2 before = slip_at_cloth(s);
  const Vec2 guess = N * s.grip;
  s.v.z += N;
  rub(s, guess);
  if (J > 0.0) {
    s.across > 0.0 ? push_by_tip(s, h, touch, J) : push_by_light_tip(s, h, touch, J);
  }
  if (N > 0.0) correct_rubbing(s, N, guess, before);
  drift(s, h);
}

/// The next step, or zero if the tip has left for good and the ball does not touch the cloth.
double next_step(const Meeting& s) {
  if (dot(s.p, s.p) < s.reach * s.reach) return s.tip_step;
  const double closing = -dot(s.p, s.v - s.c) / s.reach;
  if (closing > 0.0) {
    return std::min(s.cloth_step, s.tip_step + (norm(s.p) - s.reach) / closing);
  }
  return s.depth > 0.0 || s.v.z < 0.0 ? s.cloth_step : 0.0;
}

/// Duration of an impact on a spring K with the inverse mass w at the speed v: Hertz's, 3.218
/// x^(1/5), with x^(3/16) instead, relative to common values: good to 15 % over 5 decades.
double duration(double K, double w, double v) {
  constexpr double usual_x = 1e-17;        // 0.2 kg, 4.4e7 N/m^1.5, 2 m/s
  constexpr double usual_time = 1.281e-3;  // [s]
  const double x = 1.0 / (usual_x * w * w * K * K * v);
  const double root = std::sqrt(std::sqrt(std::sqrt(std::sqrt(x))));
  return usual_time * root * root * root;
}

/// The stroke at the first touch.
Meeting meeting(const Lie& lie, const Cue& cue, const Shot& shot) {
  const BallSpec& ball = lie.ball;
  const double M = std::min(cue.mass, heaviest_cue * ball.mass);
  const CueEnd end = cue_end(ball, cue, shot);
  const bool is_light = end.mass < least_end_mass * ball.mass;
  const double across = is_light ? 0.0 : ball.mass / std::min(end.mass, 0.5 * M);
  const SinCos tilt = sin_cos(shot.elevation);
  const double offset2 = shot.side * shot.side + shot.height * shot.height;
  const double k = ball.mass * ball.radius * ball.radius / ball.inertia;
  const double w = 1.0 + ball.mass / M + k * offset2;
  const double e_cloth = std::max(lie.slate.restitution, least_restitution);

  // stiffness: 0.4 K d^2.5 = M V^2 / 2 at the greatest overlap d
  const double most = deepest * ball.radius;
  const double least_K = 1.25 * M * shot.speed * shot.speed / (most * most * std::sqrt(most));
  const double tip = std::max(cue.stiffness, least_K);
  const double cloth = std::max(lie.stiffness, least_K);
  const double K_tip = std::min(tip, stiffest_tip * cloth);
  const double K_cloth = std::min(cloth, stiffest_cloth * tip);

  Meeting s{.k = k,
            .half_over_R = 0.5 / ball.radius,
            .reach = ball.radius + end.radius,
            .mu = lie.mu,
            .mu_tip = cue.friction,
            .creep = tip_creep * shot.speed,
            .d = {tilt.cos, 0.0, -tilt.sin},
            .across = across,
            .less = ball.mass / M - across};
  s.tip = {.stiffness = K_tip / ball.mass,
           .damping = damping_factor(NormalLaw::exact, cue.restitution),
           .w = w / std::max(least_aim * least_aim, 1.0 - offset2),
           .rate_1 = shot.speed,
           .rate_2 = shot.speed};
  s.cloth = {.stiffness = K_cloth / ball.mass,
             .damping = damping_factor(NormalLaw::exact, e_cloth)};
  const double down = (1.0 + cue.restitution) * shot.speed / w * tilt.sin;
  s.cloth_step = duration(s.cloth.stiffness, 1.0, down) / cloth_steps;
  s.tip_step = std::min(duration(s.tip.stiffness, w, shot.speed) / tip_steps, s.cloth_step);

  const Vec3 up{tilt.sin, 0.0, tilt.cos};
  const Vec3 left{0.0, 1.0, 0.0};
  const double inward = std::sqrt(std::max(0.0, 1.0 - offset2));
  s.p = s.reach * (inward * s.d - shot.side * left - shot.height * up);
  s.c = shot.speed * s.d;
  return s;
}

}  // namespace

CueEnd cue_end(const BallSpec& ball, const Cue& cue, const Shot& shot) {
  const double wanted = cue.end_mass > 0.0 ? lateral_inertia(ball, cue, shot) : 0.0;
  return {.radius = std::max(cue.tip_radius, least_tip_radius),
          .mass = std::min(0.5 * cue.mass, wanted)};
}

Press press(const Lie& lie, const Cue& cue, const Shot& shot) {
  Meeting s = meeting(lie, cue, shot);
  double h = s.tip_step;
  for (int i = 0; i < most_steps && h > 0.0; ++i) {
    step(s, h);
    h = next_step(s);
  }
  // with unusual cues, the error of the steps must not exceed the cue's energy
  const double most = cue.mass / lie.ball.mass * shot.speed * shot.speed;
  const double energy = dot(s.v, s.v) + dot(s.w, s.w) / s.k;
  const double scale = energy > most ? std::sqrt(most / energy) : 1.0;
  return {.v = scale * s.tip_v,
          .w = (scale / lie.ball.radius) * s.tip_w,
          .rebound = scale * std::max(0.0, s.v.z)};
}

}  // namespace cuelab
