#pragma once

#include "smooth/stepper.hpp"

namespace cuelab::smooth {

/// The classical Runge-Kutta method of order 4 with a fixed step and no error control. Its dense
/// output is the cubic through the values and derivatives at both ends (local error O(h^4)).
class RungeKutta4 {
 public:
  /// The tolerances are ignored; all steppers have this parameter.
  RungeKutta4(Rhs rhs, const Tolerances& tolerances, double h);

  void resize(const Tolerances& tolerances, std::size_t size);
  /// Ignores h: the step is fixed.
  void restart(double t, const State& y, double h);
  bool step(double h_max);
  double begin() const { return t0_; }
  double end() const { return t1_; }
  const State& state() const { return y1_; }
  void interpolate(double t, State& y) const;
  StepCounts counts() const { return counts_; }

 private:
  void evaluate(double t, const State& y, State& dydt);
  void evaluate_stages(double h);

  Rhs rhs_;
  double h_;
  double t0_ = 0.0;
  double t1_ = 0.0;
  State y0_, y1_;       // at the two ends of the step
  State f0_, f1_;       // their derivatives; f1_ is the first stage of the next step
  State k2_, k3_, k4_;  // the other stages
  State trial_;         // where a stage is evaluated, then the new state
  StepCounts counts_;
};

}  // namespace cuelab::smooth
