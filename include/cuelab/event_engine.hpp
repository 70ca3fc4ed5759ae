#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "cuelab/scene.hpp"
#include "cuelab/trajectory.hpp"

namespace cuelab {

/// What a run records.
enum class Record : std::uint8_t {
  everything,  ///< events and every ball's pieces
  outcome      ///< events (without states) and final states
};

/// Start of a run.
struct StartOptions {
  Record record = Record::everything;
  double t0 = 0.0;  ///< time of the start states, on the same clock as the scene's t_max [s]
};

/// A predicted event.
struct NextEvent {
  double t = 0.0;  ///< [s]
  std::uint32_t ball = 0;
  Agent other{};  ///< what it will meet; nothing: its motion ends, it lands, contact forces change
};

/// A ball and its new state.
struct PlacedBall {
  std::uint32_t ball = 0;
  BallState state{};
};

/// Exact event-driven simulation. Constructed once for a scene and used for any number of shots;
/// allocates nothing once its buffers have grown. The scene must be valid: the constructor does not
/// check it, `simulate` (run.hpp) and `find_fault` do. Without balls, every run ends at once.
class EventEngine {
 public:
  explicit EventEngine(const Scene& scene);
  ~EventEngine();
  EventEngine(EventEngine&&) noexcept;
  EventEngine& operator=(EventEngine&&) noexcept;

  /// Simulates a shot from the scene's positions; the scene's own shot is ignored.
  void run(const Shot& shot, Trajectory& out, Record record = Record::everything);

  /// Simulates from these states (one per ball of the scene) into `out`, reusing its memory.
  void run(std::span<const BallState> start, Trajectory& out, Record record = Record::everything);

  // --- one event at a time: begin, step until false, finish. In between, next, advance_to,
  // take_out and put may be called in any order. `out` must outlive the run; the caller may append
  // to it meanwhile. A state passed to `begin` or `put` must have the motion that matches it; a
  // slip below `still_speed` means rolling.

  /// Begins a run from these states (one per ball of the scene).
  void begin(std::span<const BallState> start, Trajectory& out, const StartOptions& options = {});

  /// Predicts the next event; nothing when all balls are at rest or a limit is reached.
  std::optional<NextEvent> next();

  /// Advances to the next event and resolves it. Returns false, with the reason in `out.stop`, if
  /// there is none. An update of the contact forces of pressed balls is also a step, but records no
  /// event.
  bool step();

  /// Advances the clock to t, at or before the next event.
  void advance_to(double t);

  /// Removes balls at the current time: until they are put back, they do not move and no ball meets
  /// them. Their last pieces in `out` stay open; append what they do meanwhile.
  void take_out(std::span<const std::uint32_t> balls);

  /// Sets the states of balls, removed or not, at the current time.
  void put(std::span<const PlacedBall> balls);

  double now() const;  ///< the current time [s]

  /// The current state of a ball; of a removed ball, at rest where it was removed.
  BallState state(std::uint32_t ball) const;

  /// Ends the run at the current time: writes final states, end time and counts to `out`.
  void finish();

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

/// Executes the scene's shot, if any, and simulates it.
Trajectory simulate_event(const Scene& scene);

/// Final states and events of many shots of one scene, each simulated from the scene's positions.
std::vector<Trajectory> simulate_batch(const Scene& scene, std::span<const Shot> shots);

}  // namespace cuelab
