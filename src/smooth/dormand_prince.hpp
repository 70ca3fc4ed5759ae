#pragma once

#include <memory>

#include "smooth/stepper.hpp"

namespace cuelab::smooth {

/// Dormand and Prince's pair of order 5(4) with dense output of order 4 [DormandPrince1980]. The
/// stages, error estimate and dense output are Boost.Odeint's; the error norm and the step-size
/// control are cuelab's and use only + - * / and square roots, so that every build gives the same
/// bits. The length of the state must be a multiple of four.
class DormandPrince {
 public:
  DormandPrince(Rhs rhs, const Tolerances& tolerances, std::size_t size);
  ~DormandPrince();
  DormandPrince(DormandPrince&&) noexcept;
  DormandPrince& operator=(DormandPrince&&) noexcept;

  void resize(const Tolerances& tolerances, std::size_t size);
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
