// The short way through usual impacts on a cushion against the one that follows any impact.
#include "laws/along_impulse/quick.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <random>

#include "laws/along_impulse/path.hpp"

namespace cuelab::along_impulse {
namespace {

/// A usual ball and nose, in approach speeds; spin and angle are drawn.
class UsualImpacts {
 public:
  Impact<1> next() {
    constexpr double q = 2.5;
    const double sin = between(0.2, 0.41);
    Impact<1> at{.restitution = between(0.7, 0.98),
                 .friction = {.a = between(0.1, 0.2), .b = 0.0, .c = 0.0},
                 .cloth = between(0.15, 0.22),
                 .cos = std::sqrt(1.0 - sin * sin),
                 .u = {},
                 .ball_terms = {}};
    // the ball arrives along (-1 / cos, v) with spins r R = (x, y, z)
    const double v = std::tan(between(-1.4, 1.4)) / at.cos;
    const double roll = between(0.0, 1.0) < 0.5 ? 1.0 : between(-1.0, 1.0);
    const double x = -roll * v;
    const double y = -roll / at.cos;
    const double z = between(-1.5, 1.5);
    at.u = {v + z * at.cos + x * sin, sin / at.cos + y};
    at.ball_terms[0] = {.sin = sin,
                        .side = 1.0,
                        .inverse_mass = 1.0,
                        .own = 1.0 + q,
                        .across_1 = 1.0 - q * sin,
                        .across_2 = sin - q,
                        .c = {(1.0 - roll) * v, -(1.0 - roll) / at.cos},
                        .v_z = 0.0,
                        .on_slate = true};
    at.no_slip = 1e-13 * (1.0 + norm(at.u) + norm(at.ball_terms[0].c));
    return at;
  }

 private:
  double between(double low, double high) {
    return low + (high - low) * static_cast<double>(random_() >> 11) * 0x1p-53;
  }
  std::mt19937_64 random_{13};
};

TEST(QuickImpulses, AreThoseOfThePathWithinTwoMillionthsOfTheApproachSpeed) {
  UsualImpacts impacts;
  int followed = 0;
  constexpr int count = 3000;
  for (int i = 0; i < count; ++i) {
    const Impact<1> at = impacts.next();
    const auto quick = quick_impulses(at);
    if (!quick) continue;
    ++followed;
    const Impulses<1> path = Path<1>(at).follow();
    for (const std::size_t k : {0U, 2U, 3U, 4U, 5U, 6U}) {
      ASSERT_NEAR((*quick)[k], path[k], 2e-6) << i << " impulse " << k;
    }
  }
  EXPECT_GT(followed, 9 * count / 10);
}

TEST(QuickImpulses, ReturnTheWorkOfCompressionTimesTheSquareOfTheRestitution) {
  // v_n^2 / 2 is not the work when the slate and friction take part, so e is energetic: with
  // constant directions of the slips v_n' is constant and the speed turns to e times itself
  UsualImpacts impacts;
  Impact<1> at = impacts.next();
  at.u = {0.0, -50.0};
  at.ball_terms[0].c = {0.0, 50.0};
  const auto y = quick_impulses(at);
  ASSERT_TRUE(y);
  const double t_2 = at.friction.a;
  const double N = at.ball_terms[0].sin - at.cos * t_2;
  const double gain = 1.0 - at.cos * at.cloth * N - at.ball_terms[0].sin * N;
  EXPECT_NEAR((*y)[0], (1.0 + at.restitution) / gain, 1e-9);
}

TEST(QuickImpulses, LeaveUnusualImpactsToThePath) {
  UsualImpacts impacts;
  const Impact<1> usual = impacts.next();
  Impact<1> airborne = usual;
  airborne.ball_terms[0].on_slate = false;
  EXPECT_FALSE(quick_impulses(airborne));
  Impact<1> rough = usual;
  rough.friction.a = 1.0;
  EXPECT_FALSE(quick_impulses(rough));
  Impact<1> low = usual;
  low.ball_terms[0].sin = -0.1;
  EXPECT_FALSE(quick_impulses(low));
}

}  // namespace
}  // namespace cuelab::along_impulse
