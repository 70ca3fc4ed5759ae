#pragma once

#include "smooth/layout.hpp"

namespace cuelab::smooth {

/// dy/dt = f(t, y), without a virtual call: a function and what it works on.
struct Rhs {
  void (*evaluate)(void* model, double t, const double* y, double* dydt) = nullptr;
  void* model = nullptr;
  void operator()(double t, const double* y, double* dydt) const { evaluate(model, t, y, dydt); }
};

/// Greatest error per step of component i: absolute[i] + relative * |y_i|.
struct Tolerances {
  double relative = 1e-9;
  std::vector<double> absolute;
};

struct StepCounts {
  std::uint64_t steps = 0;
  std::uint64_t rhs = 0;
  std::uint64_t rejected = 0;
};

// Every stepper offers the same five functions:
//
//   void restart(double t, const State& y, double h);  forget the past, go on from here, first
//                                         with about h; h = 0 leaves that to the stepper
//   bool step(double h_max);              one accepted step of at most h_max; false: it vanished
//   double begin() const, end() const;    the interval of that step
//   const State& state() const;           y at its end
//   void interpolate(double t, State& y); y anywhere in it, from the dense output
//   StepCounts counts() const;

}  // namespace cuelab::smooth
