// Invariants of every impact integrated over its normal impulse, for all parameters: rotating the
// frame rotates the result, no energy is gained, no body still approaches or sinks into the slate.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <random>

#include "laws/along_impulse/resolve.hpp"

namespace cuelab {
namespace {

constexpr Vec3 up{0.0, 0.0, 1.0};

int rounds(int count) { return std::getenv("CUELAB_LONG") != nullptr ? 500 * count : count; }

/// A rotation about the vertical.
struct Turn {
  double cos = 1.0;
  double sin = 0.0;
  explicit Turn(double angle) : cos(std::cos(angle)), sin(std::sin(angle)) {}
  Vec3 operator()(const Vec3& a) const {
    return {cos * a.x - sin * a.y, sin * a.x + cos * a.y, a.z};
  }
  BallState operator()(BallState s) const {
    s.v = (*this)(s.v);
    s.w = (*this)(s.w);
    return s;
  }
};

Vec3 mirror(const Vec3& a) { return {a.x, -a.y, a.z}; }
BallState mirror(BallState s) {
  s.v = mirror(s.v);
  s.w = -mirror(s.w);
  return s;
}

class Dice {
 public:
  explicit Dice(std::uint64_t seed) : random_(seed) {}
  double between(double low, double high) {
    return low + (high - low) * static_cast<double>(random_() >> 11) * 0x1p-53;
  }
  bool with_chance(double chance) { return between(0.0, 1.0) < chance; }
  double coefficient() { return with_chance(0.5) ? between(0.0, 0.3) : between(0.0, 1.5); }

  /// A ball on the slate at a speed along a heading: rolling, with any spin, with side spin only,
  /// or without spin.
  BallState ball(const BallSpec& spec, double speed, double heading) {
    const Turn toward(heading);
    BallState s{.r = {}, .v = toward(Vec3{speed, 0.0, 0.0}), .w = {}, .motion = Motion::sliding};
    const double w = speed / spec.radius * std::pow(10.0, between(-1.0, 1.0));
    const double kind = between(0.0, 4.0);
    if (kind < 1.0) s.w = (1.0 / spec.radius) * cross(up, s.v);
    if (kind >= 1.0 && kind < 2.0) s.w = {between(-w, w), between(-w, w), between(-w, w)};
    if (kind >= 2.0 && kind < 3.0) s.w.z = between(-w, w);
    return s;
  }

 private:
  std::mt19937_64 random_;
};

double size(const BallSpec& ball, const Vec3& v, const Vec3& w) {
  return norm(v) + ball.radius * norm(w);
}

double distance(const BallSpec& ball, const BallState& a, const BallState& b) {
  return size(ball, a.v - b.v, a.w - b.w);
}

constexpr double same = 1e-9;  ///< of the speed: an impact's tolerance
/// Of the speed. Rounding may decide whether a panel is taken, and panels of other lengths have
/// other errors: 1 of a million hits differs by 2e-9.
constexpr double same_when_turned = 1e-8;
constexpr double pi_nearly = 3.1416;  ///< a heading, not a constant of nature

/// Noses from 0.1 R to 1.95 R.
TEST(AlongImpulse, ACushionImpactIsFrameIndependentAndGainsNoEnergy) {
  Dice dice(11);
  const BallSpec ball;
  for (int i = 0; i < rounds(2000); ++i) {
    const double phi = dice.between(0.0, 2.0 * pi_nearly);
    const double sin = dice.with_chance(0.2) ? dice.between(-0.9, 0.0) : dice.between(0.0, 0.95);
    const double cos = std::sqrt(1.0 - sin * sin);
    const Vec3 n{cos * std::cos(phi), cos * std::sin(phi), -sin};
    const Rubbing law{.restitution = dice.with_chance(0.1) ? 0.0 : dice.between(0.0, 1.0),
                      .contact = {.a = dice.coefficient(), .b = 0.0, .c = 0.0},
                      .cloth = dice.coefficient()};
    const double speed = std::pow(10.0, dice.between(-3.0, 1.0));
    const double off = dice.with_chance(0.1) ? 0.0 : dice.between(-1.5, 1.5);
    const BallState before = dice.ball(ball, speed, phi + pi_nearly + off);
    if (dot(before.v, n) >= 0.0) continue;

    const BallState after = follow_impulse(law, ball, before, n);
    const Turn turn(dice.between(0.0, 2.0 * pi_nearly));
    const BallState turned = follow_impulse(law, ball, turn(before), turn(n));
    const double scale = size(ball, before.v, before.w);
    ASSERT_LE(distance(ball, turn(after), turned), same_when_turned * scale) << i;
    const BallState mirrored = follow_impulse(law, ball, mirror(before), mirror(n));
    ASSERT_LE(distance(ball, mirror(after), mirrored), same * scale) << i;
    ASSERT_LE(kinetic_energy(ball, after), (1.0 + same) * kinetic_energy(ball, before)) << i;
    ASSERT_GE(dot(after.v, n), -same * scale) << i;
    ASSERT_GE(after.v.z, -same * scale) << i;
  }
}

/// The impact turned about the vertical has the turned result.
void expect_same_in_every_frame(const Rubbing& law, const BallState& before, const Vec3& n) {
  const BallSpec ball;
  const BallState after = follow_impulse(law, ball, before, n);
  const double scale = size(ball, before.v, before.w);
  for (int i = 1; i < 360; ++i) {
    const Turn turn(i * pi_nearly / 180.0);
    const BallState turned = follow_impulse(law, ball, turn(before), turn(n));
    EXPECT_LE(distance(ball, turn(after), turned), same * scale) << i;
  }
}

/// Regression: the slip on the cloth ends where friction barely holds it. With a slip of 1e-10 the
/// panels became so short that their number ran out, in one frame and not in the other.
TEST(AlongImpulse, ASlipThatBarelySticksEndsInEveryFrame) {
  const Rubbing law{.restitution = 0.20258138503462941,
                    .contact = {.a = 0.030305450248282149, .b = 0.0, .c = 0.0},
                    .cloth = 0.28107822844164088};
  const Vec3 n{0.59970560123449901, -0.39336998743780688, -0.69685955890060636};
  const BallState before{.r = {},
                         .v = {-2.2268987142760777, 1.4607085834396176, 0.0},
                         .w = {0.0, 0.0, 19.736721390668137},
                         .motion = Motion::sliding};
  expect_same_in_every_frame(law, before, n);
}

/// Regression: a slip on the cloth that grows from zero so slowly that friction turns it at once
/// was followed in ever shorter panels until their number ran out.
TEST(AlongImpulse, ASlipThatCreepsIsFollowedInEveryFrame) {
  const Rubbing law{.restitution = 0.70202650369312869,
                    .contact = {.a = 0.24638875564519733, .b = 0.0, .c = 0.0},
                    .cloth = 0.21044555511717639};
  const Vec3 n{0.32506296969414838, 0.16674287547129832, -0.93087640383306758};
  const BallState before{.r = {},
                         .v = {-0.52126858237125828, -0.85339267927060325, 0.0},
                         .w = {29.865010648140096, -18.242120117979294, 21.951404349895292},
                         .motion = Motion::sliding};
  expect_same_in_every_frame(law, before, n);
}

/// Regression: the slip on the cloth ends together with compression, and friction at the nose gives
/// way there. A panel that could not be solved again counted as one, and energy was gained.
TEST(AlongImpulse, FrictionMayGiveWayWhereASlipEndsWithCompression) {
  const BallSpec ball;
  const Rubbing law{.restitution = 0.84104558115759387,
                    .contact = {.a = 0.15112021729963865, .b = 0.0, .c = 0.0},
                    .cloth = 0.1895508515405421};
  const Vec3 n{0.63152569292342409, 0.11216767245952035, -0.76719861341936935};
  const BallState before{.r = {},
                         .v = {-1.4034197105623571, -0.24927733057361842, 0.0},
                         .w = {0.0, 0.0, 0.0},
                         .motion = Motion::sliding};
  const BallState after = follow_impulse(law, ball, before, n);
  EXPECT_LE(kinetic_energy(ball, after), kinetic_energy(ball, before));
}

/// Regression: a ball that friction has lifted lands within the impact, while the other has just
/// left the slate. The landing was found too late: the ball sank into the slate.
TEST(AlongImpulse, ALiftedBallLandsInTime) {
  const PairSpec spec{.a = {.radius = 0.12637719518320936,
                            .mass = 9.9908727926376475,
                            .inertia = 0.0086401878335894706},
                      .b = {.radius = 0.0098660781854486897,
                            .mass = 0.0020293041961867409,
                            .inertia = 4.5869229297832854e-08}};
  const Rubbing law{.restitution = 0.0,
                    .contact = {.a = 10.010726912374371901, .b = 0.0, .c = 0.0},
                    .cloth = 9.5237599709396932};
  const Vec3 n{0.33424743048168015, -0.39618615225190318, -0.85516968373547142};
  const Pair before{.a = {.r = {},
                          .v = {-0.0065697121237110285, 0.0013129295375800334, 0.0},
                          .w = {0.12987875930006149, -6.3001745742403807, 0.0},
                          .motion = Motion::sliding},
                    .b = {.r = {},
                          .v = {-0.79619839185706953, -0.016413713314216937, 0.0},
                          .w = {-0.13307511991101498, -0.66588891758435331, 0.0},
                          .motion = Motion::sliding}};
  const Pair after = follow_impulse(law, spec, before, n);
  const double scale = size(spec.b, before.b.v, before.b.w);
  EXPECT_GE(after.b.v.z, -same * scale);
  for (int i = 1; i < 360; ++i) {
    const Turn turn(i * pi_nearly / 180.0);
    const Pair turned = follow_impulse(law, spec, {turn(before.a), turn(before.b)}, turn(n));
    EXPECT_LE(distance(spec.b, turn(after.b), turned.b), same * scale) << i;
  }
}

TEST(AlongImpulse, ABallBallImpactIsFrameIndependentAndGainsNoEnergy) {
  Dice dice(12);
  for (int i = 0; i < rounds(2000); ++i) {
    PairSpec spec;
    if (dice.with_chance(0.5)) {
      const double R = dice.between(0.018, 0.0285);
      const double m = 7000.0 * R * R * R;
      spec.b = {.radius = R, .mass = m, .inertia = 0.4 * m * R * R};
    }
    const double rise = (spec.b.radius - spec.a.radius) / (spec.b.radius + spec.a.radius);
    const double level = std::sqrt(1.0 - rise * rise);
    const double phi = dice.between(0.0, 2.0 * pi_nearly);
    const Vec3 n{level * std::cos(phi), level * std::sin(phi), rise};
    Rubbing law{.restitution = dice.between(0.0, 1.0), .contact = {}, .cloth = dice.coefficient()};
    if (dice.with_chance(0.5)) law.contact = {.a = dice.coefficient(), .b = 0.0, .c = 0.0};
    const double speed = std::pow(10.0, dice.between(-2.0, 1.0));
    const double off = dice.with_chance(0.1) ? 0.0 : dice.between(-1.5, 1.5);
    Pair before{dice.ball(spec.a, speed, phi + off), {}};
    if (dice.with_chance(0.5)) {
      before.b = dice.ball(spec.b, 0.3 * speed, dice.between(0.0, 2.0 * pi_nearly));
    }
    if (dot(before.a.v - before.b.v, n) <= 0.0) continue;

    const Pair after = follow_impulse(law, spec, before, n);
    const Turn turn(dice.between(0.0, 2.0 * pi_nearly));
    const Pair turned = follow_impulse(law, spec, {turn(before.a), turn(before.b)}, turn(n));
    const auto energy = [&](const Pair& p) {
      return kinetic_energy(spec.a, p.a) + kinetic_energy(spec.b, p.b);
    };
    const double scale =
        size(spec.a, before.a.v, before.a.w) + size(spec.b, before.b.v, before.b.w);
    ASSERT_LE(distance(spec.a, turn(after.a), turned.a), same * scale) << i;
    ASSERT_LE(distance(spec.b, turn(after.b), turned.b), same * scale) << i;
    ASSERT_LE(energy(after), (1.0 + same) * energy(before)) << i;
    ASSERT_GE(dot(after.b.v - after.a.v, n), -same * scale) << i;
    ASSERT_GE(std::min(after.a.v.z, after.b.v.z), -10.0 * same * scale) << i;
  }
}

}  // namespace
}  // namespace cuelab
