#include "draw/path.hpp"

#include <gmock/gmock.h>

#include <algorithm>
#include <cmath>

namespace cuelab::draw {
namespace {

using ::testing::IsEmpty;
using ::testing::SizeIs;

Piece at(double t0, Vec3 r0, Vec3 v0, Motion motion) {
  Piece piece;
  piece.t0 = t0;
  piece.r0 = r0;
  piece.v0 = v0;
  piece.motion = motion;
  return piece;
}

/// A path cut into pieces of 1 ms as an integrator would leave them: each is the Hermite cubic
/// through the ends, with some noise in the last term so that none is a parabola.
template <class Path>
std::vector<Piece> cut(Path path, double t_end) {
  constexpr double h = 1e-3;
  std::vector<Piece> pieces;
  for (int k = 0; k * h < t_end - 0.5 * h; ++k) {
    const BallState from = path(k * h);
    const BallState to = path((k + 1) * h);
    const Vec3 mean = (1.0 / h) * (to.r - from.r);
    Piece piece = at(k * h, from.r, from.v, from.motion);
    piece.a = (1.0 / h) * (3.0 * mean - 2.0 * from.v - to.v);
    piece.b = (1.0 / (h * h)) * (from.v + to.v - 2.0 * mean) + Vec3{1e-9, 0.0, 0.0};
    pieces.push_back(piece);
  }
  return pieces;
}

/// A ball that slides with swerve and comes to roll.
BallState swerving(double t) {
  constexpr double rolls_at = 0.4;
  const double s = std::min(t, rolls_at);
  const Vec3 a{-1.0, 0.8, 0.0};
  const Vec3 v = Vec3{2.0, 0.0, 0.0} + (2.0 * s) * a;
  const Vec3 r = Vec3{0.0, 0.0, 0.03} + s * Vec3{2.0, 0.0, 0.0} + (s * s) * a;
  return {r + (t - s) * v, v, {}, t < rolls_at ? Motion::sliding : Motion::rolling};
}

TEST(DrawPath, PiecesOfTheEventEngineAreKeptExactly) {
  const std::vector<Piece> pieces = {at(0.0, {}, {1.0, 0.0, 0.0}, Motion::sliding),
                                     at(0.001, {0.001, 0.0, 0.0}, {1.0, 0.0, 0.0}, Motion::rolling),
                                     at(0.5, {0.5, 0.0, 0.0}, {}, Motion::stationary)};
  const auto path = path_of(pieces, 1.0);
  ASSERT_THAT(path, SizeIs(2));
  EXPECT_EQ(path[0].motion, Motion::sliding);
  EXPECT_EQ(path[1].motion, Motion::rolling);
}

TEST(DrawPath, ManyShortPiecesBecomeOneParabolaPerMotion) {
  const auto path = path_of(cut(swerving, 1.0), 1.0);
  ASSERT_THAT(path, SizeIs(2));
  EXPECT_EQ(path[0].motion, Motion::sliding);
  EXPECT_NEAR(norm(path[0].to - flat(swerving(0.4).r)), 0.0, path_tolerance);
  EXPECT_NEAR(norm(path[0].control - Vec2{0.4, 0.0}), 0.0, path_tolerance);
  EXPECT_EQ(path[1].motion, Motion::rolling);
  EXPECT_EQ(path[1].from, path[0].to);
  EXPECT_NEAR(norm(path[1].to - flat(swerving(1.0).r)), 0.0, path_tolerance);
}

TEST(DrawPath, AnImpactStaysACorner) {
  // back and forth against a soft obstacle, farthest at x = 0.3
  const auto bouncing = [](double t) {
    constexpr double rate = 1000.0;
    const double s = t - 0.3;
    const double x = 0.3 - std::log(std::cosh(rate * s)) / rate;
    return BallState{{x, t, 0.03}, {-std::tanh(rate * s), 1.0, 0.0}, {}, Motion::rolling};
  };
  const auto path = path_of(cut(bouncing, 0.6), 0.6);
  EXPECT_LE(path.size(), 8U);
  double farthest = 0.0;
  for (const PathSegment& s : path) farthest = std::max(farthest, s.to.x);
  EXPECT_NEAR(farthest, 0.3, 3e-4);
}

TEST(DrawPath, ShortMotionsAreMerged) {
  const auto flickering = [](double t) {
    const bool odd = std::fmod(t, 4e-3) < 2e-3;
    return BallState{{t, 0.0, 0.03}, {1.0, 0.0, 0.0}, {}, odd ? Motion::rolling : Motion::sliding};
  };
  const auto path = path_of(cut(flickering, 1.0), 1.0);
  EXPECT_THAT(path, SizeIs(1));
}

TEST(DrawPath, ALowHopIsAFlightFromEverySide) {
  const auto hop = [](double t) {
    const double s = t - 0.05;
    const bool up = s > 0.0 && s < 0.08;
    return BallState{{0.0, t, up ? 0.03 + 4.9 * s * (0.08 - s) : 0.03},
                     {0.0, 1.0, up ? 4.9 * (0.08 - 2.0 * s) : 0.0},
                     {},
                     up ? Motion::airborne : Motion::rolling};
  };
  std::vector<Piece> pieces = cut(hop, 0.2);
  for (const int turn : {0, 1}) {
    const auto path = path_of(pieces, 0.2);
    const auto in_air = std::ranges::count(path, Motion::airborne, &PathSegment::motion);
    EXPECT_GE(in_air, 1) << turn;
    EXPECT_LE(path.size(), 6U);
    for (Piece& p : pieces) {  // seen along y, where the ball only goes up and down
      for (Vec3* v : {&p.r0, &p.v0, &p.a, &p.b}) *v = {v->x, v->z, -v->y};
    }
  }
}

TEST(DrawPath, ABallThatHardlyMovesHasNone) {
  const auto trembling = [](double t) {
    return BallState{{1e-6 * std::sin(900.0 * t), 0.0, 0.03},
                     {9e-4 * std::cos(900.0 * t), 0.0, 0.0},
                     {},
                     Motion::rolling};
  };
  EXPECT_THAT(path_of(cut(trembling, 0.5), 0.5), IsEmpty());
}

}  // namespace
}  // namespace cuelab::draw
