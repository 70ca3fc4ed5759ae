#include "smooth/faults.hpp"

#include <cmath>
#include <string>

#include "smooth/sundials_stepper.hpp"

namespace cuelab::smooth {
namespace {

using Fault = std::optional<Error>;

bool positive(double x) { return std::isfinite(x) && x > 0.0; }

}  // namespace

Fault find_fault(const IntegrationSettings& settings) {
  const bool of_sundials = settings.integrator == Integrator::adams ||
                           settings.integrator == Integrator::bdf ||
                           settings.integrator == Integrator::erkstep;
  if (of_sundials && !sundials_available) {
    return Error{"", "smooth.integrator",
                 std::string(name_of(settings.integrator)) +
                     " needs SUNDIALS, which this build does not have; available: "
                     "dormand-prince, rk4"};
  }
  constexpr const char* above_zero = "must be a finite number above 0";
  if (!positive(settings.rel_tol)) return Error{"", "smooth.rel_tol", above_zero};
  if (!positive(settings.abs_tol)) return Error{"", "smooth.abs_tol", above_zero};
  if (!positive(settings.max_step)) return Error{"", "smooth.max_step", above_zero};
  const double floor = settings.reference_velocity.floor;
  if (!std::isfinite(floor) || floor < 0.0) {
    return Error{"", "smooth.reference_velocity", "must be a finite number, at least 0"};
  }
  return {};
}

Fault find_fault(const SmoothOptions& options, double start) {
  if (!(options.t_max >= start)) {
    return Error{"", "options.t_max", "must be a number, not before the start of the run"};
  }
  if (!(options.tolerance >= 0.0)) return Error{"", "options.tolerance", "must be at least 0"};
  double last = start;
  for (const double t : options.at) {
    if (!std::isfinite(t)) return Error{"", "options.at", "must hold finite numbers"};
    if (t < last) {
      return Error{"", "options.at", "must be ascending and not begin before the start of the run"};
    }
    last = t;
  }
  return {};
}

Fault find_fault(const SmoothStart& start, const System& system) {
  const auto wrong = [](std::string key, std::string what) {
    return Error{"", "start." + std::move(key), std::move(what)};
  };
  if (!std::isfinite(start.t)) return wrong("t", "must be a finite number");
  if (start.bodies.empty()) return wrong("bodies", "must name at least one body");
  if (start.states.size() != start.bodies.size()) {
    return wrong("states", "has " + std::to_string(start.states.size()) + " states for " +
                               std::to_string(start.bodies.size()) + " bodies");
  }
  for (std::size_t i = 0; i < start.bodies.size(); ++i) {
    if (start.bodies[i] >= system.bodies.size()) {
      return wrong("bodies." + std::to_string(i), "the system has no such body");
    }
    if (i > 0 && start.bodies[i] <= start.bodies[i - 1]) {
      return wrong("bodies", "must be ascending");
    }
    const BallState& s = start.states[i];
    if (!is_finite(s)) {
      return wrong("states." + std::to_string(i), "must hold finite numbers");
    }
  }
  bool joined = !system.joints.empty() || !system.springs.empty();
  for (const Obstacle& obstacle : system.obstacles) joined = joined || obstacle.body != none;
  if (joined) {
    return wrong("bodies",
                 "a system with joints, springs or carried obstacles can only run as a whole");
  }
  return {};
}

}  // namespace cuelab::smooth
