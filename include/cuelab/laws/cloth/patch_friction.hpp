#pragma once

#include <cstdint>
#include <string_view>

#include "cuelab/vec.hpp"

namespace cuelab {

// Coulomb-Contensou friction of a circular contact patch of radius a whose every point slides, with
// the pressure [Kudra2016, eq. (1)]
//   sigma = 3 / (2 pi) sqrt(1 - x^2 - y^2) (1 + d_x x + d_y y),   0 <= d = |(d_x, d_y)| <= 1,
// a Hertzian one shifted forward by rolling; lengths in a, pressure in N / a^2. The velocity of the
// ball's points is V = (v_x - w y, v_y + w x). Forces in mu N and moments in mu N a:
//   T = integral of sigma V / |V|,   M = integral of sigma (x V_y - y V_x) / |V|,
// the gradient of the convex potential integral of sigma |V|. On the ball act -T and -M.
// The first pages of [Kudra2016] give the pressure; closed form, constants and fits are derived in
// docs/patch_friction.md.

/// Motion of the ball over the cloth at the centre of the patch.
struct PatchSlip {
  Vec2 v{};        ///< slip velocity / a [1/s]
  double w = 0.0;  ///< spin about the vertical [rad/s]
};

/// Friction of the patch on the cloth: the ball receives the opposite.
struct PatchFriction {
  Vec2 T{};        ///< force / (mu N)
  double M = 0.0;  ///< moment about the centre of the patch / (mu N a)
};

/// Forms of the integrals. `exact` is elementary and the fastest but for the first Pade form.
/// Those up to `generalised` ignore the shift of the pressure.
enum class PatchForm : std::uint8_t {
  exact,
  pade_1,       ///< both slopes exact [Zhuravlev1998]
  pade_2,       ///< values and slopes at both ends exact
  pade_3,       ///< the same and one more order at both ends
  ellipsoid,    ///< potential sqrt(v^2 + (3 pi w / 16)^2) [Leine2003]
  generalised,  ///< v / (v^m + b^m w^m)^(1/m), fitted m, after the description in [Kudra2016]
  rolling,      ///< generalised with terms of the shifted pressure in both numerators
  fitted        ///< five scalar fits, with the shift, in the frame of the slip
};
inline constexpr std::string_view patch_form_names =
    "exact pade-1 pade-2 pade-3 ellipsoid generalised rolling fitted";

/// Friction of the patch in closed form; within 4e-13. Zero for no motion.
PatchFriction exact_friction(const PatchSlip& slip, const Vec2& d);

/// The same by Gauss-Legendre quadrature with n^2 points, for checking.
PatchFriction friction_by_quadrature(const PatchSlip& slip, const Vec2& d, int n = 200);

/// Friction of the patch in any form.
PatchFriction friction_of(PatchForm form, const PatchSlip& slip, const Vec2& d);

/// Ways to remove the jump of friction at rest, with rho = sqrt(v^2 + w^2) and its scale epsilon.
enum class Regularisation : std::uint8_t {
  tanh,   ///< factor tanh(rho / epsilon): no error to speak of above 5 epsilon
  root,   ///< factor rho / sqrt(rho^2 + epsilon^2)
  power,  ///< factor rho / (rho^m + epsilon^m)^(1/m), m = 3.367
  inside  ///< epsilon within the denominators of `pade_1` or `generalised`
};
inline constexpr std::string_view regularisation_names = "tanh root power inside";

/// Whether a form has this regularisation.
constexpr bool has_regularisation(PatchForm form, Regularisation kind) {
  return kind != Regularisation::inside || form == PatchForm::pade_1 ||
         form == PatchForm::generalised;
}

/// Friction without the jump at rest; `epsilon` in 1/s.
PatchFriction regularised_friction(PatchForm form, Regularisation kind, double epsilon,
                                   const PatchSlip& slip, const Vec2& d);

}  // namespace cuelab
