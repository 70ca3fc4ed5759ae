#include "support/patch_ball.hpp"

#include <cmath>

namespace cuelab::testing {
namespace {

struct Rates {
  Vec2 r, v;
  Vec3 w;
};

Rates rates_of(const PatchBall& b) {
  const PatchContact contact{b.ball.radius, b.cloth.radius, b.ball.mass * b.gravity};
  const PatchLoad load = load_of(b.cloth, contact, b.v, b.w);
  return {b.v, (1.0 / b.ball.mass) * load.force, (1.0 / b.ball.inertia) * load.moment};
}

PatchBall moved(PatchBall b, double h, const Rates& by) {
  b.r += h * by.r;
  b.v += h * by.v;
  b.w += h * by.w;
  return b;
}

}  // namespace

PatchCloth pool_patch() {
  const BallSpec ball;
  const double mu_sp = 10.0 * 2.0 / 5.0 / 9.0 * ball.radius;
  return *patch_of({.sliding = 0.2, .rolling = 0.01, .spinning = mu_sp}, ball);
}

void PatchBall::step(double h) {
  const Rates k1 = rates_of(*this);
  const Rates k2 = rates_of(moved(*this, 0.5 * h, k1));
  const Rates k3 = rates_of(moved(*this, 0.5 * h, k2));
  const Rates k4 = rates_of(moved(*this, h, k3));
  for (const auto& [k, weight] : {std::pair{&k1, 1.0}, {&k2, 2.0}, {&k3, 2.0}, {&k4, 1.0}}) {
    *this = moved(*this, h * weight / 6.0, *k);
  }
}

void PatchBall::advance(double t, double h) {
  const int n = static_cast<int>(std::lround(t / h));
  for (int i = 0; i < n; ++i) step(h);
}

double PatchBall::run_to_stop(double h, double slow) {
  double t = 0.0;
  const auto slip = [this] { return norm(Vec2{v.x - ball.radius * w.y, v.y + ball.radius * w.x}); };
  while (norm(v) >= slow || slip() >= slow) {
    step(h);
    t += h;
  }
  return t;
}

}  // namespace cuelab::testing
