#include "fuzz/draw_impact.hpp"

namespace cuelab::fuzz {
namespace {

BallSpec draw_ball(Dice& dice, Mode mode) {
  BallSpec ball;
  if (dice.chance(0.5)) return ball;
  const bool far = mode == Mode::extreme;
  ball.radius *= far ? dice.magnitude(-1.0, 1.0) : dice.between(0.8, 1.25);
  ball.mass *= far ? dice.magnitude(-3.0, 3.0) : dice.between(0.5, 2.0);
  ball.inertia = (far ? dice.between(0.05, 0.66) : 0.4) * ball.mass * ball.radius * ball.radius;
  return ball;
}

double draw_speed(Dice& dice, Mode mode) {
  return mode == Mode::extreme ? dice.magnitude(-8.0, 2.0) : dice.between(0.01, 8.0);
}

/// Resting, rolling or with any spin.
BallState draw_state(const BallSpec& ball, bool flies, Dice& dice, Mode mode) {
  BallState s{.r = {0.0, 0.0, ball.radius}};
  s.motion = flies ? Motion::airborne : Motion::sliding;
  if (dice.chance(0.2)) return s;
  const double speed = draw_speed(dice, mode);
  const Vec2 level = speed * dice.direction();
  s.v = flies ? speed * dice.direction_in_space() : Vec3{level.x, level.y, 0.0};
  if (dice.chance(0.3)) {
    s.w = {-s.v.y / ball.radius, s.v.x / ball.radius, 0.0};
  } else if (dice.chance(0.8)) {
    s.w = (dice.between(0.0, 3.0) * speed / ball.radius) * dice.direction_in_space();
  }
  return s;
}

double draw_cloth_friction(Dice& dice, Mode mode) {
  if (dice.chance(0.2)) return 0.0;
  return mode == Mode::extreme ? dice.magnitude(-4.0, 1.0) : dice.between(0.1, 0.4);
}

}  // namespace

PairImpact draw_pair_impact(Dice& dice, Mode mode) {
  PairImpact impact;
  PairSpec& spec = impact.spec;
  spec.a = draw_ball(dice, mode);
  spec.b = dice.chance(0.7) ? spec.a : draw_ball(dice, mode);
  spec.cloth_friction = draw_cloth_friction(dice, mode);
  const bool a_flies = dice.chance(0.3);
  const bool b_flies = dice.chance(0.3);
  Pair& pair = impact.before;
  pair.a = draw_state(spec.a, a_flies, dice, mode);
  pair.b = draw_state(spec.b, b_flies, dice, mode);

  // on the cloth the centres lie at the heights of the radii
  impact.n = dice.direction_in_space();
  if (!a_flies && !b_flies) {
    const double reach = spec.a.radius + spec.b.radius;
    const double rise = (spec.b.radius - spec.a.radius) / reach;
    const Vec2 level = std::sqrt(1.0 - rise * rise) * dice.direction();
    impact.n = {level.x, level.y, rise};
  }
  pair.b.r = pair.a.r + (spec.a.radius + spec.b.radius) * impact.n;

  // they approach: whichever can move along n does
  const auto approach = [&] { return dot(pair.a.v - pair.b.v, impact.n); };
  if (approach() < 0.0) std::swap(pair.a.v, pair.b.v);
  if (approach() <= 0.0) {
    const Vec2 way = flat(impact.n);
    const double speed = draw_speed(dice, mode) + std::abs(approach()) / dot(way, way);
    pair.a.v += Vec3{speed * way.x, speed * way.y, 0.0};
  }
  return impact;
}

NoseImpact draw_nose_impact(Dice& dice, Mode mode) {
  NoseImpact impact;
  CushionImpact& at = impact.at;
  at.ball = draw_ball(dice, mode);
  at.cloth_friction = draw_cloth_friction(dice, mode);
  const bool flies = dice.chance(0.3);
  BallState& s = impact.before;
  s = draw_state(at.ball, flies, dice, mode);
  at.n = dice.direction_in_space();
  if (!flies) {
    const double down = mode == Mode::extreme ? dice.between(-0.95, 0.95) : dice.between(-0.1, 0.5);
    const Vec2 level = std::sqrt(1.0 - down * down) * dice.direction();
    at.n = {level.x, level.y, -down};
  }

  const double speed = dot(s.v, at.n);
  if (speed > 0.0) s.v = -s.v;
  if (speed == 0.0) {
    const Vec2 into = -draw_speed(dice, mode) * flat(at.n);
    s.v += Vec3{into.x, into.y, 0.0};
  }
  return impact;
}

}  // namespace cuelab::fuzz
