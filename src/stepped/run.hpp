#pragma once

#include <cstdint>
#include <vector>

#include "cuelab/scene.hpp"
#include "cuelab/trajectory.hpp"
#include "stepped/table_parts.hpp"

namespace cuelab::stepped {

/// One simulation: the state of the loop and the stages of a step, in the order it calls them.
class Run {
 public:
  explicit Run(const Scene& scene);

  /// Whether another step is to be made; if not, the reason is kept.
  bool goes_on();

  std::uint64_t steps() const { return out_.cost.steps; }
  double now() const { return now_; }
  void stop_early() { out_.stop = StopReason::early_stop; }

  /// Every ball along its motion to the end of the step.
  void advance();

  /// Motions that ran their course within the step.
  void end_motions();

  /// Balls that overlap a part of the table and approach it.
  void meet_table();

  /// Balls that overlap each other and approach.
  void meet_balls();

  Trajectory finish() &&;

 private:
  struct Body {
    BallSpec spec;
    Piece piece{};          ///< the current motion
    double t_end = 0.0;     ///< when it ends by itself [s]
    std::size_t parts = 0;  ///< the table for its radius
    std::uint32_t piece_index = 0;
  };
  /// What every step asks of a ball, close together.
  struct Place {
    Vec3 r{};  ///< centre at the end of the step [m]
    double radius = 0.0;
    bool in_play = true;
    bool travels = false;
  };
  /// Two bodies that stay together: balls, or a ball and number of balls + part of the table.
  struct Touch {
    std::uint32_t ball = 0;
    std::uint32_t other = 0;
    friend bool operator==(const Touch&, const Touch&) = default;
  };

  bool is_full() const;
  void start_piece(std::uint32_t ball, const BallState& state);
  void record(EventType type, std::uint32_t ball, std::uint32_t other, bool other_is_ball);
  bool stays_in_touch(const Touch& touch, bool sticks);
  BallState kept_rolling(std::uint32_t ball, const BallState& state) const;
  void end_motion(std::uint32_t ball);
  void land(std::uint32_t ball, BallState before);
  void fall(std::uint32_t ball, std::size_t pocket);
  void meet_parts(std::uint32_t ball);
  void meet_part(std::uint32_t ball, const PartContact& contact, const BallState& before);
  void meet_ball(std::uint32_t first, std::uint32_t second);

  const Scene& scene_;
  std::vector<TableParts> parts_;  ///< one per ball radius
  std::vector<Body> bodies_;
  std::vector<Place> places_;
  std::vector<Touch> touches_;         ///< that last, found in this step
  std::vector<Touch> earlier_;         ///< and in the one before
  std::uint64_t silent_meetings_ = 0;  ///< of lasting touches, no events
  double now_ = 0.0;
  Trajectory out_;
};

}  // namespace cuelab::stepped
