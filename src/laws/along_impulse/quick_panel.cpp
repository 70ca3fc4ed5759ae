#include <algorithm>
#include <cmath>

#include "laws/along_impulse/quick_path.hpp"

namespace cuelab::along_impulse {
namespace {

/// Node positions of a graded panel, as parts of its length, and how fast they are passed.
struct Grading {
  Lanes c;
  Lanes pace;
};

Grading grading(double grade) {
  constexpr double slight = 1e-3;  // makes no difference, and the differences below lose digits
  const Lanes x = load(gauss.data());
  if (std::abs(grade) < slight) return {x, splat(1.0)};
  const double whole = part_of_way(grade);
  const Lanes left = 1.0 - grade * x;
  const Lanes square = left * left;
  return {(1.0 - square * square) / whole, (4.0 * grade / whole) * left * square};
}

/// From values at the nodes: their integral over the panel.
double whole(Lanes f) {
  static constexpr std::array<double, nodes> b = even.b;
  return sum(load(b.data()) * f);
}

/// Up to each node.
[[gnu::always_inline]] inline Lanes up_to_nodes(Lanes f) {
  return load(even.a[0].data()) * f[0] + load(even.a[1].data()) * f[1] +
         load(even.a[2].data()) * f[2] + load(even.a[3].data()) * f[3];
}

/// Directions of slips that keep their rates along themselves, while what turns them fades as
/// friction pulls it back.
LaneVec guess(Vec2 slip, Vec2 hat, Vec2 rate, double pull, Lanes passed) {
  constexpr double least = 1e-13;
  const Vec2 along = dot(rate, hat) * hat;
  const double size = norm(slip);
  const Lanes fading = size * passed / (size + least + pull * passed);
  const LaneVec there = splat(slip) + passed * splat(along) + fading * splat(rate - along);
  const Lanes speed = norm(there);
  const LaneMask clear = (speed > 0.1 * size + least) & (dot(there, splat(hat)) > Lanes{});
  return {clear ? there.x / speed : splat(hat.x), clear ? there.y / speed : splat(hat.y)};
}

/// Error of a panel from the Legendre coefficients of its rates, as in panel.hpp.
double error_of(const Rates<Lanes>& f, double h) {
  double size[nodes];
  for (std::size_t k = 1; k < nodes; ++k) {
    const Lanes row = load(legendre[k].data());
    const double x[] = {sum(row * f.u.x), sum(row * f.u.y), sum(row * f.c.x), sum(row * f.c.y)};
    size[k] = std::sqrt(x[0] * x[0] + x[1] * x[1] + x[2] * x[2] + x[3] * x[3]);
  }
  const double decay = size[3] / (size[1] + size[2] + size[3] + std::numeric_limits<double>::min());
  return h * size[3] * decay * decay;
}

double least(Lanes x) { return std::min(std::min(x[0], x[1]), std::min(x[2], x[3])); }

}  // namespace

/// One step of Newton's method for the direction of the slip at the contact, where fixed-point
/// iteration would diverge.
double Quick::turn_nose(LaneVec& u_hat, const LaneVec& u, const LaneVec& c_hat, Lanes pace) const {
  const LaneVec t = -at_.friction.a * left_of(u_hat);
  const Lanes a_12 = (r_.across_1 * at_.cos * at_.cloth) * c_hat.x;
  const Lanes a_22 = (r_.own - at_.cos * at_.cos) + (r_.across_2 * at_.cos * at_.cloth) * c_hat.y;
  const LaneVec shift{pace * (r_.own * t.x + a_12 * t.y), pace * (a_22 * t.y)};
  std::array<Lanes, nodes> weight;
  for (std::size_t j = 0; j < nodes; ++j) weight[j] = load(even.a[j].data());
  return turn(u_hat, u, shift, weight);
}

/// Gauss collocation for the directions of the slips, by fixed-point iteration: a panel is short
/// enough for it where its error is.
Solution Quick::solve(const Plan& plan) const {
  constexpr int max_rounds = 12;
  constexpr double still = 2e-10;     // turns times length: far below the error of the panel
  constexpr double converging = 0.7;  // each round must reduce the turns to this part
  const Grading nodes_at = grading(plan.grade);
  const double v = v_n(s_);
  const double pull_u = r_.own * at_.friction.a;
  const double pull_c = r_.own * at_.cloth * r_.sin;
  const Lanes passed = plan.length * nodes_at.c;
  LaneVec u_hat = guess(s_.u, u_hat_, f_.u, pull_u, passed);
  LaneVec c_hat = guess(s_.c, c_hat_, f_.c, pull_c, passed);

  double h = plan.length;
  double turned = never;
  for (int round = 0; round < max_rounds; ++round) {
    Rates<Lanes> f = rates<Lanes>(u_hat, c_hat);
    f = {nodes_at.pace * f.u, nodes_at.pace * f.c, nodes_at.pace * f.v_n};
    const double gain = sum(load(even.b.data()) * (1.0 - nodes_at.c) * f.v_n);
    if (plan.end == End::speed) h = -v / whole(f.v_n);
    if (plan.end == End::work) {
      h = 2.0 * plan.work / (v + std::sqrt(v * v + 4.0 * gain * plan.work));
    }
    if (plan.end == End::slip) {
      h = -dot(s_.u, s_.u) / dot(s_.u, Vec2{whole(f.u.x), whole(f.u.y)});
    }
    LaneVec u = splat(s_.u) + h * LaneVec{up_to_nodes(f.u.x), up_to_nodes(f.u.y)};
    LaneVec c = splat(s_.c) + h * LaneVec{up_to_nodes(f.c.x), up_to_nodes(f.c.y)};
    c = (1.0 / norm(c)) * c;
    double now = at_.cloth * sum(abs(cross(c_hat, c)));
    c_hat = c;
    if (nose_ == Nose::slips) {
      const Lanes speed = norm(u);
      if (least(speed - (h * pull_u) * nodes_at.pace) >= 0.0) {
        u = (1.0 / speed) * u;
        now += sum(abs(cross(u_hat, u)));
        u_hat = u;
      } else {
        now += turn_nose(u_hat, u, c, h * nodes_at.pace);
      }
    }
    const bool last = now * h <= still || (round > 0 && now * (now / turned) * h <= still);
    if (last) {
      const State end{.u = s_.u + h * Vec2{whole(f.u.x), whole(f.u.y)},
                      .c = s_.c + h * Vec2{whole(f.c.x), whole(f.c.y)},
                      .P = s_.P + h,
                      .work = s_.work + h * v + h * h * gain};
      return {end, h, error_of(f, h)};
    }
    if (!(now < never) || (round > 1 && now > converging * turned)) break;
    turned = now;
  }
  return {};
}

double Quick::v_n(const State& s) const {
  const double du_2 = s.u.y - at_.u.y - at_.cos * r_.sin * s.P;
  const double dc_2 = s.c.y - r_.c.y - at_.cos * s.P;
  const double own_2 = r_.own - at_.cos * at_.cos;
  const double b = r_.across_2;
  const double per = 1.0 / (r_.own * own_2 - b * b);
  const double T_2 = (r_.own * du_2 - b * dc_2) * per;
  const double G_h = (own_2 * dc_2 - b * du_2) * per;
  return at_.v_n + at_.cos * (G_h + r_.sin * T_2 + at_.cos * s.P);
}

/// All impulses, from the slips and P: the equations of the slips are linear in them.
Impulses<1> Quick::impulses() const {
  const double own = r_.own;
  const double a = r_.across_1;
  const double b = r_.across_2;
  const double du_1 = s_.u.x - at_.u.x;
  const double dc_1 = s_.c.x - r_.c.x;
  const double du_2 = s_.u.y - at_.u.y - at_.cos * r_.sin * s_.P;
  const double dc_2 = s_.c.y - r_.c.y - at_.cos * s_.P;
  const double own_2 = own - at_.cos * at_.cos;
  const double per_1 = 1.0 / (own * own - a * a);
  const double per_2 = 1.0 / (own * own_2 - b * b);
  const double T_2 = (own * du_2 - b * dc_2) * per_2;
  return {s_.P,
          0.0,
          (own * du_1 - a * dc_1) * per_1,
          T_2,
          (own * dc_1 - a * du_1) * per_1,
          (own_2 * dc_2 - b * du_2) * per_2,
          r_.sin * s_.P - at_.cos * T_2,
          0.0};
}

}  // namespace cuelab::along_impulse
