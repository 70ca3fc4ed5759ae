#include <cmath>

#include "cuelab/laws/cloth/patch_friction.hpp"
#include "math/elementary.hpp"

namespace cuelab {
namespace {

// Constants that make an approximation exact at an end: the moment of pure spin, and the slope of
// the force where spin dominates and of the moment where slip does.
constexpr double full_moment = 3.0 * pi / 16.0;
constexpr double force_spin = 8.0 / (3.0 * pi);   // T -> v / (force_spin w)
constexpr double moment_slip = 15.0 * pi / 16.0;  // M -> full_moment w / (moment_slip v)

/// Friction along the slip: |T| / |v| and M / w.
struct Ratios {
  double T, M;
};

PatchFriction along_slip(const Ratios& ratios, const PatchSlip& slip) {
  return {ratios.T * slip.v, ratios.M * slip.w};
}

/// (x^m + y^m)^(1/m) for x, y >= 0, not both 0.
double power_sum(double x, double y, double m) {
  const double large = std::max(x, y);
  const double small = std::min(x, y);
  return small == 0.0 ? large : large * pow(1.0 + pow(small / large, m), 1.0 / m);
}

Ratios pade_1(double v, double w) {
  return {1.0 / (v + force_spin * w), full_moment / (w + moment_slip * v)};
}

Ratios pade_2(double v, double w) {
  constexpr double a = 3.0 * pi / 80.0;
  constexpr double b = 1.0 / 10.0;
  constexpr double A = 16.0 / (15.0 * pi);
  return {(v + a * w) / (v * v + a * v * w + b * w * w),
          full_moment * (w + A * v) / (w * w + A * w * v + v * v)};
}

Ratios pade_3(double v, double w) {
  constexpr double a1 = 0.756832;
  constexpr double a2 = 1.009431;
  constexpr double b0 = 0.642419;
  constexpr double b1 = 0.856832;
  constexpr double A = 0.383772;
  constexpr double B = 0.130302;
  constexpr double C = 1.130302;
  const double vv = v * v;
  const double ww = w * w;
  return {(vv + a2 * v * w + a1 * ww) / (v * (vv + a2 * v * w + b1 * ww) + b0 * w * ww),
          full_moment * (ww + A * w * v + B * vv) / (w * (ww + A * w * v + C * vv) + A * v * vv)};
}

Ratios ellipsoid(double v, double w) {
  const double potential = std::sqrt(v * v + full_moment * full_moment * w * w);
  return {1.0 / potential, full_moment * full_moment / potential};
}

// fitted exponents, and the slip that replaces `moment_slip` in the fit
constexpr double force_power = 3.3672;
constexpr double moment_power = 4.4368;
constexpr double fitted_moment_slip = 2.46603;

Ratios generalised(double v, double w) {
  return {1.0 / power_sum(v, force_spin * w, force_power),
          full_moment / power_sum(w, fitted_moment_slip * v, moment_power)};
}

/// Least-squares constants over d = 0 .. 1.
PatchFriction rolling(const PatchSlip& slip, const Vec2& d) {
  constexpr double m_T = 2.89168;
  constexpr double b_T = 0.80735;
  constexpr double c_T = 0.19170;
  constexpr double m_M = 3.78942;
  constexpr double b_M = 0.42266;
  constexpr double c_M = 0.24458;
  constexpr double c_r = 0.14250;
  const double v = norm(slip.v);
  const double w = std::abs(slip.w);
  const Vec2 T = slip.v + (c_T * slip.w) * left_of(d);
  const double M = c_M * slip.w + c_r * cross(d, slip.v);
  return {(1.0 / power_sum(v, b_T * w, m_T)) * T, M / power_sum(v, b_M * w, m_M)};
}

/// The five functions of the exact form (patch_exact.cpp), each by a fit in k = |v| / |w|.
PatchFriction fitted(const PatchSlip& slip, const Vec2& d) {
  constexpr double unit = 3.0 * pi / 32.0;
  constexpr double largest = 1e6;  // k above which there is no spin to speak of
  const double v = norm(slip.v);
  const double w = std::abs(slip.w);
  if (v >= largest * w) {
    const Vec2 e = (1.0 / v) * slip.v;
    return {e, -0.2 * cross(e, d)};
  }
  const double k = v / w;
  const double along = k / power_sum(k, force_spin, 3.36724);
  const double along_d = unit / (1.0 + 5.16710 * pow(k, 3.25326));
  const double across_d = 1.0 / power_sum(5.0 * k, 1.0 / unit, 2.89118);
  const double A = 1.80977;
  const double rise = A * pow(k, 4.45363);
  const double moment =
      full_moment * (1.0 + rise) / (1.0 + 1.08519 * k * k + moment_slip * k * rise);
  const double moment_d = 0.2 * k * k * k / pow(0.554702 + pow(k, 3.85274), 3.0 / 3.85274);

  const Vec2 e = v > 0.0 ? (1.0 / v) * slip.v : Vec2{1.0, 0.0};
  const double s = std::copysign(1.0, slip.w);
  const double d_n = cross(e, d);
  const double T_e = along - s * d_n * along_d;
  const double T_n = s * dot(e, d) * across_d;
  return {T_e * e + T_n * left_of(e), s * moment - d_n * moment_d};
}

/// `pade_1` with sqrt(x^2 + epsilon^2) for every size, or `generalised` with epsilon^m added.
PatchFriction inside(PatchForm form, double epsilon, const PatchSlip& slip) {
  const double v = norm(slip.v);
  const double w = std::abs(slip.w);
  if (form == PatchForm::pade_1) {
    const auto size = [epsilon](double x) { return std::sqrt(x * x + epsilon * epsilon); };
    return along_slip(pade_1(size(v), size(w)), slip);
  }
  const double force_size =
      power_sum(power_sum(v, force_spin * w, force_power), epsilon, force_power);
  const double moment_size =
      power_sum(power_sum(w, fitted_moment_slip * v, moment_power), epsilon, moment_power);
  return along_slip({1.0 / force_size, full_moment / moment_size}, slip);
}

}  // namespace

PatchFriction friction_of(PatchForm form, const PatchSlip& slip, const Vec2& d) {
  if (form == PatchForm::exact) return exact_friction(slip, d);
  const double v = norm(slip.v);
  const double w = std::abs(slip.w);
  if (v == 0.0 && w == 0.0) return {};
  switch (form) {
    case PatchForm::pade_1:
      return along_slip(pade_1(v, w), slip);
    case PatchForm::pade_2:
      return along_slip(pade_2(v, w), slip);
    case PatchForm::pade_3:
      return along_slip(pade_3(v, w), slip);
    case PatchForm::ellipsoid:
      return along_slip(ellipsoid(v, w), slip);
    case PatchForm::generalised:
      return along_slip(generalised(v, w), slip);
    case PatchForm::rolling:
      return rolling(slip, d);
    default:
      return fitted(slip, d);
  }
}

PatchFriction regularised_friction(PatchForm form, Regularisation kind, double epsilon,
                                   const PatchSlip& slip, const Vec2& d) {
  if (kind == Regularisation::inside) return inside(form, epsilon, slip);
  const double rho = std::sqrt(dot(slip.v, slip.v) + slip.w * slip.w);
  if (rho == 0.0) return {};
  double factor = 1.0;
  if (kind == Regularisation::tanh) {
    factor = tanh(rho / epsilon);
  } else if (kind == Regularisation::root) {
    factor = rho / std::sqrt(rho * rho + epsilon * epsilon);
  } else {
    factor = rho / power_sum(rho, epsilon, force_power);
  }
  const PatchFriction full = friction_of(form, slip, d);
  return {factor * full.T, factor * full.M};
}

}  // namespace cuelab
