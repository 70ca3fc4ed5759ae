#pragma once

#include <memory>

#include "cuelab/smooth.hpp"
#include "smooth/stepper.hpp"

namespace cuelab::smooth {

/// Whether this build has SundialsStepper; if not, the class is declared but must not be used.
#if defined(CUELAB_SUNDIALS)
inline constexpr bool sundials_available = true;
#else
inline constexpr bool sundials_available = false;
#endif

/// Methods of the SUNDIALS library, to check the others against:
///   adams    CVODE, Adams-Moulton of order 1 to 12, fixed-point iteration
///   bdf      CVODE, backward differences of order 1 to 5, Newton with a dense numerical Jacobian
///   erkstep  ARKODE, Dormand-Prince 5(4)
/// Dense output of adams and bdf is the method's own polynomial. That of erkstep is Hermite of
/// degree 4 (local error O(h^5)) and needs extra evaluations of the right-hand side. A derivative
/// that is not finite shortens the step (adams, bdf) or makes it fail (erkstep). The last bits of a
/// result depend on how the library was compiled.
class SundialsStepper {
 public:
  SundialsStepper(Rhs rhs, const Tolerances& tolerances, Integrator which, std::size_t size);
  ~SundialsStepper();
  SundialsStepper(SundialsStepper&&) noexcept;
  SundialsStepper& operator=(SundialsStepper&&) noexcept;

  void resize(const Tolerances& tolerances, std::size_t size);
  /// With h <= 0 the library chooses the first step.
  void restart(double t, const State& y, double h);
  bool step(double h_max);
  double begin() const;
  double end() const;
  const State& state() const;
  void interpolate(double t, State& y) const;
  StepCounts counts() const;

 private:
  struct Solver;
  std::unique_ptr<Solver> solver_;
};

}  // namespace cuelab::smooth
