#pragma once

#include "cuelab/multibody.hpp"

namespace cuelab::smooth {

// Checks of the caller's arguments other than the system. Each returns the first fault, if any.

std::optional<Error> find_fault(const IntegrationSettings& settings);

/// Of the options of a run that starts at this time [s].
std::optional<Error> find_fault(const SmoothOptions& options, double start);

/// Of a start of some bodies of this system.
std::optional<Error> find_fault(const SmoothStart& start, const System& system);

}  // namespace cuelab::smooth
