#pragma once

#include <memory>

#include "smooth/stepper.hpp"

namespace cuelab::smooth {

/// Dormand and Prince's pair of order 5(4) with dense output of order 4 [DormandPrince1980], from
/// Boost.Odeint, with a step-size rule made of + - * / and square roots only. The state's length
/// must be a multiple of four.
class DormandPrince {
 public:
  DormandPrince(Rhs rhs, const Tolerances& tolerances, std::size_t size);
  ~DormandPrince();
  DormandPrince(DormandPrince&&) noexcept;
  DormandPrince& operator=(DormandPrince&&) noexcept;

  void restart(double t, const State& y, double h);
  bool step(double h_max);
  double begin() const;
  double end() const;
  const State& state() const;
  void interpolate(double t, State& y) const;
  StepCounts counts() const;

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace cuelab::smooth
