#pragma once

#include "math/lanes.hpp"

namespace cuelab {

inline constexpr double pi = 3.14159265358979323846;

/// Elementary functions that use only + - * /, so that every platform gives the same bits (the
/// platforms' maths libraries differ in the last one). Each is within 2 ulp of the exact value
/// (absolute error 2^-52 near a zero of sin or cos).

/// e^x; 0 below -745, infinity above 709.8.
double exp(double x);
Lanes exp(Lanes x);

/// Natural logarithm of x > 0, not subnormal.
double log(double x);

struct SinCos {
  double sin = 0.0;
  double cos = 1.0;
};
/// Sine and cosine of x [rad], for |x| <= 1e6.
SinCos sin_cos(double x);

/// Angle of the point (x, y), in [-pi, pi]; 0 for the origin.
double atan2(double y, double x);

/// Cube root and fifth root of x >= 0.
double cube_root(double x);
double fifth_root(double x);

/// Cube root of x > 0 within 0.2 %, much faster: for step sizes.
double about_cube_root(double x);

/// x^y for x >= 0: 0 where x = 0. Relative error up to (2 + |y log x|) 2^-52.
double pow(double x, double y);

/// Hyperbolic tangent.
double tanh(double x);

}  // namespace cuelab
