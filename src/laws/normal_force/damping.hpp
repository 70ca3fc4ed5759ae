#pragma once

#include "cuelab/smooth.hpp"

namespace cuelab {

/// Damping factor c of F = K d^1.5 (1 + c d' / v) for a nominal restitution e, 0 < e <= 1; v is the
/// approach speed at the beginning of the contact. 0 for Hertz and Kuwabara-Kono, and exactly 0 at
/// e = 1; unbounded as e goes to 0 for Flores, Hu-Guo and the exact law. [LankaraniNikravesh1990],
/// [Flores2011], [HuntCrossley1975], [HuGuo2015]
double damping_factor(NormalLaw law, double restitution);

/// The restitution that a damping factor c >= 0 delivers: the root e of c (1 + e) = ln((1 + c) / (1
/// - c e)). It holds for every mass, stiffness and speed and for every power of d.
double delivered_restitution(double c);

}  // namespace cuelab
