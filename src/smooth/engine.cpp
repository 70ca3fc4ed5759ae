#include "cuelab/multibody.hpp"
#include "smooth/run.hpp"

namespace cuelab {

Result<SmoothRun> simulate(const System& system, const IntegrationSettings& settings,
                           const SmoothOptions& options) {
  const bool of_sundials = settings.integrator == Integrator::adams ||
                           settings.integrator == Integrator::bdf ||
                           settings.integrator == Integrator::erkstep;
  if (of_sundials && !smooth::sundials_available) {
    return Error{"", "smooth.integrator",
                 std::string(name_of(settings.integrator)) +
                     " needs SUNDIALS, which this build does not have; available: "
                     "dormand-prince, rk4"};
  }
  return smooth::Run(system, settings, options).go();
}

}  // namespace cuelab
