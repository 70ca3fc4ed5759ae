#pragma once

#include "real.hpp"

namespace oracle {

/// Force between two surfaces at overlap d with rate d':
///   F = K d^1.5 (1 + c d'/v) + 1.5 A K d^0.5 d', never attractive,
/// where v is the approach speed at first contact or the greatest one so far.
struct NormalLaw {
  Real stiffness = 0;    ///< K [N/m^1.5]
  Real damping = 0;      ///< c
  Real dissipation = 0;  ///< A [s]
  bool greatest_speed = false;
};

/// Lankarani and Nikravesh's factor for a nominal restitution.
inline Real lankarani_nikravesh(Real e) { return Real(3) / 4 * (1 - e * e); }

/// Hertz's K for two materials with compliances (1 - nu^2)/E.
inline Real hertz_stiffness(Real compliances, Real radius) {
  return 4 / (3 * compliances) * sqrt(radius);
}

/// Overlap of a pair and its first and second derivative with respect to time.
struct Overlap {
  Real depth = 0, rate = 0, second = 0;
};

/// One pair's contact. Its force acts from its located beginning to its located end. With the
/// greatest approach speed so far as reference, v = d' as long as the overlap accelerates
/// (`rising`).
struct Contact {
  bool active = false;
  bool rising = false;
  Real v = 0;

  Real force(const NormalLaw& law, const Overlap& o) const {
    if (!active || !(o.depth > 0)) return 0;
    const Real ratio = rising ? Real(1) : o.rate / v;
    const Real root = sqrt(o.depth);
    const Real all = law.stiffness * root *
                     (o.depth * (1 + law.damping * ratio) + Real(3) / 2 * law.dissipation * o.rate);
    return all > 0 ? all : Real(0);
  }

  /// Whether a switching point has been passed.
  bool passed(const NormalLaw& law, const Overlap& o) const {
    if (active != (o.depth > 0)) return true;
    if (!active || !law.greatest_speed) return false;
    return rising ? o.second < 0 : o.rate > v;
  }

  /// At a switching point.
  void toggle(const NormalLaw& law, const Overlap& o) {
    if (active != (o.depth > 0)) {
      constexpr double least = 1e-6;  // reference speed of bodies that touch at rest [m/s]
      active = o.depth > 0;
      v = o.rate > least ? o.rate : Real(least);
      rising = active && law.greatest_speed && o.rate >= v && o.second > 0;
    } else {
      rising = !rising;
      if (!rising) v = o.rate;
    }
  }
};

/// Coefficients of friction divided by slip speed, so that slip 0 needs no direction.
struct Friction {
  enum class Kind { none, threlfall, ambrosio, alciatore } kind = Kind::none;
  Real mu = 0, v0 = 0, v1 = 0;

  Real over(Real slip) const {
    switch (kind) {
      case Kind::none:
        return 0;
      case Kind::threlfall:  // mu (1 - exp(-3 s/v0)) up to v0, constant from there on
        if (slip >= v0) return mu * (1 - exp(Real(-3))) / slip;
        return slip > 0 ? mu * (1 - exp(-3 * slip / v0)) / slip : 3 * mu / v0;
      case Kind::ambrosio:  // 0 up to v0, linear to mu at v1
        if (slip <= v0) return 0;
        return slip >= v1 ? mu / slip : mu * (slip - v0) / ((v1 - v0) * slip);
      case Kind::alciatore: {  // 0.009951 + 0.108 exp(-1.088 s), linear to 0 below 1 cm/s
        const Real least = Real(1) / 100;
        const Real full = Real(9.951e-3L) + Real(0.108L) * exp(Real(-1.088L) * slip);
        return full / (slip > least ? slip : least);
      }
    }
    return 0;
  }
};

}  // namespace oracle
