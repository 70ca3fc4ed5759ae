#pragma once

#include <cstdint>
#include <memory>
#include <span>

#include "cuelab/event_engine.hpp"
#include "cuelab/scene.hpp"
#include "cuelab/trajectory.hpp"

namespace cuelab {

/// The event engine, with the impacts of balls resolved by the smooth engine's forces. Between
/// impacts balls fly from event to event. An impact opens a cluster: the balls that touch and all
/// that their motion can reach while they do, integrated together until none touches another; then
/// they fly on. Two balls with nothing else near are resolved in closed form, over the duration of
/// their contact, where that is accurate enough. Impacts on cushions are instantaneous unless
/// another ball is near, or all of them are compliant (`Hybrid::compliant_cushions`); then landings
/// are integrated, too. Impacts slower than 5 mm/s, of balls above the cloth 4 cm/s, and contacts
/// that last are the event engine's.
///
/// Events within clusters are contact-begin and contact-end, with their `ContactRecord`s; all
/// others are the event engine's. The ledger lists the work of the forces in clusters, and as
/// `between clusters` what cloth, slate and instantaneous impacts dissipate.
///
/// Constructed once for a scene and used for any number of shots; allocates nothing once its
/// buffers have grown. The scene must be valid (`find_fault`).
class HybridEngine {
 public:
  explicit HybridEngine(const Scene& scene);
  ~HybridEngine();
  HybridEngine(HybridEngine&&) noexcept;
  HybridEngine& operator=(HybridEngine&&) noexcept;

  /// Simulates a shot from the scene's positions; the scene's own shot is ignored.
  void run(const Shot& shot, Trajectory& out, Record record = Record::everything);

  /// Simulates from these states (one per ball of the scene) into `out`, reusing its memory.
  void run(std::span<const BallState> start, Trajectory& out, Record record = Record::everything);

  // --- one event or cluster at a time: begin, step until false, finish

  void begin(std::span<const BallState> start, Trajectory& out, Record record = Record::everything);

  /// Advances to the next event and resolves it, or runs a cluster. Returns false, with the reason
  /// in `out.stop`, if there is none.
  bool step();

  double now() const;  ///< the current time [s]
  BallState state(std::uint32_t ball) const;

  /// Ends the run at the current time: writes final states, end time, counts and ledger to `out`.
  void finish();

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

/// Executes the scene's shot, if any, and simulates it.
Trajectory simulate_hybrid(const Scene& scene);

}  // namespace cuelab
