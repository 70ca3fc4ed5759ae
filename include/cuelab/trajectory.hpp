#pragma once

#include <algorithm>
#include <cmath>
#include <compare>
#include <cstddef>
#include <cstdint>
#include <span>
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

/// `event_limit` only in runs by an engine's own functions and in older recordings: for `simulate`
/// it is an error.
enum class StopReason : std::uint8_t { at_rest, t_max, event_limit, early_stop };
std::string_view name_of(StopReason reason);

/// What a ball can meet. `part`: a part of a system other than a pool table, such as a race.
enum class AgentKind : std::uint8_t { nothing, ball, cushion, jaw, pocket, cloth, part };
std::string_view name_of(AgentKind kind);

/// A ball, a part of the table or a part of another system.
struct Agent {
  AgentKind kind = AgentKind::nothing;
  std::uint32_t index = 0;  ///< among the scene's balls, its table's cushions, ..., or part_names()
  friend auto operator<=>(const Agent&, const Agent&) = default;
};

/// How many agents of a kind a scene has.
std::size_t agent_count(AgentKind kind, const Scene& scene);

/// An invalid index.
inline constexpr std::uint32_t none = 0xffffffffU;

/// The motion of one ball during an interval: with s = t - t0, r = r0 + v0 s + a s^2 + b s^3, v =
/// dr/ds, w = w0 + dw s + ddw s^2, and |w_z| falls to zero at the rate `spin_decay` and stays there.
/// The event engine's pieces last from event to event and are exact, with b = 0 and dw_z = 0, except
/// on a patch cloth; those and the smooth engine's are Hermite polynomials within a stated
/// tolerance, with spin_decay = 0. Only a patch cloth's have a ddw.
struct Piece {
  double t0 = 0.0;          ///< start [s]
  Vec3 r0{};                ///< [m]
  Vec3 v0{};                ///< [m/s]
  Vec3 a{};                 ///< half the acceleration [m/s^2]
  Vec3 b{};                 ///< a sixth of the jerk [m/s^3]
  Vec3 w0{};                ///< [rad/s]
  Vec3 dw{};                ///< rate of w [rad/s^2]
  Vec2 ddw{};               ///< half the second derivative of w_x, w_y [rad/s^3]
  double spin_decay = 0.0;  ///< rate of |w_z| [rad/s^2]
  std::uint32_t ball = 0;   ///< index in the scene
  Motion motion = Motion::stationary;
};

/// State on a piece at time t >= t0.
[[gnu::always_inline]] inline BallState state_on(const Piece& piece, double t) {
  const double s = t - piece.t0;
  const Vec3 w = piece.w0 + s * piece.dw + (s * s) * Vec3{piece.ddw.x, piece.ddw.y, 0.0};
  const double spin = std::max(0.0, std::abs(w.z) - piece.spin_decay * s);
  return {.r = piece.r0 + s * (piece.v0 + s * (piece.a + s * piece.b)),
          .v = piece.v0 + s * (2.0 * piece.a + (3.0 * s) * piece.b),
          .w = {w.x, w.y, std::copysign(spin, w.z)},
          .motion = piece.motion};
}

/// An event. The states after it are the starts of the pieces it names.
struct Event {
  double t = 0.0;  ///< [s]
  EventType type = EventType::ball_ball;
  std::uint32_t ball = 0;            ///< index of the (first) ball
  Agent other{};                     ///< what it met, if anything
  std::uint32_t piece = none;        ///< piece of `ball` that begins here
  std::uint32_t other_piece = none;  ///< piece of the second ball that begins here
};

/// One contact of the smooth or hybrid engine, from its contact-begin event to its contact-end
/// event.
struct ContactRecord {
  std::uint32_t begin = none;   ///< index of the event that began it
  std::uint32_t end = none;     ///< index of the event that ended it; none while it lasts
  double approach_speed = 0.0;  ///< when it began [m/s]
  double peak_force = 0.0;      ///< of the normal force [N]
  double depth = 0.0;           ///< greatest overlap [m]
};

/// Energy dissipated by one law.
struct EnergySink {
  std::string name{};
  double work = 0.0;  ///< [J]
};

/// Energy balance of a smooth run: initial = kinetic + potential + elastic + work of the sinks, up
/// to the error of the integration.
struct EnergyLedger {
  double initial = 0.0;    ///< at t = 0 [J]
  double kinetic = 0.0;    ///< at t_end [J]
  double potential = 0.0;  ///< at t_end, relative to resting on the cloth [J]
  double elastic = 0.0;    ///< at t_end, in contacts and springs [J]
  std::vector<EnergySink> sinks{};
  double error = 0.0;  ///< greatest deviation of the balance over the run [J]
};

/// Counts of the engine's work.
struct Cost {
  std::uint64_t events = 0;
  std::uint64_t steps = 0;            ///< integrator steps
  std::uint64_t rhs_evaluations = 0;  ///< evaluations of the right-hand side
  std::uint64_t pair_tests = 0;       ///< ball pairs examined
  std::uint64_t roots = 0;            ///< polynomials solved for roots
  std::uint64_t rejected = 0;         ///< integrator steps rejected by the error control
  std::uint64_t clusters = 0;         ///< of touching balls, integrated by the hybrid engine
};

/// The only output of every engine.
struct Trajectory {
  std::vector<Piece> pieces{};     ///< in order of start time; the first n are the balls' first
  std::vector<Event> events{};     ///< in order of time
  std::vector<BallState> final{};  ///< one per ball, at t_end
  double t_end = 0.0;              ///< [s]
  StopReason stop = StopReason::at_rest;
  Cost cost{};
  std::vector<ContactRecord> contacts{};  ///< smooth and hybrid engine, in order of beginning
  EnergyLedger ledger{};                  ///< smooth and hybrid engine
};

struct AppendOptions {
  double shift = 0.0;                      ///< added to the times of `part` [s]
  std::span<const std::uint32_t> balls{};  ///< index in `whole` of each ball of `part`; empty: same
};

/// Adds the pieces, events, contacts, costs and final states of `part` to `whole` and adjusts their
/// indices. Pieces and events stay in order of time, at equal times those of `whole` first, so
/// `part` may overlap `whole` in time as long as no ball does. The ledger is unchanged.
void append(Trajectory& whole, const Trajectory& part, const AppendOptions& options = {});

/// Ids of the ball and of the other ball, cushion, jaw or pocket of an event ("" if none).
struct Agents {
  std::string_view first;
  std::string_view second;
};
Agents agents_of(const Event& event, const Scene& scene);

/// 64-bit hash of every event's time, type and agents, the states after it and the final states.
std::uint64_t hash_of(const Trajectory& trajectory);

/// Kinetic plus potential energy of all balls [J].
double total_energy(const Scene& scene, const std::vector<BallState>& states);

/// Energy of all balls just before and after one event [J].
struct EnergyStep {
  double before = 0.0;
  double after = 0.0;
};

/// One entry per event; the difference between `after` of one and `before` of the next is
/// dissipated by the cloth. The run must have recorded its pieces.
std::vector<EnergyStep> energy_audit(const Scene& scene, const Trajectory& trajectory);

/// State and orientation of a ball at one instant.
struct Sample {
  BallState state{};
  Quat orientation{};
};

/// Samples a trajectory at any time. The trajectory must have recorded its pieces, at least one per
/// ball; they are copied and indexed once.
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

/// The scene at the end of the trajectory: the same table and physics, the balls in their final
/// positions (those pocketed or off the table removed), no shot. If no ball is left, `find_fault`
/// says so, and no engine runs it.
Scene final_scene(const Scene& scene, const Trajectory& trajectory);

}  // namespace cuelab
