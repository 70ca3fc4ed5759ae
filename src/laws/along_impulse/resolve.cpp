#include "laws/along_impulse/resolve.hpp"

#include "laws/along_impulse/path.hpp"

namespace cuelab {
namespace {

using namespace along_impulse;

/// Level and upward direction across n.
struct Axes {
  Vec3 e_1;
  Vec3 e_2;
  Vec3 h;
  double cos;
};

Axes axes_for(const Vec3& n) {
  const double cos = norm(flat(n));
  const Vec3 h = cos > 0.0 ? Vec3{n.x / cos, n.y / cos, 0.0} : Vec3{1.0, 0.0, 0.0};
  const Vec3 e_1{-h.y, h.x, 0.0};
  return {e_1, {-n.z * h.x, -n.z * h.y, cos}, h, cos};
}

constexpr Vec3 up{0.0, 0.0, 1.0};

/// One ball's share in the impact; n points toward it, side says which direction friction is
/// counted.
struct Party {
  const BallSpec& ball;
  BallState& s;
  Vec3 n;
  double side;

  Vec3 surface(const Vec3& out) const { return s.v - ball.radius * cross(s.w, out); }

  BallTerms ball_terms(const Axes& axes, double speed, double mass) const {
    const double q = ball.mass * ball.radius * ball.radius / ball.inertia;
    const double per = mass / ball.mass;
    const double sin = -n.z;
    const Vec3 c = surface(up);
    return {.sin = sin,
            .side = side,
            .inverse_mass = per,
            .own = per * (1.0 + q),
            .across_1 = per * (1.0 - q * sin),
            .across_2 = per * (sin - q),
            .c = {dot(c, axes.e_1) / speed, side * dot(c, axes.h) / speed},
            .v_z = s.v.z / speed,
            .on_slate = s.motion != Motion::airborne};
  }

  void receive(const Axes& axes, double unit, const double* common, const double* own) {
    const Vec3 at_contact =
        unit * (common[0] * n + (side * common[2]) * axes.e_1 + (side * common[3]) * axes.e_2);
    const Vec3 at_slate = unit * (own[0] * axes.e_1 + (side * own[1]) * axes.h + own[2] * up);
    s.v += (1.0 / ball.mass) * (at_contact + at_slate);
    s.w -= (ball.radius / ball.inertia) * (cross(n, at_contact) + cross(up, at_slate));
  }
};

template <std::size_t balls>
void follow(const Rubbing& law, const Vec3& n, std::array<Party, balls> party) {
  constexpr double least_approach = 1e-100;  // squares of slips over it must not overflow
  Vec3 u;
  double inverse_mass = 0.0;
  for (const Party& p : party) {
    u += p.side * p.surface(p.n);
    inverse_mass += 1.0 / p.ball.mass;
  }
  const double speed = -dot(u, n);
  if (!(speed > least_approach)) return;

  const Axes axes = axes_for(n);
  const double mass = 1.0 / inverse_mass;
  Impact<balls> impact{.restitution = law.restitution,
                       .friction = law.contact,
                       .cloth = law.cloth,
                       .cos = axes.cos,
                       .u = {dot(u, axes.e_1) / speed, dot(u, axes.e_2) / speed},
                       .ball_terms = {},
                       .tolerance = law.tolerance};
  impact.friction.c *= speed;
  constexpr double rounding = 1e-13;
  double greatest = 1.0 + norm(impact.u);
  for (std::size_t k = 0; k < balls; ++k) {
    impact.ball_terms[k] = party[k].ball_terms(axes, speed, mass);
    greatest += norm(impact.ball_terms[k].c);
  }
  impact.no_slip = rounding * greatest;

  const Impulses<balls> y = Path<balls>(impact).follow();
  for (std::size_t k = 0; k < balls; ++k) {
    party[k].receive(axes, mass * speed, &y[0], &y[4 + 4 * k]);
  }
}

}  // namespace

BallState follow_impulse(const Rubbing& law, const BallSpec& ball, BallState s, const Vec3& n) {
  follow<1>(law, n, {Party{ball, s, n, 1.0}});
  return s;
}

Pair follow_impulse(const Rubbing& law, const PairSpec& spec, Pair pair, const Vec3& n) {
  follow<2>(law, n, {Party{spec.a, pair.a, -n, -1.0}, Party{spec.b, pair.b, n, 1.0}});
  return pair;
}

}  // namespace cuelab
