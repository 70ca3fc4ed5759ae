#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "cuelab/ball.hpp"
#include "cuelab/scene.hpp"

namespace cuelab {

enum class EventType : std::uint8_t {
  ball_ball,
  ball_cushion,
  ball_slate,
  ball_pocket,
  ball_floor,
  sliding_rolling,
  rolling_stationary,
  rolling_spinning,
  spinning_stationary,
  contact_begin,
  contact_end
};
std::string_view name_of(EventType type);

enum class StopReason : std::uint8_t { at_rest, t_max, event_limit, early_stop };
std::string_view name_of(StopReason reason);

inline constexpr std::uint32_t none = 0xffffffffU;

/// The motion of one ball on a stretch of time: with s = t - t0, r = r0 + v0 s + a s^2 + b s^3,
/// v = dr/ds, w = w0 + dw s, and |w_z| falls to zero at the rate `spin_decay` and stays there.
/// The event engine's pieces reach from event to event and are exact, with b = 0 and dw_z = 0; the
/// smooth engine's are Hermite polynomials within a stated tolerance, with spin_decay = 0.
struct Piece {
  double t0 = 0.0;          ///< start [s]
  Vec3 r0{};                ///< [m]
  Vec3 v0{};                ///< [m/s]
  Vec3 a{};                 ///< half the acceleration [m/s^2]
  Vec3 b{};                 ///< a sixth of the jerk [m/s^3]
  Vec3 w0{};                ///< [rad/s]
  Vec3 dw{};                ///< rate of w [rad/s^2]
  double spin_decay = 0.0;  ///< rate of |w_z| [rad/s^2]
  std::uint32_t ball = 0;   ///< index in the scene
  Motion motion = Motion::stationary;
};

/// State on a piece at time t >= t0.
inline BallState state_on(const Piece& piece, double t) {
  const double s = t - piece.t0;
  const Vec3 w = piece.w0 + s * piece.dw;
  const double spin = std::max(0.0, std::abs(w.z) - piece.spin_decay * s);
  return {.r = piece.r0 + s * (piece.v0 + s * (piece.a + s * piece.b)),
          .v = piece.v0 + s * (2.0 * piece.a + (3.0 * s) * piece.b),
          .w = {w.x, w.y, std::copysign(spin, w.z)},
          .motion = piece.motion};
}

/// Something that happened. Its states "after" are the starts of the pieces named here.
struct Event {
  double t = 0.0;  ///< [s]
  EventType type = EventType::ball_ball;
  std::uint32_t ball = 0;            ///< index of the (first) ball
  std::uint32_t other = none;        ///< second ball, or part of the table; of a contact: second
                                     ///< ball, else number of balls + part, the cloth last
  std::uint32_t piece = none;        ///< piece of `ball` that begins here
  std::uint32_t other_piece = none;  ///< piece of the second ball that begins here
};

/// One contact of the smooth engine, from its contact-begin event to its contact-end event.
struct ContactRecord {
  std::uint32_t begin = none;   ///< index of the event that began it
  std::uint32_t end = none;     ///< index of the event that ended it; none while it lasts
  double approach_speed = 0.0;  ///< when it began [m/s]
  double peak_force = 0.0;      ///< of the normal force [N]
  double depth = 0.0;           ///< greatest overlap [m]
};

/// Energy that left the balls, by the law that took it.
struct EnergySink {
  std::string name{};
  double work = 0.0;  ///< [J]
};

/// Where the energy of a smooth run is and went: initial = kinetic + potential + elastic + what
/// the sinks took, up to the error of the integration.
struct EnergyLedger {
  double initial = 0.0;    ///< at t = 0 [J]
  double kinetic = 0.0;    ///< at t_end [J]
  double potential = 0.0;  ///< at t_end, relative to resting on the cloth [J]
  double elastic = 0.0;    ///< at t_end, in contacts and springs [J]
  std::vector<EnergySink> sinks{};
  double error = 0.0;  ///< greatest deviation of the balance over the run [J]
};

/// What a run cost. Counted, not timed: engines know no clocks.
struct Cost {
  std::uint64_t events = 0;
  std::uint64_t steps = 0;            ///< integrator steps
  std::uint64_t rhs_evaluations = 0;  ///< right-hand sides
  std::uint64_t pair_tests = 0;       ///< ball pairs looked at
  std::uint64_t roots = 0;            ///< polynomials given to the root solver
  std::uint64_t rejected = 0;         ///< integrator steps that were too long
};

/// The only output of every engine.
struct Trajectory {
  std::vector<Piece> pieces{};     ///< in order of start time; the first n are the balls' first
  std::vector<Event> events{};     ///< in order of time
  std::vector<BallState> final{};  ///< one per ball, at t_end
  double t_end = 0.0;              ///< [s]
  StopReason stop = StopReason::at_rest;
  Cost cost{};
  std::vector<ContactRecord> contacts{};  ///< of the smooth engine, in order of their begin
  EnergyLedger ledger{};                  ///< of the smooth engine
};

/// Ids of the ball and of the other ball, cushion, jaw or pocket of an event ("" if none).
struct Agents {
  std::string_view first;
  std::string_view second;
};
Agents agents_of(const Event& event, const Scene& scene);

/// 64-bit fingerprint over every event's time, type, agents and the bits of the states after it.
std::uint64_t hash_of(const Trajectory& trajectory);

/// Kinetic plus potential energy of all balls [J].
double total_energy(const Scene& scene, const std::vector<BallState>& states);

/// Energy of all balls just before and after one event [J].
struct EnergyStep {
  double before = 0.0;
  double after = 0.0;
};

/// One entry per event; `before` of an event is less than `after` of the last by what the cloth
/// took in between.
std::vector<EnergyStep> energy_audit(const Scene& scene, const Trajectory& trajectory);

/// A ball at one instant with its orientation.
struct Sample {
  BallState state{};
  Quat orientation{};
};

/// Samples a trajectory at any time. Keeps its own index, built once.
class Replay {
 public:
  explicit Replay(const Trajectory& trajectory);

  std::size_t ball_count() const { return tracks_.size(); }
  double t_end() const { return t_end_; }

  /// State of a ball at t, clamped to [0, t_end]; at an event, the state after it.
  BallState state(std::size_t ball, double t) const;
  /// The same with the orientation since t = 0, where it is the identity.
  Sample sample(std::size_t ball, double t) const;
  /// The pieces of one ball, in order.
  const std::vector<Piece>& pieces(std::size_t ball) const { return tracks_[ball].pieces; }

 private:
  struct Track {
    std::vector<Piece> pieces;
    std::vector<Quat> orientations;  ///< at the start of each piece
  };
  static std::size_t piece_at(const Track& track, double t);

  std::vector<Track> tracks_{};
  double t_end_ = 0.0;
};

/// The scene as the trajectory left it: the same table and physics, balls where they ended
/// (fallen and lost balls removed), no shot.
Scene final_scene(const Scene& scene, const Trajectory& trajectory);

}  // namespace cuelab
