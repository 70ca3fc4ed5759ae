#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "cuelab/event_engine.hpp"
#include "event/paths.hpp"
#include "event/table_map.hpp"

namespace cuelab {

/// What a ball expects next.
enum class Kind : std::uint8_t {
  nothing,     ///< rests, or nothing happens before the time limit
  stale,       ///< was to meet a ball that has changed course: must look again, not before `best`
  pair,        ///< meets another ball
  part,        ///< meets a part of the table
  transition,  ///< its motion ends by itself
  renewal,     ///< pressed by others: its forces must be worked out again
};

/// The event to come.
struct Prediction {
  double t = 0.0;
  Kind kind = Kind::nothing;
  std::uint32_t ball = 0;
  std::uint32_t other = none;
};

/// A contact that lasts: a ball pressed on another ball or on a part of the table.
struct Touch {
  std::uint32_t ball = 0;
  std::uint32_t other = none;  ///< the other ball, if it is one
  std::uint32_t part = none;   ///< the part of the table otherwise
  double reach = never;        ///< distance of the centres along the cloth; never: straight cushion
  Vec2 centre{};               ///< of a round part
  Vec2 normal{};               ///< of a straight one, toward the ball
  double force = 0.0;          ///< N, on the ball along the normal and back on the other [N]
  std::uint32_t place = 0;     ///< of the ball in `Run::pressed_`
  std::uint32_t other_place = none;
};

/// Push of lasting contacts on a ball: an acceleration that holds until a time.
struct Push {
  Vec2 acceleration;     ///< [m/s^2]
  double until = never;  ///< [s]
};

/// A ball of the lasting contacts while their forces are worked out.
struct Pressed {
  std::uint32_t ball = 0;
  BallState state;
  Motion before = Motion::stationary;  ///< motion until now
  double mass = 0.0;                   ///< that answers a push along the cloth [kg]
  double resistance = 0.0;             ///< force a ball at rest stands before it rolls [N]
  Vec2 free{};                         ///< acceleration without contacts [m/s^2]
  Vec2 force{};                        ///< of all contacts on it [N]
};

/// One simulation: the state of the event loop and its steps, in the order the loop calls them.
class Run {
 public:
  explicit Run(const Scene& scene);

  void begin(std::span<const BallState> start, Trajectory& out, Record record);

  /// The earliest event. Ties, that is equal times to the last bit: impacts before transitions,
  /// then the ball that stands first in the scene. Nothing when all balls rest or a limit is
  /// reached.
  std::optional<Prediction> next_event();

  /// Moves the balls involved to the instant of the event, changes their motion, records both.
  void resolve(const Prediction& event);

  /// Finds the next events of the balls on a new course and marks those that expected to meet
  /// them.
  void repredict();

  void finish();

 private:
  struct Body {
    BallSpec spec;
    Piece piece;           ///< the current motion
    double t_end = never;  ///< when it ends by itself [s]
    TableHit table;        ///< its contact with the table; t is absolute [s]
    std::uint32_t map = 0;
    std::uint32_t piece_index = none;
    std::uint32_t partner = none;
    Kind kind = Kind::nothing;
    bool in_play = true;
    bool pressed = false;    ///< belongs to a lasting contact
    std::uint32_t turn = 0;  ///< place in `changed_`, from 1; 0: on its old course
  };

  /// A time after the end of the run up to which motion that never ends is looked at [s].
  double beyond_end() const { return t_max_ + 1.0; }

  void start_piece(std::uint32_t ball, const BallState& state, const Push& push = {});
  void record(EventType type, std::uint32_t ball, std::uint32_t other, bool other_is_ball);
  void collide(std::uint32_t a, std::uint32_t b);
  void hit_table(std::uint32_t ball);
  void end_motion(std::uint32_t ball);
  void land(std::uint32_t ball);
  void fall(std::uint32_t ball, std::size_t pocket);
  void forget_changes();
  std::uint32_t held_part(std::uint32_t ball) const;
  void add_touch(const Touch& touch);
  bool are_touching(std::uint32_t a, std::uint32_t b) const;
  bool renewal_is_due() const;
  void renew_touches();
  void gather_pressed();
  std::uint32_t gather(std::uint32_t ball);
  void drop_lost_touches();
  void stop_approach();
  double step_length() const;
  void solve_forces(double step);
  void release_idle_touches();
  void push_on(double step);
  void predict_own(std::uint32_t ball);
  void take_own(std::uint32_t ball);
  void predict_pairs(std::uint32_t ball);
  void predict_pair(std::uint32_t ball, const BallState& self, std::uint32_t other);

  // the scene, constant
  Physics physics_;
  Table table_;
  std::vector<TableMap> maps_;  ///< one per ball radius
  double t_max_ = 0.0;
  std::size_t max_events_ = 0;

  // the state of the run
  Paths paths_;
  std::vector<Body> bodies_;
  std::vector<Touch> touches_;
  std::vector<Pressed> pressed_;
  bool renewal_ = false;                ///< the step of the lasting contacts has ended
  std::vector<std::uint32_t> changed_;  ///< balls on a new course since the last prediction
  double now_ = 0.0;
  Trajectory* out_ = nullptr;
  bool keep_pieces_ = true;
};

}  // namespace cuelab
