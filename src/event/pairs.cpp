#include <algorithm>
#include <bit>
#include <cassert>

#include "event/simulation.hpp"
#include "math/lanes.hpp"

namespace cuelab::event {
namespace {

/// Bound of the rounding error of a squared gap, relative to the squares it is made of.
constexpr double filter_error = 4e-15;

/// The path of one ball from now on, repeated in all lanes.
struct BallInLanes {
  Lanes x, y, vx, vy, ax, ay;
  Lanes radius;
  Lanes now;
};

/// Which of the four partners from `first` on may come within reach; the others certainly do not
/// before `until` or before their own next event. In the plane of the cloth: heights can only
/// increase the distance.
inline unsigned candidates(const Paths& paths, std::size_t first, const BallInLanes& self,
                           double until) {
  // bring the partners to now and take the difference
  const Lanes s = self.now - load(&paths.t0[first]);
  const Lanes ax_other = load(&paths.ax[first]);
  const Lanes ay_other = load(&paths.ay[first]);
  const Lanes vx_other = load(&paths.vx[first]);
  const Lanes vy_other = load(&paths.vy[first]);
  const Lanes dx = load(&paths.x[first]) + s * (vx_other + s * ax_other) - self.x;
  const Lanes dy = load(&paths.y[first]) + s * (vy_other + s * ay_other) - self.y;
  const Lanes vx = vx_other + 2.0 * (s * ax_other) - self.vx;
  const Lanes vy = vy_other + 2.0 * (s * ay_other) - self.vy;
  const Lanes ax = ax_other - self.ax;
  const Lanes ay = ay_other - self.ay;
  const Lanes reach = load(&paths.radius[first]) + self.radius;
  const Lanes window = min(load(&paths.best[first]), splat(until)) - self.now;
  const Lanes window2 = window * window;

  // too far along one axis
  const Lanes travel_x = abs(vx) * window + abs(ax) * window2;
  const Lanes travel_y = abs(vy) * window + abs(ay) * window2;
  const LaneMask close = max(abs(dx) - travel_x, abs(dy) - travel_y) <= reach;
  if (bits(close) == 0) return 0;

  // |d + v t + a t^2|^2 - reach^2 in Bernstein form: its least coefficient bounds it from below
  const Lanes reach2 = reach * reach;
  const Lanes c0 = dx * dx + dy * dy - reach2;
  const Lanes c1 = 2.0 * (dx * vx + dy * vy) * window;
  const Lanes c2 = (vx * vx + vy * vy + 2.0 * (dx * ax + dy * ay)) * window2;
  const Lanes c3 = 2.0 * (vx * ax + vy * ay) * (window2 * window);
  const Lanes c4 = (ax * ax + ay * ay) * (window2 * window2);
  const Lanes b1 = c0 + 0.25 * c1;
  const Lanes b2 = c0 + 0.5 * c1 + c2 * (1.0 / 6.0);
  const Lanes b3 = c0 + 0.75 * c1 + 0.5 * c2 + 0.25 * c3;
  const Lanes b4 = c0 + c1 + c2 + c3 + c4;
  const Lanes least = min(min(min(c0, b1), min(b2, b3)), b4);

  // rounding can hide that much, and touching is a contact
  const Lanes extent = abs(dx) + travel_x + abs(dy) + travel_y;
  const Lanes slack = filter_error * (extent * extent + reach2) + (2.0 * touch_gap) * reach;
  return bits(close & (least <= slack));
}

}  // namespace

/// Finds the first collision of a ball with any other before either one's next event. A pair of
/// balls that are both on a new course is examined once, by the first.
void Simulation::predict_pairs(std::uint32_t ball) {
  Body& body = bodies_[ball];
  if (!body.in_play) return;
  const BallState self = state_on(body.piece, now_);
  const Vec3& a = body.piece.a;
  const BallInLanes lanes{splat(self.r.x),         splat(self.r.y), splat(self.v.x),
                          splat(self.v.y),         splat(a.x),      splat(a.y),
                          splat(body.spec.radius), splat(now_)};

  for (const std::uint32_t first : blocks_near(ball)) {
    const double until = std::min(paths_.best[ball], beyond_end());
    for (unsigned left = candidates(paths_, first, lanes, until); left != 0; left &= left - 1) {
      const std::uint32_t other = first + static_cast<unsigned>(std::countr_zero(left));
      assert(other < bodies_.size() && "the columns are filled up with balls out of reach");
      const std::uint32_t turn = bodies_[other].turn;
      const bool is_examined = turn != 0 && turn < body.turn;
      if (other != ball && !is_examined) predict_pair(ball, self, other);
    }
  }
}

/// Their collision becomes the next event of both if nothing else comes first.
void Simulation::predict_pair(std::uint32_t ball, const BallState& self, std::uint32_t other) {
  Body& body = bodies_[ball];
  Body& partner = bodies_[other];
  if (body.in_contact() && partner.in_contact() && are_in_contact(ball, other)) return;
  ++out_->cost.pair_tests;
  const BallState state = state_on(partner.piece, now_);
  const Approach approach{state.r - self.r, state.v - self.v, partner.piece.a - body.piece.a};
  const double until = std::min({paths_.best[ball], paths_.best[other], beyond_end()});
  const double t = now_ + first_contact(approach, body.spec.radius + partner.spec.radius,
                                        until - now_, out_->cost.roots);
  assert(t >= now_ && "no impact is predicted for the past");
  if (t >= until) return;
  paths_.best[ball] = t;
  paths_.best[other] = t;
  body.kind = NextKind::ball;
  body.partner = other;
  paths_.partner[ball] = other;
  paths_.partner[other] = ball;
  partner.kind = NextKind::ball;
  partner.partner = ball;
}

}  // namespace cuelab::event
