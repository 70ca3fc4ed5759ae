#pragma once

#include <cstdint>
#include <vector>

#include "cuelab/scene.hpp"
#include "cuelab/stepped.hpp"
#include "cuelab/trajectory.hpp"
#include "stepped/table_parts.hpp"

namespace cuelab::stepped {

/// The state of one simulation and the stages of its steps, in the order of the loop.
class Simulation {
 public:
  explicit Simulation(const Scene& scene);

  /// Whether to make another step; if not, the trajectory has the reason.
  bool should_continue(const SteppedOptions& options);

  /// Moves every ball along its motion to the end of the step.
  void advance();

  /// Ends the motions that should have ended within the step.
  void end_motions();

  /// Collides balls with parts of the table that they overlap and approach.
  void collide_with_table();

  /// Collides balls that overlap and approach each other.
  void collide_balls();

  Trajectory finish() &&;

 private:
  struct Body {
    BallSpec spec;
    Piece piece{};           ///< the current motion
    double t_end = 0.0;      ///< when it ends without an impact [s]
    bool continues = false;  ///< `t_end` ends the piece, not the motion
    std::size_t parts = 0;   ///< the table for its radius
    std::uint32_t piece_index = 0;
  };
  /// The data of a ball that every step needs, contiguous in memory.
  struct Place {
    Vec3 r{};  ///< centre at the end of the step [m]
    double radius = 0.0;
    bool in_play = true;
    bool travels = false;
  };
  /// A ball and what it stays in contact with.
  struct LastingContact {
    std::uint32_t ball = 0;
    Agent other{};
    friend bool operator==(const LastingContact&, const LastingContact&) = default;
  };

  bool is_full() const;
  bool stop_condition_holds(const SteppedOptions& options);
  void start_piece(std::uint32_t ball, const BallState& state);
  void record(EventType type, std::uint32_t ball, Agent other = {});
  bool continues_contact(const LastingContact& contact, bool sticks);
  BallState kept_rolling(std::uint32_t ball, const BallState& state) const;
  void end_motion(std::uint32_t ball);
  void land(std::uint32_t ball, BallState before);
  void fall(std::uint32_t ball, std::uint32_t pocket);
  void collide_with_parts(std::uint32_t ball);
  void collide_with_part(std::uint32_t ball, const PartContact& contact, const BallState& before);
  void collide(std::uint32_t first, std::uint32_t second);

  const Scene& scene_;
  std::vector<TableParts> parts_;  ///< one per ball radius
  std::vector<Body> bodies_;
  std::vector<Place> places_;
  std::vector<LastingContact> contacts_;       ///< found in this step
  std::vector<LastingContact> last_contacts_;  ///< found in the step before
  std::uint64_t unrecorded_collisions_ = 0;    ///< of lasting contacts: not events
  std::size_t events_seen_ = 0;                ///< by the stop condition
  std::vector<BallState> states_;              ///< for the stop condition
  double now_ = 0.0;
  Trajectory out_;
};

}  // namespace cuelab::stepped
