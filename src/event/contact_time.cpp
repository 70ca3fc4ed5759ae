#include "event/contact_time.hpp"

#include <algorithm>
#include <cmath>

#include "math/roots.hpp"

namespace cuelab {
namespace {

/// |d + v t + a t^2|^2 - reach^2 in powers of t, in either precision.
template <class Number>
std::array<Number, 5> squared_gap(const Approach& m, double reach) {
  const auto product = [](const Vec3& a, const Vec3& b) {
    return Number(a.x) * Number(b.x) + Number(a.y) * Number(b.y) + Number(a.z) * Number(b.z);
  };
  const Number two(2.0);
  return {product(m.d, m.d) - Number(reach) * Number(reach), two * product(m.d, m.v),
          product(m.v, m.v) + two * product(m.d, m.a), two * product(m.v, m.a), product(m.a, m.a)};
}

/// How the motion begins. Touching points that part make a polynomial that starts at zero: one
/// power of t is divided out when they part with speed, two when by acceleration.
enum class Start : std::uint8_t { now, still, apart, parting, curving_away };

Start start_of(const Quartic& c, double reach) {
  if (c[2] == 0.0 && c[1] == 0.0) return Start::still;
  if (c[0] > 2.0 * reach * touch_gap) return Start::apart;
  if (c[1] > 2.0 * reach * touch_speed) return Start::parting;
  if (c[1] < -2.0 * reach * touch_speed) return Start::now;
  return c[2] < -reach * touch_acceleration ? Start::now : Start::curving_away;
}

/// When bodies that touch and neither approach nor part have pressed into each other by
/// `press_depth`, which takes minutes where their accelerations balance but for rounding.
double time_to_press(double bend) {
  constexpr double press_depth = 1e-10;  // [m]
  return bend < 0.0 ? std::sqrt(press_depth / -bend) : never;
}

}  // namespace

double first_contact(const Approach& m, double reach, double window, std::uint64_t& roots) {
  const Quartic c = squared_gap<double>(m, reach);
  const Start start = start_of(c, reach);
  if (start == Start::now) return 0.0;
  if (start == Start::still) return never;
  const std::size_t drop = static_cast<std::size_t>(start) - static_cast<std::size_t>(Start::apart);

  // terms of each coefficient by size, for the error bound
  const Vec3 d{std::abs(m.d.x), std::abs(m.d.y), std::abs(m.d.z)};
  const Vec3 v{std::abs(m.v.x), std::abs(m.v.y), std::abs(m.v.z)};
  const Vec3 a{std::abs(m.a.x), std::abs(m.a.y), std::abs(m.a.z)};
  const Quartic terms = {dot(d, d) + reach * reach, 2.0 * dot(d, v), dot(v, v) + 2.0 * dot(d, a),
                         2.0 * dot(v, a), dot(a, a)};

  // drop the factors t and scale the window to [0, 1]
  Quartic p{};
  Quartic size{};
  double power = 1.0;
  for (std::size_t k = drop; k < 5; ++k) {
    p[k - drop] = c[k] * power;
    size[k - drop] = terms[k] * power;
    power *= window;
  }
  if (start == Start::curving_away) p[0] = std::max(p[0], reach * touch_acceleration);
  Descent descent = first_descent(p, size);
  if (!descent.at_a_glance) ++roots;

  // undecided in double precision: the same polynomial from the same motion with more digits
  if (descent.kind == Descent::Kind::unsure) {
    const WideQuartic wide = squared_gap<DoubleDouble>(m, reach);
    WideQuartic q{};
    DoubleDouble wide_power(1.0);
    for (std::size_t k = drop; k < 5; ++k) {
      q[k - drop] = wide[k] * wide_power;
      wide_power = wide_power * DoubleDouble(window);
    }
    if (start == Start::curving_away) q[0] = p[0];
    descent = first_descent(q);
  }
  const double met = descent.kind == Descent::Kind::found ? descent.x * window : never;
  if (start != Start::curving_away || c[2] >= 0.0) return met;

  // they press on each other, but so little that it takes time to notice
  const double pressed = time_to_press(c[2] / (2.0 * reach));
  const bool still_inside = c[1] + pressed * (c[2] + pressed * (c[3] + pressed * c[4])) < 0.0;
  return pressed <= window && still_inside ? std::min(met, pressed) : met;
}

double first_return(double gap, double rate, double bend) {
  const double square = rate * rate - 4.0 * bend * gap;
  if (!(rate > 0.0 && bend < 0.0 && square > 0.0)) return never;
  return (-rate - std::sqrt(square)) / (2.0 * bend);
}

double first_contact(double gap, double rate, double bend) {
  // touching: now, or back after rate t + bend t^2 has risen and fallen
  if (gap <= touch_gap) {
    if (rate < -touch_speed) return 0.0;
    if (rate <= touch_speed) return bend < -0.5 * touch_acceleration ? 0.0 : time_to_press(bend);
    if (bend >= 0.0) return never;
    const double back = gap < -touch_gap ? first_return(gap, rate, bend) : never;
    return std::min(back, -rate / bend);
  }
  const double discriminant = rate * rate - 4.0 * bend * gap;
  if (discriminant < 0.0) return never;
  const double root = std::sqrt(discriminant);
  if (rate < 0.0) {
    const double t = 2.0 * gap / (root - rate);
    return t >= 0.0 ? t : never;
  }
  return bend < 0.0 ? (-rate - root) / (2.0 * bend) : never;
}

}  // namespace cuelab
