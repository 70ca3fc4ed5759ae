#pragma once

#include <optional>
#include <utility>
#include <variant>

#include "smooth/dormand_prince.hpp"
#include "smooth/runge_kutta4.hpp"
#include "smooth/sundials_stepper.hpp"

namespace cuelab::smooth {

/// The stepper selected by the settings.
class AnyStepper {
 public:
  AnyStepper(Rhs rhs, const Tolerances& tolerances, const IntegrationSettings& settings,
             std::size_t size)
      : stepper_(make(rhs, tolerances, settings, size)) {}

  void resize(const Tolerances& tolerances, std::size_t size) {
    std::visit([&](auto& s) { s.resize(tolerances, size); }, stepper_);
  }
  void restart(double t, const State& y, double h) {
    std::visit([&](auto& s) { s.restart(t, y, h); }, stepper_);
  }
  bool step(double h_max) {
    return std::visit([&](auto& s) { return s.step(h_max); }, stepper_);
  }
  double begin() const {
    return std::visit([](const auto& s) { return s.begin(); }, stepper_);
  }
  double end() const {
    return std::visit([](const auto& s) { return s.end(); }, stepper_);
  }
  const State& state() const {
    return std::visit([](const auto& s) -> const State& { return s.state(); }, stepper_);
  }
  void interpolate(double t, State& y) const {
    std::visit([&](const auto& s) { s.interpolate(t, y); }, stepper_);
  }
  StepCounts counts() const {
    return std::visit([](const auto& s) { return s.counts(); }, stepper_);
  }

 private:
#if defined(CUELAB_SUNDIALS)
  using Stepper = std::variant<DormandPrince, RungeKutta4, SundialsStepper>;
#else
  using Stepper = std::variant<DormandPrince, RungeKutta4>;
#endif
  static Stepper make(Rhs rhs, const Tolerances& tolerances, const IntegrationSettings& settings,
                      std::size_t size) {
    switch (settings.integrator) {
      case Integrator::rk4:
        return RungeKutta4(rhs, tolerances, settings.max_step);
#if defined(CUELAB_SUNDIALS)
      case Integrator::adams:
      case Integrator::bdf:
      case Integrator::erkstep:
        return SundialsStepper(rhs, tolerances, settings.integrator, size);
#endif
      default:
        return DormandPrince(rhs, tolerances, size);
    }
  }

  Stepper stepper_;
};

}  // namespace cuelab::smooth
