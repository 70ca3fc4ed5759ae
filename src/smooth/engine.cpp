#include <utility>

#include "cuelab/multibody.hpp"
#include "smooth/faults.hpp"
#include "smooth/simulation.hpp"

namespace cuelab {

struct SmoothEngine::Impl {
  Impl(System s, const IntegrationSettings& settings)
      : system(std::move(s)), simulation(system, settings) {}
  System system;
  smooth::Simulation simulation;
};

SmoothEngine::SmoothEngine(std::unique_ptr<Impl> impl) : impl_(std::move(impl)) {}
SmoothEngine::~SmoothEngine() = default;
SmoothEngine::SmoothEngine(SmoothEngine&&) noexcept = default;
SmoothEngine& SmoothEngine::operator=(SmoothEngine&&) noexcept = default;

Result<SmoothEngine> SmoothEngine::make(System system, const IntegrationSettings& settings) {
  if (auto fault = find_fault(system)) return *std::move(fault);
  if (auto fault = smooth::find_fault(settings)) return *std::move(fault);
  return SmoothEngine(std::make_unique<Impl>(std::move(system), settings));
}

std::optional<Error> SmoothEngine::run(const SmoothOptions& options, SmoothRun& out) {
  if (auto fault = smooth::find_fault(options, 0.0)) return fault;
  return impl_->simulation.run({}, options, out);
}

std::optional<Error> SmoothEngine::run(const SmoothStart& start, const SmoothOptions& options,
                                       SmoothRun& out) {
  if (auto fault = smooth::find_fault(start, impl_->system)) return fault;
  if (auto fault = smooth::find_fault(options, start.t)) return fault;
  return impl_->simulation.run(start, options, out);
}

Result<SmoothRun> simulate(const System& system, const IntegrationSettings& settings,
                           const SmoothOptions& options) {
  if (auto fault = find_fault(system)) return *std::move(fault);
  if (auto fault = smooth::find_fault(settings)) return *std::move(fault);
  if (auto fault = smooth::find_fault(options, 0.0)) return *std::move(fault);
  SmoothRun out;
  if (auto error = smooth::Simulation(system, settings).run({}, options, out)) {
    return *std::move(error);
  }
  return out;
}

}  // namespace cuelab
