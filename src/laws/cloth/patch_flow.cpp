// The path of a ball on the patch cloth in pieces, each one step of an accurate integrator.
#include <algorithm>
#include <cmath>
#include <limits>

#include "cuelab/laws/cloth/patch.hpp"
#include "laws/cloth/patch_steps.hpp"
#include "math/elementary.hpp"

namespace cuelab {
namespace {

using namespace patch;

/// What of the tolerance on the position at rest one piece may use: for the distance between the
/// law's path and the parabola, for the error of the step, and for what a ball that counts as
/// resting would still creep.
constexpr double share_of_deviation = 0.5;
constexpr double share_of_error = 0.025;  // at a micrometre; less where there are more pieces
constexpr double share_of_creep = 0.4;

constexpr double longest_piece = 100.0;  // [s]
constexpr double shortest_piece = 1e-6;  // [s]; far below every time constant but the slip's

/// Errors of a step as an error of the position at rest [m]: one of p lasts until the ball stops,
/// one of the slip until the slip has stopped.
double position_error(const PatchMotion& motion, const Rates& y, const StepEnd& end) {
  constexpr double least_time = 1e-3;  // [s]
  constexpr double most_time = 100.0;  // [s]
  const auto time = [](double speed, double rate) {
    return rate * most_time > speed ? least_time + speed / rate : most_time;
  };
  const double roll = time(motion.rolling_speed(y), motion.rolling_rate);
  const double slide = time(motion.slip(y), motion.sliding_rate);
  return roll * motion.rolling_speed(end.error) + motion.share * slide * motion.slip(end.error);
}

/// Whether a ball has as little slip as rolling with its spin needs: creep.
bool creeps_only(const PatchMotion& motion, const Rates& y) {
  return motion.slip(y) <= motion.cloth.epsilon + 0.5 * motion.cloth.radius * std::abs(y[spin]);
}

/// Slip or speed / epsilon down to which friction or resistance do not change: tanh 8 = 1 - 2e-7.
constexpr double low_speed = 8.0;

/// Whether the slip is so small that friction falls with it.
bool is_low(const PatchMotion& motion, const Rates& y) {
  return motion.slip(y) <= 1.25 * low_speed * motion.cloth.epsilon;
}

/// The longest step worth trying: before slip or speed become so small, then in proportion to them.
double longest_step(const PatchMotion& motion, const Rates& y) {
  const double epsilon = motion.cloth.epsilon;
  const double low = low_speed * epsilon;
  const double slip = motion.slip(y);
  const double slowing = motion.sliding_rate;
  double h = longest_piece;
  if (!creeps_only(motion, y) && slowing > 0.0) {
    const double spin_slip = motion.cloth.radius * std::abs(y[spin]);
    h = is_low(motion, y) ? (0.5 * slip + 0.3 * epsilon) / slowing : (slip - low) / slowing;
    if (slip < 8.0 * spin_slip) h = std::min(h, 0.6 * slip / slowing);
  }
  const double speed = norm(motion.velocity(y));
  const double rate = motion.rolling_rate;
  if (rate > 0.0) {
    const double change = speed > 1.25 * low      ? speed - low
                          : speed > 2.0 * epsilon ? 0.3 * speed
                                                  : 1.5 * epsilon - 0.45 * speed;
    h = std::min(h, change / rate);
  }
  return std::max(h, shortest_piece);
}

/// The longest step up to h for which a parabola follows closely enough a path whose acceleration
/// changes by this much in a time.
double step_for(const PatchMotion& motion, const Rates& change, double time, double h) {
  const double deviation = share_of_deviation * motion.cloth.tolerance;
  const double size = norm(motion.velocity(change));
  if (size > 0.0) h = std::min(h, 0.9 * about_cube_root(40.5 * deviation * time / size));
  return std::max(h, shortest_piece);
}

/// Steps from one state.
class PatchStepper {
 public:
  PatchStepper(const PatchMotion& motion, const Rates& y)
      : motion_(motion), y_(y), f0_(motion.rates(y)), is_stiff_(is_stiff(motion, y, f0_)) {
    if (is_stiff_) matrix_.differentiate(motion, y, f0_);
  }

  /// A step that should be accurate enough.
  double first_step() {
    const double most = longest_step(motion_, y_);
    if (!is_stiff_) {
      constexpr double instant = 1e-6;  // [s]
      const double scale = std::max(motion_.slip(y_), motion_.slip_scale(y_));
      const Rates later = motion_.rates(y_ + instant * f0_);
      return step_for(motion_, later - f0_, instant, std::min(most, scale / motion_.sliding_rate));
    }
    // what of the jerk decays within the step does not count
    const Rates jerk = matrix_.times(f0_);
    double h = most;
    for (int pass = 0; pass < 2; ++pass) {
      matrix_.invert(h);
      h = step_for(motion_, matrix_.solve(jerk), 1.0, most);
    }
    return h;
  }

  /// At its start.
  const Rates& rates() const { return f0_; }

  StepEnd step(double h) {
    if (!is_stiff_) return explicit_step_from(motion_, y_, f0_, h);
    matrix_.invert(h);
    return step_from(motion_, y_, f0_, h, matrix_);
  }

 private:
  const PatchMotion& motion_;
  Rates y_;
  Rates f0_;
  bool is_stiff_;
  StageMatrix matrix_;
};

/// Whether a step has overshot: slip grows only up to what rolling needs, 0.38 epsilon for the
/// greatest resistance that is allowed and 0.39 a |w| with spin.
bool gains_slip(const PatchMotion& motion, const Rates& y, const Rates& end) {
  return motion.slip(end) > std::max(motion.slip(y), 0.4 * motion.slip_scale(y));
}

/// How far the spin in the middle of a step is from what it is recorded as, linear in time, by what
/// is allowed: a hundredth of it or of the spin at which friction falls.
double excess_of_spin(const PatchMotion& motion, const Rates& y, const Rates& f0, const Rates& end,
                      double h) {
  constexpr double share = 0.01;
  const double largest = std::max(std::abs(y[spin]), std::abs(end[spin]));
  const double allowed = share * (largest + motion.per_patch * motion.cloth.epsilon);
  return 0.25 * std::abs(end[spin] - y[spin] - h * f0[spin]) / allowed;
}

/// The end of a step, with no more energy than its start: what its error adds is taken from all
/// velocities.
Rates passive(const PatchMotion& motion, const Rates& y, const Rates& end) {
  const double before = motion.energy(y);
  const double after = motion.energy(end);
  return after > before ? std::sqrt(before / after) * end : end;
}

/// Whether the recorded piece, linear in p and the spin and quadratic in the slip, would lose more
/// energy than the law and get it back. `bend`: b h^2 [m/s].
bool dips(const PatchMotion& motion, const Rates& y, const Rates& end, const Vec2& bend) {
  constexpr double rounding = 1e-13;  // of the energy
  const Rates change = end - y;
  const Vec2 bent = (3.0 / motion.share) * bend;
  const Rates turn = Rates::of(bent.x, bent.y, 0.0, 0.0, 0.0);
  const auto rises = [&](double part) {
    const Rates at = y + part * change - (part * (1.0 - part)) * turn;
    const Rates slope = change + (2.0 * part - 1.0) * turn;
    return motion.energy_with(at, slope) > rounding * motion.energy(end);
  };
  return rises(1.0) || rises(0.85) || rises(0.7) || rises(0.55);
}

/// A piece of the path of a sliding or rolling ball.
Flow moving(const PatchMotion& motion, const BallState& s) {
  constexpr double micrometre = 1e-6;
  constexpr double overshoot = 8.0;  // the step is halved
  const double tolerance = motion.cloth.tolerance;
  // where the ball's surface decides on the direction of rolling, slip acts back on it
  const double caution = motion.cloth.rolling_velocity == RollingVelocity::patch ? 1.0 : 0.1;
  const double error_share = caution * share_of_error * about_cube_root(tolerance / micrometre);
  const Rates y = motion.variables(s);
  PatchStepper stepper(motion, y);
  double h = stepper.first_step();
  StepEnd end;
  Vec2 a{};
  Vec2 b{};
  while (true) {
    end = stepper.step(h);
    end.y = passive(motion, y, end.y);
    const Vec2 v = flat(s.v);
    a = (0.5 / h) * (motion.velocity(end.y) - v);
    b = (2.0 / (h * h * h)) * (h * (v + h * a) - end.way);
    const double deviation = (4.0 / 27.0) * norm(b) * h * h * h / (share_of_deviation * tolerance);
    const double error = position_error(motion, y, end) / (error_share * tolerance);
    const double turn = excess_of_spin(motion, y, stepper.rates(), end.y, h);
    const bool errs = gains_slip(motion, y, end.y) || dips(motion, y, end.y, (h * h) * b);
    const double excess = errs ? overshoot : std::max({deviation, error, turn});
    if (excess <= 1.0 || h <= shortest_piece) break;
    h = std::max(shortest_piece, h * std::clamp(0.85 / about_cube_root(excess), 0.1, 0.85));
  }
  const Vec3 w = motion.angular_velocity(end.y);
  Flow flow{.a = {a.x, a.y, 0.0},
            .dw = {(w.x - s.w.x) / h, (w.y - s.w.y) / h},
            .dw_z = (w.z - s.w.z) / h,
            .duration = h,
            .continues = s.motion == Motion::rolling || !creeps_only(motion, end.y),
            .is_bent = true,
            .b = b};
  return flow;
}

/// The end of a rolling motion: what is left of it decays exponentially, p' = -(rate / epsilon) v,
/// and so moves the ball by epsilon / rate p; one last piece does.
Flow stopping(const PatchMotion& motion, const BallState& s, const Rates& y, const Vec2& way) {
  const Vec2 v = flat(s.v);
  const double speed = norm(v);
  const double h = speed > 0.0 ? std::max(shortest_piece, 2.0 * norm(way) / speed) : shortest_piece;
  const Vec2 a = (1.0 / (h * h)) * (way - h * v);
  const double spin_rate = motion.rates(y)[spin];
  const bool stops = y[spin] * (y[spin] + h * spin_rate) < 0.0;
  return {.a = {a.x, a.y, 0.0}, .dw_z = stops ? 0.0 : spin_rate, .duration = h};
}

/// A ball that only spins: full friction down to a few epsilon, then once more as long.
Flow spinning(const PatchMotion& motion, const BallState& s) {
  constexpr double full = 5.0;  // epsilons above which friction is full
  const double speed = std::abs(s.w.z);
  const double low = full * motion.cloth.epsilon / motion.cloth.radius;
  const bool is_fast = speed > 1.01 * low;  // more than rounding above it
  const Rates f = motion.rates(Rates::of(0.0, 0.0, std::max(speed, low), 0.0, 0.0));
  const double decay = -f[spin];
  Flow flow{.spin_decay = is_fast ? decay : 0.5 * decay,
            .duration = std::numeric_limits<double>::infinity(),
            .continues = is_fast};
  if (decay > 0.0) flow.duration = (is_fast ? speed - low : speed) / flow.spin_decay;
  return flow;
}

/// The way that a ball on the cloth still creeps, if it counts as resting.
struct Creep {
  bool rests = false;
  bool rolls_for_ever = false;
  Vec2 way{};
};
Creep creep_of(const PatchMotion& motion, const Rates& y) {
  const double allowed = share_of_creep * motion.cloth.tolerance;
  const double slowing = motion.sliding_rate / motion.slip_scale(y);  // of a small slip [1/s]
  if (!(motion.share * motion.slip(y) <= 0.1 * allowed * slowing)) return {};
  const double rate = motion.rolling_rate;
  const double speed = motion.rolling_speed(y);
  if (rate == 0.0) return {.rests = speed <= still_speed, .rolls_for_ever = speed > still_speed};
  // p' = -(rate / epsilon) v if the velocity of the patch decides; else slip due to spin adds to v
  const PatchCloth& cloth = motion.cloth;
  const double time = cloth.epsilon / rate;
  const double lateral = cloth.rolling_velocity == RollingVelocity::patch
                             ? 0.0
                             : 5.0 + 5.0 * cloth.radius * std::abs(y[spin]) / cloth.epsilon;
  return {.rests = speed * time * (1.0 + lateral) <= allowed, .way = time * Vec2{y[p_x], y[p_y]}};
}

}  // namespace

PatchVelocities velocities_after(const PatchCloth& cloth, const BallSpec& ball, double gravity,
                                 const BallState& start, double t) {
  const PatchMotion motion{cloth, ball, gravity};
  const Rates y = motion.variables(start);
  const Rates end = passive(motion, y, PatchStepper(motion, y).step(t).y);
  return {motion.velocity(end), motion.angular_velocity(end)};
}

Flow flow_of(const PatchCloth& cloth, const BallSpec& ball, const Environment& around,
             const BallState& s) {
  const PatchMotion motion{cloth, ball, around.gravity};
  if (s.motion == Motion::spinning) return spinning(motion, s);
  Flow flow{.duration = std::numeric_limits<double>::infinity()};
  if (cloth.coefficient > 0.0 || cloth.distortion > 0.0) {
    const Rates y = motion.variables(s);
    const Creep creep = s.motion == Motion::rolling ? creep_of(motion, y) : Creep{};
    if (creep.rests) {
      flow = stopping(motion, s, y, creep.way);
    } else if (creep.rolls_for_ever) {
      flow.spin_decay = coulomb_of(cloth, ball).spinning * motion.k * around.gravity / ball.radius;
    } else {
      flow = moving(motion, s);
    }
  }
  flow.a += Vec3{0.5 * around.push.x, 0.5 * around.push.y, 0.0};
  if (s.motion == Motion::rolling) flow.dw += (1.0 / ball.radius) * left_of(around.push);
  return flow;
}

}  // namespace cuelab
