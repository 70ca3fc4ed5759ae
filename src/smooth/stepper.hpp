#pragma once

#include "smooth/layout.hpp"

namespace cuelab::smooth {

/// The right-hand side of dy/dt = f(t, y): a function and the object it is called with.
struct Rhs {
  void (*evaluate)(void* equations, double t, const double* y, double* dydt) = nullptr;
  void* equations = nullptr;
  void operator()(double t, const double* y, double* dydt) const {
    evaluate(equations, t, y, dydt);
  }
};

/// Largest error per step of component i: absolute[i] + relative * |y_i|.
struct Tolerances {
  double relative = 1e-9;
  std::vector<double> absolute;
};

struct StepCounts {
  std::uint64_t steps = 0;
  std::uint64_t rhs = 0;
  std::uint64_t rejected = 0;
};

// Every stepper offers the same functions:
//
//   void resize(const Tolerances&, std::size_t size);  reset, for states of this size
//   void restart(double t, const State& y, double h);  discard the history and continue from here;
//                                         the first step is about h, or the stepper's choice if
//                                         h = 0
//   bool step(double h_max);              one accepted step of at most h_max; false if the step
//                                         size underflowed
//   double begin() const, end() const;    the interval of that step
//   const State& state() const;           y at its end
//   void interpolate(double t, State& y); y at any t within it, from the dense output
//   StepCounts counts() const;            since construction or resize()

}  // namespace cuelab::smooth
