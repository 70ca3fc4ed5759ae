#pragma once

#include <memory>
#include <span>
#include <vector>

#include "cuelab/scene.hpp"
#include "cuelab/trajectory.hpp"

namespace cuelab {

/// What a run keeps.
enum class Record : std::uint8_t {
  everything,  ///< events and every ball's pieces
  outcome      ///< events (without states) and final states
};

/// Exact simulation event by event. Made once for a scene, run for any number of starts;
/// after the first runs have grown its memory it allocates nothing.
class EventEngine {
 public:
  explicit EventEngine(const Scene& scene);
  ~EventEngine();
  EventEngine(EventEngine&&) noexcept;
  EventEngine& operator=(EventEngine&&) noexcept;

  /// Simulates from these states (one per ball of the scene) into `out`, reusing its memory.
  void run(std::span<const BallState> start, Trajectory& out, Record record = Record::everything);

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

/// Strikes the scene's shot, if any, and simulates it.
Trajectory simulate_event(const Scene& scene);

/// Final states and events of many shots of one scene, one after the other.
std::vector<Trajectory> simulate_batch(const Scene& scene, std::span<const Shot> shots);

}  // namespace cuelab
