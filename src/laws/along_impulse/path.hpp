#pragma once

#include <bit>

#include "laws/along_impulse/panel.hpp"
#include "laws/along_impulse/settle.hpp"

namespace cuelab::along_impulse {

/// The impact in progress: compression until the speed of separation is zero, then restitution
/// until the work given back is e^2 times that of compression. Where a contact begins to stick, to
/// slip or to lift, a panel ends and the mode is settled anew; between, the rates are smooth.
template <std::size_t balls>
class Path {
 public:
  explicit Path(const Impact<balls>& impact) : at_(impact) { settle_here(); }

  /// All impulses of the impact.
  Impulses<balls> follow() {
    constexpr int max_panels = 500;  // about ten are usual
    const double v_n = at_.v_n;
    for (int n = 0; n < max_panels && !over_; ++n) advance();

    // jammed, or rounding: no approach is left
    const double approach = -(v_n + y_[1]);
    if (approach <= 0.0) return y_;
    Impulses<balls> push{1.0};
    for (std::size_t k = 0; k < balls; ++k) {
      if (at_.ball_terms[k].on_slate) push[6 + 4 * k] = std::max(0.0, at_.ball_terms[k].sin);
    }
    const double gain = normal_change<balls, double>(at_, push);
    if (gain <= 0.0) return y_;
    for (std::size_t i = 0; i < y_.size(); ++i) y_[i] += approach / gain * push[i];
    return y_;
  }

 private:
  static constexpr double never = std::numeric_limits<double>::infinity();
  static constexpr double rounding = 1e-12;  ///< of speeds and works

  double separation() const { return at_.v_n + y_[1]; }

  /// All that touches sticks: no impulse moves the balls any more.
  bool jammed() const {
    bool sticks = mode_.sticks;
    for (const ClothContact cloth_contact : mode_.cloth_contact)
      sticks &= cloth_contact == ClothContact::sticks;
    return sticks;
  }

  void advance() {
    if (compressing_ && separation() >= -rounding) begin_restitution();
    const double v = separation();
    const double a = f_[1];
    const bool done = !compressing_ && (work_ <= rounding || v < 0.0);
    if (done || (a <= rounding && (jammed() || (!compressing_ && v <= rounding)))) {
      over_ = true;
      return;
    }

    // how far to go: to the end of the phase or near that of a slip, if errors allow
    Goal goal{.kind = compressing_ ? Goal::Kind::speed : Goal::Kind::work, .value = work_};
    double left = compressing_ ? -v / a : 2.0 * work_ / (v + std::sqrt(v * v + 2.0 * a * work_));
    if (!(left >= 0.0)) left = never;
    const Halt halt = nearest_halt();
    if (halt.negligible) {
      drop_slip(halt.which, slip_at(at_, y_, halt.which));
      settle_here();
      return;
    }
    bool nearing = halt.left <= left;
    if (nearing && halt.closes && halt.left <= h_) {
      const Closing closing = close(halt);
      if (closing == Closing::done) return;
      nearing = closing == Closing::no;
    }
    const bool slows = halt.left < never;
    const double limit = std::min(slows ? part_of_way(grade_) * halt.left : h_, longest_turn());
    if (nearing || left > limit) {
      goal.kind = Goal::Kind::length;
      left = !nearing && left < 2.0 * limit ? 0.5 * left : limit;
    }
    goal.grade = grade_for(left / halt.left);

    const Start<balls> start{y_, f_, directions_};
    const Panel<balls> panel = PanelSolver<balls>(at_, mode_, start).solve(goal, left);
    if (!take(panel, left, halt.left)) return;
    if (goal.kind == Goal::Kind::speed) begin_restitution();
    if (goal.kind == Goal::Kind::work) over_ = true;
  }

  /// Takes the panel if it is good enough and no contact changes its mode in it. It was planned to
  /// take some of the impulse to the end of a slip.
  bool take(const Panel<balls>& panel, double planned, double way) {
    constexpr double least = 1e-11;  // shorter ones are replaced by a straight line
    constexpr double astray = 2.0;   // times the length planned: the goal is elsewhere
    const bool good = panel.error <= at_.tolerance && panel.h > 0.0 && panel.h <= astray * planned;
    const double grade = grade_for(planned / way);
    const double by = growth(panel.error);
    const auto shorten = [&](double to) {
      h_ = to * planned;
      if (way < never) grade_ = to * grade;
    };
    if (!good) {
      if (planned <= least) {
        go_straight(planned);
      } else {
        shorten(std::min(0.7, by));
      }
      return false;
    }
    if (a_slip_reversed(panel.end)) {
      shorten(0.5);
      return false;
    }
    if (margin(panel.end) < -slack) {
      change_mode(panel, planned / way);
      return false;
    }
    h_ = std::max(h_, by * panel.h);
    grade_ = std::min(most_grade, std::max(grade_, by * grade));
    arrive(panel);
    if (a_slip_vanished()) settle_here();
    return true;
  }

  void arrive(const Panel<balls>& panel) {
    y_ = panel.end;
    work_ -= panel.work;
    directions_ = slip_directions(at_, mode_, y_);
    f_ = rates_at(y_);
  }

  void go_straight(double h) {
    work_ -= h * separation();
    for (std::size_t i = 0; i < y_.size(); ++i) y_[i] += h * f_[i];
    settle_here();
  }

  /// By what to multiply the length of a panel: a root of the order in which the estimate of its
  /// error grows, which is rough and found in the exponent of the number.
  double growth(double error) const {
    if (!(error < never)) return 0.4;
    constexpr std::uint64_t order = 8;
    constexpr std::uint64_t one = std::bit_cast<std::uint64_t>(1.0);
    const double x = at_.tolerance / std::max(error, 1e-6 * at_.tolerance);
    const std::uint64_t bits = std::bit_cast<std::uint64_t>(x) / order + one / order * (order - 1);
    return 0.85 * std::bit_cast<double>(bits);
  }

  void begin_restitution() {
    at_.v_n -= separation();  // rounding
    work_ *= at_.restitution * at_.restitution;
    compressing_ = false;
    over_ = work_ <= 0.0;
  }

  Impulses<balls> rates_at(const Impulses<balls>& y) const {
    const Directions<balls> directions = slip_directions(at_, mode_, y);
    const Vec2 t = mode_.sticks
                       ? sticking_friction(slip_answer<balls, double>(at_, mode_, directions))
                       : -friction_at(at_.friction, norm(slip_at(at_, y, 0))) * directions[0];
    return rates<balls, double>(at_, mode_, directions, t);
  }

  // --- slips that end ----------------------------------------------------------------------------

  struct Halt {
    double left = never;      ///< impulse until the slip ends, if the rates stayed as they are
    std::size_t which = 0;    ///< as in Goal
    bool closes = false;      ///< it turns so little that one panel may take it to its end
    bool negligible = false;  ///< it is below the tolerance, and ends
  };

  bool a_slip_vanished() const {
    bool vanished = !mode_.sticks && norm(slip_at(at_, y_, 0)) <= at_.no_slip;
    for (std::size_t k = 0; k < balls; ++k) {
      vanished |= mode_.cloth_contact[k] == ClothContact::slips &&
                  norm(slip_at(at_, y_, 1 + k)) <= at_.no_slip;
    }
    return vanished;
  }

  /// A slip has stopped before y is reached: friction grows while it falls, so it may end before
  /// nearest_halt() expects it.
  bool a_slip_reversed(const Impulses<balls>& y) const {
    const auto reversed = [&](std::size_t n) {
      return dot(slip_at(at_, y, n), directions_[n]) < -at_.no_slip;
    };
    bool any = !mode_.sticks && reversed(0);
    for (std::size_t k = 0; k < balls; ++k) {
      any |= mode_.cloth_contact[k] == ClothContact::slips && reversed(1 + k);
    }
    return any;
  }

  /// A slip turns within an impulse of its speed over its rate. A panel much longer than that
  /// begins its nodes after the turn and its error estimate cannot see it. Friction ends the turn,
  /// so what is lost is the part of the slip across the direction to which it turns.
  double longest_turn() const {
    constexpr double turns = 3.0;
    double longest = never;
    for (std::size_t n = 0; n <= balls; ++n) {
      if (!rubs(n)) continue;
      const Vec2 slip = slip_at(at_, y_, n);
      const Vec2 rate = slip_rate<balls, double>(at_, f_, n);
      const double speed = norm(slip);
      const double turn = std::abs(cross(slip, rate));
      if (speed > at_.no_slip && turn > negligible_slip() * friction_pull(at_, f_, n)) {
        longest = std::min(longest, turns * speed / norm(rate));
      }
    }
    return longest;
  }

  /// In approach speeds.
  double negligible_slip() const { return 0.1 * at_.tolerance; }

  /// Slip n has friction that depends on its direction.
  bool rubs(std::size_t n) const {
    constexpr double no_friction = 1e-13;  // per impulse: rounding
    return n == 0 ? !mode_.sticks && std::abs(f_[2]) + std::abs(f_[3]) > no_friction
                  : mode_.cloth_contact[n - 1] == ClothContact::slips &&
                        at_.cloth * f_[2 + 4 * n] > no_friction;
  }

  Halt nearest_halt() const {
    Halt nearest;
    for (std::size_t n = 0; n <= balls; ++n) {
      if (!rubs(n)) continue;
      const Vec2 slip = slip_at(at_, y_, n);
      const Vec2 rate = slip_rate<balls, double>(at_, f_, n);
      const double speed = norm(slip);
      const double change = dot(slip, rate);
      if (speed <= at_.no_slip || change >= 0.0) continue;
      const double left = -speed * speed / change;
      const double turn = cross(slip, rate) / change;
      const bool closes = speed * std::min(turn * turn, 1.0) < at_.tolerance;
      if (left < nearest.left) nearest = {left, n, closes, speed < negligible_slip()};
    }
    return nearest;
  }

  /// What is left of a slip counts as none.
  void drop_slip(std::size_t which, Vec2 rest) {
    Vec2& before = which == 0 ? at_.u : at_.ball_terms[which - 1].c;
    before = before - rest;
  }

  enum class Closing : std::uint8_t { done, beyond, no };

  /// Ends a slip by one panel, unless its end lies beyond that of the phase.
  Closing close(const Halt& halt) {
    constexpr double astray = 4.0;
    const Start<balls> start{y_, f_, directions_};
    const Goal goal{.kind = Goal::Kind::slip, .which = halt.which, .grade = 1.0};
    const Panel<balls> panel = PanelSolver<balls>(at_, mode_, start).solve(goal, halt.left);
    if (!(panel.error < never) || !(panel.h > 0.0) || panel.h > astray * halt.left) {
      return Closing::no;
    }
    const Vec2 rest = slip_at(at_, panel.end, halt.which);
    if (norm(rest) > at_.tolerance || margin(panel.end) < -slack) return Closing::no;
    const bool beyond =
        compressing_ ? at_.v_n + panel.end[1] > rounding : panel.work > work_ + rounding;
    if (beyond) return Closing::beyond;

    drop_slip(halt.which, rest);
    arrive(panel);
    settle_here();
    return Closing::done;
  }

  // --- changes of mode ---------------------------------------------------------------------------

  static constexpr double slack = 1e-12;  ///< of margins: rounding

  void settle_here() {
    Halted<balls> halted;
    halted.contact = mode_.sticks || norm(slip_at(at_, y_, 0)) <= at_.no_slip;
    for (std::size_t k = 0; k < balls; ++k) {
      halted.slate[k] = mode_.cloth_contact[k] == ClothContact::sticks ||
                        norm(slip_at(at_, y_, 1 + k)) <= at_.no_slip;
    }
    mode_ = settle(at_, halted, y_);
    directions_ = slip_directions(at_, mode_, y_);
    f_ = rates_at(y_);
    h_ = first_length;
    grade_ = first_grade;
  }

  /// How far the impact is from leaving its mode: friction that sticks from its limit, the slate
  /// from pulling, a lifted ball from the slate.
  double margin(const Impulses<balls>& y) const {
    const Impulses<balls> f = rates_at(y);
    double m = never;
    if (mode_.sticks) m = friction_at(at_.friction, 0.0) - norm(Vec2{f[2], f[3]});
    for (std::size_t k = 0; k < balls; ++k) {
      const double N = f[6 + 4 * k];
      if (mode_.cloth_contact[k] != ClothContact::off) m = std::min(m, N);
      if (mode_.cloth_contact[k] == ClothContact::sticks) {
        m = std::min(m, at_.cloth * N - norm(Vec2{f[4 + 4 * k], f[5 + 4 * k]}));
      }
      if (mode_.cloth_contact[k] == ClothContact::off && at_.ball_terms[k].on_slate) {
        m = std::min(m, at_.ball_terms[k].v_z + vertical_change(at_, y, k));
      }
    }
    return m;
  }

  /// Ball k had left the slate and is back on it after the impulses y.
  bool lands(const Impulses<balls>& y, std::size_t k) const {
    const BallTerms& r = at_.ball_terms[k];
    return mode_.cloth_contact[k] == ClothContact::off && r.on_slate &&
           r.v_z + vertical_change(at_, y, k) < -slack;
  }

  bool any_lands(const Impulses<balls>& y) const {
    bool any = false;
    for (std::size_t k = 0; k < balls; ++k) any |= lands(y, k);
    return any;
  }

  /// What is left of the fall of balls that land here counts as none.
  void drop_fall() {
    for (std::size_t k = 0; k < balls; ++k) {
      double& v_z = at_.ball_terms[k].v_z;
      if (lands(y_, k)) v_z -= v_z + vertical_change(at_, y_, k);
    }
  }

  /// Goes to where the margin is used up in a panel, which goes a part of the way to the end of a
  /// slip, and settles there: by the Illinois method, then by halves if a margin that is also zero
  /// where the panel begins has held that up. Friction is continuous there, so the square of the
  /// inaccuracy counts; where a ball lands it sets in at once, so halves go on to the rounding.
  void change_mode(Panel<balls> far, double part) {
    constexpr int max_trials = 60;
    constexpr int max_halves = 60;
    constexpr double narrow = 1e-8;
    constexpr double narrow_landing = 1e-14;  // rounding
    const Start<balls> start{y_, f_, directions_};
    const double whole = far.h;
    double high = whole;
    double low = 0.0;
    double at_low = std::max(margin(y_) + slack, 0.0);
    double at_high = margin(far.end) + slack;
    const auto try_length = [&](double h) {
      const Goal goal{.grade = grade_for(part * h / whole)};
      const Panel<balls> near = PanelSolver<balls>(at_, mode_, start).solve(goal, h);
      if (!(near.error < never)) return false;
      const double m = margin(near.end) + slack;
      if (m < 0.0) {
        high = h;
        at_high = m;
        at_low *= 0.5;
        far = near;
      } else {
        low = h;
        at_low = m;
        at_high *= 0.5;
      }
      return true;
    };
    bool found = true;
    for (int trial = 0; found && trial < max_trials && high - low > narrow; ++trial) {
      found = try_length(low + (high - low) * at_low / (at_low - at_high));
    }
    const bool held_up = high - low > narrow;
    for (int half = 0; found && held_up && half < max_halves; ++half) {
      if (high - low <= (any_lands(far.end) ? narrow_landing : narrow)) break;
      found = try_length(0.5 * (low + high));
    }
    arrive(far);
    if (held_up) drop_fall();
    settle_here();
    h_ = careful_length;
    grade_ = careful_grade;
  }

  static constexpr double first_length = 1.5;
  static constexpr double first_grade = 0.2;
  static constexpr double most_grade = 0.8;
  /// After friction has given way: a slip then grows with the square of P, unseen by the estimate.
  static constexpr double careful_length = 0.4;
  static constexpr double careful_grade = 0.1;

  Impact<balls> at_;
  Mode<balls> mode_;
  Directions<balls> directions_;
  Impulses<balls> y_{};  ///< given so far
  Impulses<balls> f_{};  ///< their rates
  double work_ = 0.0;    ///< done in compression, then left to be given back
  bool compressing_ = true;
  bool over_ = false;
  double h_ = first_length;     ///< longest panel as far as errors go
  double grade_ = first_grade;  ///< the same where a slip falls: greatest grade
};

}  // namespace cuelab::along_impulse
