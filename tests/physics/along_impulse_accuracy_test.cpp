// The accuracy that the laws followed along the impulse promise: 1e-6 of the speed, on usual
// impacts.
#include <gtest/gtest.h>

#include <cmath>
#include <random>

#include "laws/along_impulse/resolve.hpp"

namespace cuelab {
namespace {

constexpr double promised = 1e-6;  ///< of the speed; these few are within 1e-8

struct After {
  Vec3 v;
  Vec3 w;
};

/// Converged results: the same collocation with a tolerance of 1e-13, which an explicit
/// Runge-Kutta method with a tolerance of 1e-12 confirmed to 1e-11 of the speed.
constexpr After after_cushion[] = {
    {{0.6610796458, 1.555716958, 0.0}, {-37.916068437, 44.916927735, 31.246235135}},
    {{0.88547077472, 0.27271804951, 0.0}, {14.66409249, -7.8862683494, 5.1957539088}},
    {{1.1141566245, -0.01625982123, 0.0}, {31.132705572, 12.442509119, -22.062780318}},
    {{2.1461132372, 0.68425421488, 0.0}, {28.657961231, -5.4578564604, -28.277877135}},
    {{-1.8302241645, 1.8450142919, 0.0}, {55.354621728, 43.151707494, 10.592094778}},
    {{1.3832322068, -7.2921863093e-05, 0.0}, {-15.430789361, -4.0458063474, 14.817153417}},
    {{-0.53711311201, -3.1684952525, 0.0}, {39.666571367, -58.051953236, -74.734902082}},
    {{0.2073070365, -3.1916379054, 0.0}, {16.700331457, 72.871093618, 87.994449102}},
    {{1.5322594644, -0.27496688691, 0.0}, {-0.079318103156, -12.648385534, -22.469505099}},
    {{2.170303798, 0.81196489725, 0.0}, {32.295010859, -0.34690541093, -25.695648535}},
    {{-0.1006533306, -1.7547993588, 0.0}, {-4.9028884824, -5.1010514008, 37.008077154}},
    {{0.54276373172, -2.0057929169, 0.0}, {-64.291044763, -39.064321031, 28.745546007}},
    {{-2.4119406195, 0.59598190799, 0.0}, {-51.344077975, 18.093553413, -21.194039291}},
    {{-0.050320623172, -0.55491136315, 0.0}, {16.996631319, 9.1277743389, 19.254195166}},
    {{0.84301581261, 0.42594744532, 0.0}, {-12.22084402, -7.3152097252, 17.866945717}},
    {{1.2275626037, -1.5187907096, 0.0}, {28.792533517, 62.215399494, 38.269729716}},
};

/// Of the first and the second ball in turn, made in the same way.
constexpr After after_pair[] = {
    {{-1.8412819254, 0.93392014143, 0.0}, {-10.248356028, 79.317010197, -36.84057081}},
    {{-0.71871638851, -1.3352372651, 0.0074354345925},
     {0.57637595497, -0.3016057089, 1.5514443382}},
    {{1.8264316748, 0.45493391093, 0.052142194349}, {43.510759725, -11.719802833, -63.043793624}},
    {{0.30996288874, -1.190124234, 0.0}, {-3.6688042785, -0.94138798497, -0.3319206325}},
    {{0.41457013381, 0.29420467602, 0.0010457245721}, {-6.3465705295, 17.652434718, 16.05572609}},
    {{0.091258198147, -0.11482094065, 0.0}, {-0.061013605464, -0.043073084631, -0.59884989522}},
    {{-1.3190775566, -0.11305518762, 0.016005920494}, {-52.817350304, -54.867992589, 29.350785994}},
    {{-0.25381333587, 1.6584009627, 0.0}, {1.0774685198, 0.14799786462, -1.7696581479}},
    {{0.42159470865, 0.17778683863, 0.051277297796}, {-39.990471315, 1.6799704556, 10.447749118}},
    {{-0.41755408766, 1.0758351153, 0.0}, {3.4453233841, 1.3690947374, 0.68941797073}},
    {{-0.08286627478, 0.06023601828, 0.045794702059}, {15.388833458, -30.717997198, 14.179034082}},
    {{-0.88502070776, -0.55458075396, 0.0}, {-1.6577875357, 2.7479931084, -1.2829156006}},
    {{-1.2201318713, -0.90472889027, 0.036049158988}, {-31.990998928, -95.488581622, -16.10619339}},
    {{-1.5617621616, 1.8840826972, 0.0}, {2.043754549, 1.668105125, -1.3744689464}},
    {{-0.028855022305, -0.58142381516, 0.0094171347398},
     {22.010363975, 12.252213605, -6.9995699417}},
    {{0.40039861651, -0.049065725581, 0.0}, {-0.04129565464, -0.64318259041, 1.6310252902}},
};

struct AtCushion {
  Rubbing law;
  BallState s;
  Vec3 n;
};

struct AtBall {
  Rubbing law;
  Pair pair;
  Vec3 n;
};

/// The impacts: balls that roll or have any spin, with side, at usual coefficients and noses.
class Impacts {
 public:
  AtCushion cushion() {
    const double sin = between(0.2, 0.32);
    const double cos = std::sqrt(1.0 - sin * sin);
    const double phi = between(-3.0, 3.0);
    AtCushion c{.law = {}, .s = {}, .n = {cos * std::cos(phi), cos * std::sin(phi), -sin}};
    c.law.restitution = between(0.7, 0.98);
    c.law.contact = {.a = between(0.1, 0.25), .b = 0.0, .c = 0.0};
    c.law.cloth = between(0.15, 0.25);
    const double heading = phi + 3.14 + between(-1.3, 1.3);
    c.s = ball(between(0.5, 4.0), heading);
    return c;
  }

  AtBall pair() {
    const double phi = between(-3.0, 3.0);
    AtBall c{.law = {}, .pair = {}, .n = {std::cos(phi), std::sin(phi), 0.0}};
    c.law.restitution = between(0.9, 0.98);
    c.law.cloth = between(0.15, 0.25);
    const double heading = phi + between(-1.3, 1.3);
    c.pair.a = ball(between(0.5, 4.0), heading);
    c.pair.b.motion = Motion::sliding;
    return c;
  }

 private:
  double between(double low, double high) {
    return low + (high - low) * static_cast<double>(random_() >> 11) * 0x1p-53;
  }

  BallState ball(double speed, double heading) {
    const double R = BallSpec{}.radius;
    const double w = speed / R;
    BallState s{.r = {},
                .v = {speed * std::cos(heading), speed * std::sin(heading), 0.0},
                .w = {},
                .motion = Motion::sliding};
    const bool rolls = between(0.0, 1.0) < 0.5;
    s.w.x = between(-w, w);
    s.w.y = between(-w, w);
    s.w.z = between(-w, w);
    if (rolls) s.w = {-s.v.y / R, s.v.x / R, s.w.z};
    return s;
  }

  std::mt19937_64 random_{20};
};

double size(const Vec3& v, const Vec3& w) { return norm(v) + BallSpec{}.radius * norm(w); }

double error(const BallState& have, const After& want) {
  return size(have.v - want.v, have.w - want.w);
}

TEST(AlongImpulseAccuracy, UsualImpactsAreWithinAMillionthOfTheSpeed) {
  Impacts impacts;
  for (const After& want : after_cushion) {
    const AtCushion c = impacts.cushion();
    const BallState have = follow_impulse(c.law, BallSpec{}, c.s, c.n);
    EXPECT_LT(error(have, want), promised * size(c.s.v, c.s.w));
  }
  for (std::size_t i = 0; i < std::size(after_pair); i += 2) {
    const AtBall c = impacts.pair();
    const Pair have = follow_impulse(c.law, PairSpec{{}, {}, c.law.cloth}, c.pair, c.n);
    const double scale = size(c.pair.a.v, c.pair.a.w);
    EXPECT_LT(error(have.a, after_pair[i]), promised * scale);
    EXPECT_LT(error(have.b, after_pair[i + 1]), promised * scale);
  }
}

}  // namespace
}  // namespace cuelab
