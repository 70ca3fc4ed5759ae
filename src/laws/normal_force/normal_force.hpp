#pragma once

#include <cmath>

#include "cuelab/smooth.hpp"

namespace cuelab {

/// A normal-force law with its coefficients: with overlap d and its rate, F = K d^1.5 (1 + c rate /
/// v_ref) + 1.5 A K d^0.5 rate. The first term is [Hertz1882] with the damping of damping_factor(),
/// the second is [KuwabaraKono1987].
struct NormalForce {
  double stiffness = 0.0;    ///< K [N/m^1.5]
  double damping = 0.0;      ///< c; 0 for Hertz and Kuwabara-Kono
  double dissipation = 0.0;  ///< A [s]; only Kuwabara-Kono
};

/// The coefficients of a law for this K [N/m^1.5], in slow impacts.
NormalForce normal_force(const ContactLaw& law, double stiffness);

/// Damping factor of a contact with this reference velocity [m/s].
double damping_at(const ContactLaw& law, double v_ref);

/// K of two materials and the effective radius 1/(1/R1 + 1/R2) of their surfaces
/// [Gismeros2022, eqs. 3.4 to 3.6].
double hertz_stiffness(const Material& a, const Material& b, double effective_radius);

/// The elastic part of the force.
inline double elastic_force(const NormalForce& law, double depth) {
  return law.stiffness * depth * std::sqrt(depth);
}

/// The total force; negative where it is attractive.
inline double force(const NormalForce& law, double depth, double rate, double v_ref) {
  const double root = std::sqrt(depth);
  return law.stiffness * root *
         (depth * (1.0 + law.damping * (rate / v_ref)) + 1.5 * law.dissipation * rate);
}

/// Energy stored at this depth [J].
inline double elastic_energy(const NormalForce& law, double depth) {
  return 0.4 * law.stiffness * depth * depth * std::sqrt(depth);
}

}  // namespace cuelab
