#pragma once

#include <array>
#include <cmath>
#include <cstdint>

#include "cuelab/laws/cloth/patch.hpp"
#include "math/lanes.hpp"

namespace cuelab::patch {

// The motion of a ball on the patch cloth as an ordinary differential equation, and single steps of
// its solution. Friction makes the slip stiff as soon as the ball rolls, at up to
// (1 + k) mu g / epsilon.

/// Five numbers in two vectors; the rest is padding.
struct Rates {
  Lanes low{}, high{};

  double operator[](std::size_t i) const { return i < lane_count ? low[i] : high[i - lane_count]; }
  void add(std::size_t i, double x) {
    if (i < lane_count) {
      low[i] += x;
    } else {
      high[i - lane_count] += x;
    }
  }
  static Rates of(double x0, double x1, double x2, double x3, double x4) {
    return {Lanes{x0, x1, x2, x3}, Lanes{x4, 0.0, 0.0, 0.0}};
  }
};
inline Rates operator+(const Rates& a, const Rates& b) { return {a.low + b.low, a.high + b.high}; }
inline Rates operator-(const Rates& a, const Rates& b) { return {a.low - b.low, a.high - b.high}; }
inline Rates operator*(double x, const Rates& a) { return {x * a.low, x * a.high}; }
constexpr std::size_t rate_count = 5;

// Variables of the motion: p = v - u / (1 + k), the velocity with which the ball would roll if
// friction stopped its slip u; u itself; and the spin about the vertical. Sliding friction does not
// act on p, only rolling resistance does.
enum Variable : std::uint8_t { u_x, u_y, spin, p_x, p_y };

/// The equations of motion of one ball.
struct PatchMotion {
  const PatchCloth& cloth;
  const BallSpec& ball;
  double k;               ///< m R^2 / I
  double share;           ///< of the slip in the velocity, 1 / (1 + k)
  double sliding_rate;    ///< deceleration of the slip by full friction [m/s^2]
  double rolling_rate;    ///< deceleration of p by full resistance [m/s^2]
  double spin_rate;       ///< of the spin per unit of the friction's moment [rad/s^2]
  double slip_per_shift;  ///< acceleration of the slip by a shift of 1 [m/s^2]
  double roll_per_shift;  ///< deceleration of p by a shift of 1 [m/s^2]
  double per_patch;       ///< 1 / a [1/m]
  double per_ball;        ///< 1 / R [1/m]

  PatchMotion(const PatchCloth& on, const BallSpec& moved, double gravity)
      : cloth(on),
        ball(moved),
        k(ball.mass * ball.radius * ball.radius / ball.inertia),
        share(1.0 / (1.0 + k)),
        sliding_rate((1.0 + k) * cloth.coefficient * gravity),
        per_patch(1.0 / cloth.radius),
        per_ball(1.0 / ball.radius) {
    // the couple a N d / 5 adds to the slip, the same resistance through the centre takes from it
    const double arm = 0.2 * cloth.radius * gravity * per_ball;
    roll_per_shift = share * k * arm;
    rolling_rate = roll_per_shift * cloth.distortion;
    spin_rate = k * cloth.coefficient * gravity * cloth.radius * per_ball * per_ball;
    slip_per_shift = cloth.resistance == RollingResistance::couple ? k * arm : -arm;
  }

  Vec2 velocity(const Rates& y) const { return {y[p_x] + share * y[u_x], y[p_y] + share * y[u_y]}; }
  Vec3 angular_velocity(const Rates& y) const {
    const Vec2 v = velocity(y);
    return {per_ball * (y[u_y] - v.y), per_ball * (v.x - y[u_x]), y[spin]};
  }
  Rates variables(const BallState& s) const {
    const Vec2 u = slip_of(ball, s);
    return Rates::of(u.x, u.y, s.w.z, s.v.x - share * u.x, s.v.y - share * u.y);
  }

  /// As `load_of` has it, for the weight.
  Rates rates(const Rates& y) const {
    const auto& [friction, d] = action_of(cloth, cloth.radius, velocity(y),
                                          {{per_patch * y[u_x], per_patch * y[u_y]}, y[spin]});
    const Vec2 du = slip_per_shift * d - sliding_rate * friction.T;
    const Vec2 dp = -roll_per_shift * d;
    return Rates::of(du.x, du.y, -spin_rate * friction.M, dp.x, dp.y);
  }

  /// Kinetic energy, twice and per mass, as a product of two states [m^2/s^2].
  double energy_with(const Rates& x, const Rates& y) const {
    const double uu = x[u_x] * y[u_x] + x[u_y] * y[u_y];
    const double pp = x[p_x] * y[p_x] + x[p_y] * y[p_y];
    return share * uu + (pp / share + ball.radius * ball.radius * x[spin] * y[spin]) / k;
  }
  double energy(const Rates& y) const { return energy_with(y, y); }

  double slip(const Rates& y) const { return norm(Vec2{y[u_x], y[u_y]}); }
  double rolling_speed(const Rates& y) const { return norm(Vec2{y[p_x], y[p_y]}); }
  /// Whether the direction of rolling, and with it the pressure, may change at once.
  bool is_slow(const Rates& y) const {
    constexpr double slow = 30.0;  // epsilons
    const double part = slip_share_of(cloth.rolling_velocity);
    const Vec2 rolling = velocity(y) - part * Vec2{y[u_x], y[u_y]};
    return norm(rolling) < slow * cloth.epsilon;
  }
  /// Slip over which friction changes by itself [m/s].
  double slip_scale(const Rates& y) const {
    return cloth.epsilon + cloth.radius * std::abs(y[spin]);
  }
};

/// Whether the slip has come so close to what rolling needs that only the cause of it changes: what
/// friction then does is stiff. So is the resistance at low speed.
inline bool is_stiff(const PatchMotion& motion, const Rates& y, const Rates& f0) {
  constexpr double steady = 0.05;  // of the rate at which friction changes the slip
  return motion.is_slow(y) || motion.slip(f0) < steady * motion.sliding_rate;
}

/// The inverse of I - gamma h J, with the Jacobian J by differences. Its columns of p are left out
/// where nothing changes fast with p.
class StageMatrix {
 public:
  static constexpr double gamma = 4.3586652150845900e-01;

  void differentiate(const PatchMotion& motion, const Rates& y, const Rates& f0) {
    is_full_ = motion.is_slow(y);
    constexpr double step = 1e-6;  // of the scales on which the rates change
    const double slip_step = step * motion.slip_scale(y);
    const double speed_step = step * motion.cloth.epsilon;
    const Rates sizes =
        Rates::of(slip_step, slip_step, slip_step / motion.cloth.radius, speed_step, speed_step);
    for (std::size_t j = 0; j < columns(); ++j) {
      Rates moved = y;
      const double change = std::copysign(sizes[j], side_of(y, j));
      moved.add(j, change);
      J_[j] = (1.0 / change) * (motion.rates(moved) - f0);
    }
  }

  Rates times(const Rates& x) const {
    const Rates product = x[0] * J_[0] + x[1] * J_[1] + x[2] * J_[2];
    return is_full_ ? product + x[3] * J_[3] + x[4] * J_[4] : product;
  }

  void invert(double h) {
    if (is_full_) {
      invert_all(gamma * h);
    } else {
      invert_slip(gamma * h);
    }
  }

  Rates solve(const Rates& x) const {
    return x[0] * inverse_[0] + x[1] * inverse_[1] + x[2] * inverse_[2] + x[3] * inverse_[3] +
           x[4] * inverse_[4];
  }

 private:
  std::size_t columns() const { return is_full_ ? rate_count : 3; }

  /// The sign of a difference, such that mirrored motions have mirrored differences.
  static double side_of(const Rates& y, std::size_t j) {
    if (y[j] != 0.0) return y[j];
    const bool turns = j == u_y || j == p_y || j == spin;  // changes its sign in a mirror
    if (!turns) return y[u_x] != 0.0 ? y[u_x] : y[p_x];
    if (y[spin] != 0.0) return y[spin];
    return y[u_y] != 0.0 ? y[u_y] : y[p_y];
  }

  /// Only slip and spin, by cofactors; p follows.
  void invert_slip(double gh) {
    const auto at = [&](std::size_t i, std::size_t j) {
      return (i == j ? 1.0 : 0.0) - gh * J_[j][i];
    };
    const Vec3 a{at(0, 0), at(1, 0), at(2, 0)};
    const Vec3 b{at(0, 1), at(1, 1), at(2, 1)};
    const Vec3 c{at(0, 2), at(1, 2), at(2, 2)};
    const Vec3 bc = cross(b, c);
    const double inverse = 1.0 / dot(a, bc);
    const Vec3 rows[3] = {inverse * bc, inverse * cross(c, a), inverse * cross(a, b)};
    const auto column = [&](double x, double y, double z) {
      const Rates rest = gh * (x * J_[0] + y * J_[1] + z * J_[2]);
      return Rates::of(x, y, z, rest[3], rest[4]);
    };
    inverse_[0] = column(rows[0].x, rows[1].x, rows[2].x);
    inverse_[1] = column(rows[0].y, rows[1].y, rows[2].y);
    inverse_[2] = column(rows[0].z, rows[1].z, rows[2].z);
    inverse_[3] = Rates::of(0.0, 0.0, 0.0, 1.0, 0.0);
    inverse_[4] = Rates::of(0.0, 0.0, 0.0, 0.0, 1.0);
  }

  /// All, by Gauss and Jordan, without exchange of columns: what is large in the matrix is
  /// friction, which is dissipative.
  void invert_all(double gh) {
    std::array<Rates, rate_count> A;
    for (std::size_t j = 0; j < rate_count; ++j) {
      inverse_[j] = {};
      inverse_[j].add(j, 1.0);
      A[j] = inverse_[j] - gh * J_[j];
    }
    for (std::size_t i = 0; i < rate_count; ++i) {
      const double pivot = 1.0 / A[i][i];
      A[i] = pivot * A[i];
      inverse_[i] = pivot * inverse_[i];
      for (std::size_t j = 0; j < rate_count; ++j) {
        if (j == i) continue;
        const double factor = A[j][i];
        A[j] = A[j] - factor * A[i];
        inverse_[j] = inverse_[j] - factor * inverse_[i];
      }
    }
  }

  bool is_full_ = false;
  std::array<Rates, rate_count> J_{};        ///< columns
  std::array<Rates, rate_count> inverse_{};  ///< columns
};

/// End of a step: variables, displacement and an estimate of their errors.
struct StepEnd {
  Rates y{};
  Vec2 way{};
  Rates error{};
};

/// One step of ROS34PW2, an L-stable Rosenbrock-W method of order three, also with inexact
/// Jacobians [RangAngermann2005].
inline StepEnd step_from(const PatchMotion& motion, const Rates& y, const Rates& f0, double h,
                         const StageMatrix& matrix) {
  constexpr double a21 = 8.7173304301691801e-01;
  constexpr double a31 = 8.4457060015369423e-01;
  constexpr double a32 = -1.1299064236484185e-01;
  constexpr double g = StageMatrix::gamma;
  constexpr double g21 = -8.7173304301691801e-01;
  constexpr double g31 = -9.0338057013044082e-01;
  constexpr double g32 = 5.4180672388095326e-02;
  constexpr double g41 = 2.4212380706095346e-01;
  constexpr double g42 = -1.2232505839045147e+00;
  constexpr double g43 = 5.4526025533510214e-01;
  constexpr double b3 = 1.5452602553351020e+00;  // the other weights are g41, g42 and g
  constexpr double c1 = 3.7810903145819369e-01;  // weights of order two
  constexpr double c2 = -9.6042292212423178e-02;
  constexpr double c4 = 2.1793326075422950e-01;
  constexpr double order_factor = 0.2;  // the error of order three is less than the estimate
  const auto stage = [&](const Rates& f, const Rates& lag) {
    return matrix.solve(h * (f + matrix.times(lag)));
  };
  const Rates k1 = stage(f0, Rates{});
  const Rates at2 = y + a21 * k1;
  const Rates lag2 = g21 * k1;
  const Rates k2 = stage(motion.rates(at2), lag2);
  const Rates at3 = y + a31 * k1 + a32 * k2;
  const Rates lag3 = g31 * k1 + g32 * k2;
  const Rates k3 = stage(motion.rates(at3), lag3);
  const Rates at4 = y + k3;
  const Rates lag4 = g41 * k1 + g42 * k2 + g43 * k3;
  const Rates k4 = stage(motion.rates(at4), lag4);

  // the displacement is a sixth variable, whose rate is linear in the others
  const Rates mean = g41 * (y + g * k1) + g42 * (at2 + lag2 + g * k2) + b3 * (at3 + lag3 + g * k3) +
                     g * (at4 + lag4 + g * k4);
  return {.y = y + g41 * k1 + g42 * k2 + b3 * k3 + g * k4,
          .way = h * motion.velocity(mean),
          .error =
              order_factor * ((g41 - c1) * k1 + (g42 - c2) * k2 + (b3 - 0.5) * k3 + (g - c4) * k4)};
}

/// The same by an explicit method of order five with an estimate of order four [CashKarp1990],
/// where nothing is stiff.
inline StepEnd explicit_step_from(const PatchMotion& motion, const Rates& y, const Rates& f0,
                                  double h) {
  const Rates at2 = y + (h / 5.0) * f0;
  const Rates f2 = motion.rates(at2);
  const Rates at3 = y + h * (3.0 / 40.0 * f0 + 9.0 / 40.0 * f2);
  const Rates f3 = motion.rates(at3);
  const Rates at4 = y + h * (0.3 * f0 - 0.9 * f2 + 1.2 * f3);
  const Rates f4 = motion.rates(at4);
  const Rates at5 = y + h * (-11.0 / 54.0 * f0 + 2.5 * f2 - 70.0 / 27.0 * f3 + 35.0 / 27.0 * f4);
  const Rates f5 = motion.rates(at5);
  const Rates at6 = y + h * (1631.0 / 55296.0 * f0 + 175.0 / 512.0 * f2 + 575.0 / 13824.0 * f3 +
                             44275.0 / 110592.0 * f4 + 253.0 / 4096.0 * f5);
  const Rates f6 = motion.rates(at6);
  constexpr double b1 = 37.0 / 378.0;
  constexpr double b3 = 250.0 / 621.0;
  constexpr double b4 = 125.0 / 594.0;
  constexpr double b6 = 512.0 / 1771.0;
  // the estimate of order four, or a share of that of order three, in case the first vanishes
  constexpr double caution = 0.03;
  const Rates sum = b1 * f0 + b3 * f3 + b4 * f4 + b6 * f6;
  const Rates fourth = (b1 - 2825.0 / 27648.0) * f0 + (b3 - 18575.0 / 48384.0) * f3 +
                       (b4 - 13525.0 / 55296.0) * f4 - (277.0 / 14336.0) * f5 + (b6 - 0.25) * f6;
  const Rates third = caution * (sum - 19.0 / 54.0 * f0 + 10.0 / 27.0 * f3 - 55.0 / 54.0 * f4);
  return {.y = y + h * sum,
          .way = h * motion.velocity(b1 * y + b3 * at3 + b4 * at4 + b6 * at6),
          .error = h * Rates{max(abs(fourth.low), abs(third.low)),
                             max(abs(fourth.high), abs(third.high))}};
}

}  // namespace cuelab::patch
