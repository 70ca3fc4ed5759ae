#include <cmath>

#include "cuelab/laws/cloth/patch_friction.hpp"
#include "math/elementary.hpp"

namespace cuelab {
namespace {

/// Friction in the frame of the slip: along e = v / |v| and n = z x e, with s = sign(w):
///   T_e = along - s d_n along_d,   T_n = s d_e across_d,   M = s moment - d_n moment_d.
struct SlipFrame {
  double along, along_d, across_d, moment, moment_d;
};

// Polar coordinates about the instantaneous centre of rotation c = k n, k = |v| / |w|; the two rays
// of a chord together leave integrals of u^2j sqrt(L^2 - u^2), which are elementary.

/// k <= 1: the centre of rotation is inside the patch.
SlipFrame with_centre_inside(double k) {
  constexpr double unit = 3.0 * pi / 32.0;
  const double q = k * k;
  return {.along = 4.0 * unit * k * (1.0 - 0.25 * q),
          .along_d = unit * (1.0 + q * (-1.5 + 0.625 * q)),
          .across_d = unit * (1.0 + q * (-0.5 + 0.125 * q)),
          .moment = 2.0 * unit * (1.0 + q * (-1.0 + 0.375 * q)),
          .moment_d = unit * k * q * (1.0 - 0.5 * q)};
}

/// 1 < k < 10: outside. The same polynomials for the part of the rays that meet the patch.
SlipFrame with_centre_outside(double k) {
  const double q = k * k;
  const double S = std::sqrt(q - 1.0);
  const double B = 0.1875 * atan2(1.0, S);
  const double per_k = 1.0 / k;
  const double per_q = per_k * per_k;
  return {.along = 4.0 * B * k * (1.0 - 0.25 * q) + S * (0.375 * per_k + 0.1875 * k),
          .along_d = B * (1.0 + q * (-1.5 + 0.625 * q)) +
                     S * (13.0 / 64.0 - 15.0 / 128.0 * q - 0.0625 * per_q),
          .across_d = B * (1.0 + q * (-0.5 + 0.125 * q)) +
                      S * (5.0 / 64.0 - 3.0 / 128.0 * q + 0.0625 * per_q),
          .moment = 2.0 * B * (1.0 + q * (-1.0 + 0.375 * q)) + S * (9.0 / 32.0 - 9.0 / 64.0 * q),
          .moment_d =
              B * k * q * (1.0 - 0.5 * q) + S * (0.125 * per_k - 0.125 * k + 3.0 / 32.0 * k * q)};
}

/// k >= 10, where the closed form cancels: series in p = 1 / k; the first neglected terms are below
/// 1e-13.
SlipFrame with_centre_far(double p) {
  const double q = p * p;
  return {
      .along = 1.0 - q * (1.0 / 10.0 + q * (3.0 / 280.0 + q * (1.0 / 336.0 + q * (5.0 / 4224.0)))),
      .along_d = p * q * (1.0 / 35.0 + q * (1.0 / 210.0 + q * (1.0 / 616.0 + q * (5.0 / 6864.0)))),
      .across_d =
          p * (1.0 / 5.0 -
               q * (1.0 / 70.0 + q * (1.0 / 840.0 + q * (1.0 / 3696.0 + q * (5.0 / 54912.0))))),
      .moment =
          p * (1.0 / 5.0 +
               q * (1.0 / 70.0 + q * (1.0 / 280.0 + q * (5.0 / 3696.0 + q * (35.0 / 54912.0))))),
      .moment_d = 1.0 / 5.0 -
                  q * (3.0 / 70.0 + q * (1.0 / 168.0 + q * (1.0 / 528.0 + q * (15.0 / 18304.0))))};
}

}  // namespace

PatchFriction exact_friction(const PatchSlip& slip, const Vec2& d) {
  constexpr double far = 10.0;  // k above which the series is used
  const double speed = norm(slip.v);
  const double spin = std::abs(slip.w);
  if (speed == 0.0 && spin == 0.0) return {};
  const SlipFrame f = speed >= far * spin ? with_centre_far(spin / speed)
                      : speed > spin      ? with_centre_outside(speed / spin)
                                          : with_centre_inside(speed / spin);

  // from the frame of the slip to the world
  const Vec2 e = speed > 0.0 ? (1.0 / speed) * slip.v : Vec2{1.0, 0.0};
  const double s = std::copysign(1.0, slip.w);
  const double d_e = d.x * e.x + d.y * e.y;
  const double d_n = d.y * e.x - d.x * e.y;
  const double T_e = f.along - s * d_n * f.along_d;
  const double T_n = s * d_e * f.across_d;
  return {.T = {T_e * e.x - T_n * e.y, T_e * e.y + T_n * e.x},
          .M = s * f.moment - d_n * f.moment_d};
}

}  // namespace cuelab
