#pragma once

#include <cstdint>

#include "cuelab/scene.hpp"
#include "fuzz/failure.hpp"

namespace cuelab::fuzz {

/// What a run cost.
struct RunCost {
  double seconds = 0.0;
  std::uint64_t events = 0;
  std::uint64_t steps = 0;  ///< of lasting contacts
};

struct Verdict {
  Failures failures;
  RunCost cost;
};

/// Runs the scene with the event engine and checks every promise; with `more` also the symmetries
/// and the scene as a file, which take further runs.
Verdict check_scene(const Scene& scene, bool more);

/// Runs it with the hybrid engine and checks what holds outside clusters.
Verdict check_hybrid(const Scene& scene);

}  // namespace cuelab::fuzz
