#include "laws/along_impulse/quick.hpp"

#include <algorithm>
#include <bit>
#include <cmath>

#include "laws/along_impulse/quick_path.hpp"

namespace cuelab::along_impulse {
namespace {

/// How far a slip is from its end, or from where it began, if its rate stays; and how much it turns
/// on the way.
struct Way {
  double ahead = never;   ///< impulse to its end
  double behind = never;  ///< to where it began
  double turn = never;    ///< that turns it by much
  double tilt = 0.0;      ///< of its rate, against its direction
};

Way way_of(Vec2 slip, Vec2 rate, double pull) {
  constexpr double negligible = 1e-8;  // in approach speeds
  const double square = dot(slip, slip);
  if (square == 0.0) return {};
  const double change = dot(slip, rate);
  const double across = std::abs(cross(slip, rate));
  Way way{.tilt = across / std::abs(change)};
  if (change < 0.0) way.ahead = -square / change;
  if (across > negligible * pull) {
    way.turn = std::sqrt(square / std::max(dot(rate, rate), pull * pull));
    if (change >= 0.0) way.behind = way.turn;
  }
  return way;
}

/// By what to multiply the length of a panel: a root of the order in which the estimate of its
/// error grows, found in the exponent of the number.
double growth(double error) {
  constexpr std::uint64_t order = 7;
  constexpr std::uint64_t one = std::bit_cast<std::uint64_t>(1.0);
  const double x = panel_error / std::max(error, 1e-6 * panel_error);
  const std::uint64_t bits = std::bit_cast<std::uint64_t>(x) / order + one / order * (order - 1);
  return 0.8 * std::bit_cast<double>(bits);
}

}  // namespace

/// The slate cannot make the ball stick, whatever the friction at the contact, nor can that lift
/// it.
bool Quick::usual() const {
  constexpr double most_friction = 0.5;
  constexpr double least_friction = 0.01;
  const double mu = at_.friction.a;
  if (!r_.on_slate || r_.v_z != 0.0 || at_.friction.b != 0.0) return false;
  if (!(mu >= least_friction && mu <= most_friction)) return false;
  if (!(at_.cloth >= least_friction && at_.cloth <= most_friction)) return false;
  if (!(r_.sin - at_.cos * mu > 0.0)) return false;
  const double needed = (at_.cos + r_.across_2 * mu) / r_.own;  // across_2 < 0: at least
  return r_.across_2 < 0.0 && needed > at_.cloth * (r_.sin + at_.cos * mu);
}

void Quick::arrive(const State& end) {
  s_ = end;
  if (nose_ == Nose::slips) u_hat_ = (1.0 / norm(s_.u)) * s_.u;
  c_hat_ = (1.0 / norm(s_.c)) * s_.c;
  f_ = rates<double>(u_hat_, c_hat_);
}

/// A slip of zero at the slate grows against the friction that would hold it.
bool Quick::begin() {
  s_ = {.u = at_.u, .c = r_.c};
  const double slip = norm(s_.u);
  if (!(slip > 1e-6)) return false;
  u_hat_ = (1.0 / slip) * s_.u;
  if (norm(s_.c) > at_.no_slip) {
    arrive(s_);
    return true;
  }
  const Vec2 hold = sticking_friction_at_slate(r_, at_.cos, -at_.friction.a * u_hat_);
  s_.c = {};
  c_hat_ = (-1.0 / norm(hold)) * hold;
  f_ = rates<double>(u_hat_, c_hat_);
  return true;
}

/// The slip at the contact is zero: it sticks, or it grows in the direction d for which u' = b -
/// mu A d is along d, |d| = 1, by Newton's method for the rate of growth.
bool Quick::halt_nose() {
  s_.u = {};
  nose_ = Nose::sticks;
  const double mu = at_.friction.a;
  const Vec2 t = nose_friction<double>({}, c_hat_);
  h_ = 1.5;
  grade_ = 0.35;
  if (norm(t) > mu) {
    constexpr int max_steps = 20;
    constexpr double enough = 1e-14;
    nose_ = Nose::slips;
    const double a_12 = r_.across_1 * at_.cos * at_.cloth * c_hat_.x;
    const double a_22 = r_.own - at_.cos * at_.cos + r_.across_2 * at_.cos * at_.cloth * c_hat_.y;
    const double b_1 = -r_.across_1 * r_.sin * at_.cloth * c_hat_.x;
    const double b_2 = at_.cos * r_.sin - r_.across_2 * r_.sin * at_.cloth * c_hat_.y;
    double rate = 0.0;
    for (int step = 0; step < max_steps; ++step) {
      const double p_1 = r_.own * mu + rate;
      const double p_2 = a_22 * mu + rate;
      u_hat_.y = b_2 / p_2;
      u_hat_.x = (b_1 - a_12 * mu * u_hat_.y) / p_1;
      const double by_y = -u_hat_.y / p_2;
      const double by_x = -(u_hat_.x + a_12 * mu * by_y) / p_1;
      const double size = norm(u_hat_);
      const double slope = -dot(u_hat_, Vec2{by_x, by_y}) / (size * size * size);
      const double by = (1.0 - 1.0 / size) / slope;
      rate += by;
      if (std::abs(by) <= enough) break;
    }
    if (!(rate >= 0.0)) return false;
    u_hat_ = (1.0 / norm(u_hat_)) * u_hat_;
  }
  f_ = rates<double>(u_hat_, c_hat_);
  return true;
}

/// The last stretch of the slip at the contact, which no longer turns.
bool Quick::close_nose(double way) {
  const Solution panel = solve({.end = End::slip, .length = way, .grade = 0.9});
  if (!(panel.error <= panel_error) || !(panel.h > 0.0) || panel.h > 4.0 * way) return false;
  const bool beyond = compressing_ ? v_n(panel.end) > 0.0 : panel.end.work - s_.work > work_left_;
  if (beyond) return false;
  if (!compressing_) work_left_ -= panel.end.work - s_.work;
  s_ = panel.end;
  c_hat_ = (1.0 / norm(s_.c)) * s_.c;
  return true;
}

/// What friction at the contact could hold beyond what it does, per P.
double Quick::margin(Vec2 c) const {
  return at_.friction.a - norm(nose_friction<double>({}, (1.0 / norm(c)) * c));
}

/// Friction at the contact gives way: the slip grows against it, with the square of P at first.
void Quick::release_nose() {
  const Vec2 t = nose_friction<double>({}, c_hat_);
  nose_ = Nose::slips;
  u_hat_ = (-1.0 / norm(t)) * t;
  f_ = rates<double>(u_hat_, c_hat_);
  h_ = 0.4;
}

bool Quick::advance() {
  const double v = v_n(s_);
  constexpr double least_gain = 0.01;
  if (!(f_.v_n > least_gain)) return false;
  const Way nose = nose_ == Nose::slips ? way_of(s_.u, f_.u, r_.own * at_.friction.a) : Way{};
  const Way cloth = way_of(s_.c, f_.c, r_.own * at_.cloth * r_.sin);
  Plan plan{.end = compressing_ ? End::speed : End::work, .work = work_left_};
  double left = compressing_
                    ? -v / f_.v_n
                    : 2.0 * work_left_ / (v + std::sqrt(v * v + 2.0 * f_.v_n * work_left_));

  // the end of a slip that no longer turns
  const auto closes = [](Vec2 slip, const Way& way) {
    return way.ahead < never && norm(slip) * std::min(way.tilt * way.tilt, 1.0) < panel_error;
  };
  if (closes(s_.c, cloth) && cloth.ahead <= left) return false;
  if (closes(s_.u, nose) && nose.ahead <= left && nose.ahead <= h_ && close_nose(nose.ahead)) {
    return halt_nose();
  }

  // as far as the slips allow
  const bool by_nose =
      std::min(nose.ahead, nose.behind) <= 3.0 * std::min(cloth.ahead, cloth.behind);
  const Way& way = by_nose ? nose : cloth;
  const Way& other = by_nose ? cloth : nose;
  const bool grows = way.behind < never;
  const double wide = (1.0 + 2.0 * grade_) * (1.0 + 2.0 * grade_);
  const double limit =
      std::min({grows ? (wide * wide - 1.0) * way.behind : std::min(h_, 3.0 * way.turn),
                part_of_way(grade_) * way.ahead, 0.8 * other.ahead, 3.0 * other.turn, give_way_});
  if (left > limit) {
    plan.end = End::length;
    left = left < 2.0 * limit ? 0.5 * left : limit;
  }
  plan.length = left;
  plan.grade =
      grows ? 1.0 - std::sqrt(std::sqrt(1.0 + left / way.behind)) : grade_for(left / way.ahead);
  return accept(solve(plan), plan);
}

/// Takes the panel if it is good enough, or shortens the next one. False: the impact is unusual.
bool Quick::accept(const Solution& panel, const Plan& plan) {
  constexpr double shortest = 1e-7;
  const double grade = std::abs(plan.grade) * (plan.grade < 0.0 ? 0.5 : 1.0);
  const bool good = panel.error <= panel_error && panel.h > 0.0 && panel.h <= 2.0 * plan.length;
  const bool reversed =
      dot(panel.end.c, c_hat_) < 0.0 || (nose_ == Nose::slips && dot(panel.end.u, u_hat_) < 0.0);
  if (!good || reversed) {
    const double to = panel.error < never ? std::min(0.7, growth(panel.error)) : 0.4;
    h_ = to * plan.length;
    grade_ = to * grade;
    return plan.length > shortest;
  }
  if (nose_ == Nose::sticks) {
    const double held = margin(panel.end.c);
    if (held < -given_way) {
      const double before = margin(s_.c);
      give_way_ = panel.h * before / (before - held);
      return give_way_ > shortest;
    }
  }
  give_way_ = never;
  const double by = growth(panel.error);
  h_ = std::max(h_, by * panel.h);
  grade_ = std::min(0.6, std::max(grade_, by * grade));
  if (!compressing_) work_left_ -= panel.end.work - s_.work;
  arrive(panel.end);
  if (nose_ == Nose::sticks && margin(s_.c) < given_way) release_nose();
  if (plan.end == End::speed) {
    compressing_ = false;
    work_left_ = -at_.restitution * at_.restitution * s_.work;
    over_ = work_left_ <= 0.0;
  }
  if (plan.end == End::work) over_ = true;
  return true;
}

std::optional<Impulses<1>> Quick::follow() {
  constexpr int max_panels = 60;
  if (!usual() || !begin()) return {};
  for (int n = 0; n < max_panels; ++n) {
    if (!advance()) return {};
    if (over_) return impulses();
  }
  return {};
}

std::optional<Impulses<1>> quick_impulses(const Impact<1>& at) { return Quick(at).follow(); }

}  // namespace cuelab::along_impulse
