#pragma once

#include <limits>

#include "laws/along_impulse/collocation.hpp"
#include "laws/along_impulse/rates.hpp"

namespace cuelab::along_impulse {

/// Where a panel is to end: after a length of impulse, at zero speed, when the work of restitution
/// is done, or where a slip ends (0 at the contact, 1 + k at the slate under ball k).
struct Goal {
  enum class Kind : std::uint8_t { length, speed, work, slip } kind = Kind::length;
  double value = 0.0;  ///< of work: what is left
  std::size_t which = 0;
  double grade = 0.0;  ///< of the panel; 0 is even
};

/// A stretch of the impact in which no contact changes its mode.
template <std::size_t balls>
struct Panel {
  double h = 0.0;       ///< impulse it takes
  Impulses<balls> end;  ///< impulses at its end
  double work = 0.0;    ///< at the contact
  double error = std::numeric_limits<double>::infinity();
};

/// Where a panel begins.
template <std::size_t balls>
struct Start {
  Impulses<balls> y;             ///< impulses so far
  Impulses<balls> f;             ///< rates
  Directions<balls> directions;  ///< directions of the slips
};

static_assert(nodes == lane_count);

/// Solves m y = x by elimination, m given by columns; without pivots, since the diagonal
/// dominates where it matters.
inline Lanes eliminate(std::array<Lanes, nodes>& m, Lanes x) {
  Lanes diagonal{};
  for (unsigned k = 0; k < nodes; ++k) {
    diagonal[k] = m[k][k];
    Lanes factor = m[k] * (1.0 / m[k][k]);
    factor[k] = 0.0;
    for (unsigned j = k + 1; j < nodes; ++j) m[j] -= factor * m[j][k];
    x -= factor * x[k];
  }
  return x / diagonal;
}

/// Turns the directions at the nodes toward those of the slips there by one step of Newton's
/// method for direction x slip = 0, which divides by no slip, so that slips may vanish. `shift` is
/// how the rate of a slip answers to a turn of its direction. Returns the sum of the turns, at
/// least 1 if a direction points against its slip.
inline double turn(LaneVec& direction, const LaneVec& slip, const LaneVec& shift,
                   const std::array<Lanes, nodes>& weight) {
  std::array<Lanes, nodes> m;
  const Lanes along = dot(direction, slip);
  for (unsigned j = 0; j < nodes; ++j) {
    m[j] = weight[j] * (direction.y * shift.x[j] - direction.x * shift.y[j]);
    m[j][j] += along[j];
  }
  const Lanes by = eliminate(m, cross(direction, slip));
  const Lanes most = splat(0.5);  // [rad] per round
  const LaneVec turned = direction + max(min(by, most), -most) * left_of(direction);
  direction = (1.0 / norm(turned)) * turned;
  return sum(dot(direction, slip) < Lanes{} ? splat(1.0) : abs(by));
}

/// Collocation for the directions of the slips: at each node friction has the direction of the
/// slip that the friction at all nodes has left. It is implicit, since a slip that is small for
/// long turns fast (a stiff equation), and of eighth order. All nodes are worked on at once.
template <std::size_t balls>
class PanelSolver {
 public:
  PanelSolver(const Impact<balls>& at, const Mode<balls>& mode, const Start<balls>& start)
      : at_(at), mode_(mode), start_(start) {
    for (std::size_t n = 0; n <= balls; ++n) {
      from_[n] = slip_at(at, start.y, n);
      rate_[n] = slip_rate<balls, double>(at, start.f, n);
    }
  }

  /// Its error is infinite if no solution was found: the panel was too long.
  Panel<balls> solve(const Goal& goal, double length) {
    constexpr int max_rounds = 8;
    const double still = 0.3 * at_.tolerance;
    constexpr double converging = 0.6;  // later rounds must reduce the turns to this part
    rule_ = graded(goal.grade);
    panel_ = {.h = length, .end = {}};
    guess();
    double turned = std::numeric_limits<double>::max();
    double next = turned;  // what one more round would turn, if it converges like the last one
    for (int round = 0; round < max_rounds; ++round) {
      set_rates();
      panel_.h = length_to(goal);
      if (next * panel_.h <= still) {
        conclude();
        break;
      }
      const double before = turned;
      turned = turn_slips();
      if (!(turned < before) || (round > 2 && turned > converging * before)) break;
      next = round == 0 ? turned : turned * (turned / before);
    }
    return panel_;
  }

 private:
  /// Directions to begin with: of slips that keep their rates along themselves, while what turns
  /// them fades as it is pulled back by friction.
  void guess() {
    constexpr double much_left = 0.1;
    const Lanes passed = panel_.h * load(rule_.c.data());
    for (std::size_t n = 0; n <= balls; ++n) {
      const LaneVec now = splat(start_.directions[n]);
      const double begin = norm(from_[n]);
      const Lanes least = splat(std::max(much_left * begin, at_.no_slip));
      const Vec2 along = dot(rate_[n], start_.directions[n]) * start_.directions[n];
      const double pull = friction_pull(at_, start_.f, n);
      const Lanes fading = begin * passed / (begin + at_.no_slip + pull * passed);
      const LaneVec slip =
          splat(from_[n]) + passed * splat(along) + fading * splat(rate_[n] - along);
      const Lanes speed = norm(slip);
      const LaneMask clear = (speed > least) & (dot(slip, now) > Lanes{});
      direction_[n] = {clear ? slip.x / speed : now.x, clear ? slip.y / speed : now.y};
      if (n == 0) speed_ = speed;
    }
  }

  void set_rates() {
    const SlipAnswer<Lanes> answer = slip_answer<balls, Lanes>(at_, mode_, direction_);
    if (mode_.sticks) {
      f_ = rates<balls, Lanes>(at_, mode_, direction_, sticking_friction(answer));
      return;
    }
    Lanes mu = splat(at_.friction.a);
    if (at_.friction.b != 0.0) {
      for (unsigned j = 0; j < nodes; ++j) mu[j] = friction_at(at_.friction, speed_[j]);
    }
    f_ = rates<balls, Lanes>(at_, mode_, direction_, -mu * direction_[0]);
    shift_ = answer.to(-mu * left_of(direction_[0]));
    growth_ = answer.to(-1.0 * direction_[0]);
    slope_ = -at_.friction.c * (mu - at_.friction.a);
  }

  /// Length at which the panel reaches its goal with the rates at the nodes.
  double length_to(const Goal& goal) const {
    const double v = at_.v_n + start_.y[1];
    const Lanes b = load(rule_.b.data());
    if (goal.kind == Goal::Kind::length) return panel_.h;
    if (goal.kind == Goal::Kind::speed) return -v / sum(b * f_[1]);
    if (goal.kind == Goal::Kind::work) {
      const double root = std::sqrt(v * v + 4.0 * half_gain() * goal.value);
      return 2.0 * goal.value / (v + root);
    }
    const LaneVec rate = slip_rate<balls, Lanes>(at_, f_, goal.which);
    const Vec2 slip = from_[goal.which];
    return -dot(slip, slip) / dot(slip, Vec2{sum(b * rate.x), sum(b * rate.y)});
  }

  /// The work of a panel is v_n h + h^2 times this.
  double half_gain() const {
    return sum(load(rule_.b.data()) * (1.0 - load(rule_.c.data())) * f_[1]);
  }

  /// One round for every slip; friction that changes with the slip's speed counts as turning.
  double turn_slips() {
    constexpr double no_friction = 1e-13;  // per impulse: rounding
    double turned = 0.0;
    std::array<Lanes, nodes> weight;
    for (std::size_t j = 0; j < nodes; ++j) weight[j] = panel_.h * load(rule_.a[j].data());
    for (std::size_t n = 0; n <= balls; ++n) {
      if (n == 0 ? mode_.sticks : mode_.cloth_contact[n - 1] != ClothContact::slips) continue;
      const Lanes friction = n == 0 ? abs(f_[2]) + abs(f_[3]) : at_.cloth * f_[2 + 4 * n];
      if (sum(friction) <= no_friction) continue;

      const LaneVec rate = slip_rate<balls, Lanes>(at_, f_, n);
      LaneVec slip = splat(from_[n]);
      for (unsigned j = 0; j < nodes; ++j) {
        slip.x += weight[j] * rate.x[j];
        slip.y += weight[j] * rate.y[j];
      }
      if (n == 0 && at_.friction.b != 0.0) {
        const Lanes by = speed_step(norm(slip) - speed_, weight);
        turned += at_.friction.b * at_.friction.c * sum(abs(by));
        speed_ = speed_ + by;
      }
      const LaneVec shift =
          n == 0 ? shift_ : (-at_.ball_terms[n - 1].own * friction) * left_of(direction_[n]);
      turned += turn(direction_[n], slip, shift, weight);
    }
    return turned;
  }

  /// How far to change the slip speeds that friction is taken at, given what they lack. Where
  /// strong friction on the cloth makes a slip grow with the friction between the balls, which
  /// falls with it, the slip is held, by a stiff equation: then by Newton's method.
  Lanes speed_step(Lanes lack, const std::array<Lanes, nodes>& weight) const {
    if (!(sum(dot(direction_[0], growth_)) > 0.0)) return lack;
    std::array<Lanes, nodes> m;
    for (unsigned j = 0; j < nodes; ++j) {
      const Lanes along = growth_.x[j] * direction_[0].x + growth_.y[j] * direction_[0].y;
      m[j] = (-slope_[j]) * (weight[j] * along);
      m[j][j] += 1.0;
    }
    return max(eliminate(m, lack), -speed_);
  }

  void conclude() {
    const double h = panel_.h;
    const Lanes b = load(rule_.b.data());
    panel_.end = start_.y;
    for (std::size_t i = 0; i < f_.size(); ++i) panel_.end[i] += h * sum(b * f_[i]);
    panel_.work = h * (at_.v_n + start_.y[1]) + h * h * half_gain();
    panel_.error = estimate_error();
  }

  /// From the size of the rates' Legendre coefficients s_1, s_2, s_3, which decay like r^k: the
  /// rule's error is like s_1 r^7, and s_3 (s_3 / (s_1 + s_2 + s_3))^2 like s_1 r^6.
  double estimate_error() const {
    double all = std::numeric_limits<double>::min();
    double last = 0.0;
    for (std::size_t k = 1; k < nodes; ++k) {
      double square = 0.0;
      for (std::size_t i = 2; i < f_.size(); ++i) {
        const double c = sum(load(legendre[k].data()) * f_[i]);
        square += c * c;
      }
      last = std::sqrt(square);
      all += last;
    }
    const double decay = last / all;
    return panel_.h * last * decay * decay;
  }

  const Impact<balls>& at_;
  const Mode<balls>& mode_;
  const Start<balls>& start_;
  Collocation rule_ = even;
  Panel<balls> panel_;
  Directions<balls> from_{};              ///< slips where the panel begins
  Directions<balls> rate_{};              ///< and their rates
  Directions<balls, Lanes> direction_{};  ///< directions of the slips at the nodes
  Lanes speed_{};                         ///< slip speed at the contact
  LaneVec shift_{};                       ///< change of its rate per turn of its direction
  LaneVec growth_{};                      ///< change of its rate per friction coefficient
  Lanes slope_{};                         ///< change of that coefficient per slip speed
  Impulses<balls, Lanes> f_{};            ///< rates
};

}  // namespace cuelab::along_impulse
