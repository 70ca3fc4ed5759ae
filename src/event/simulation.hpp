#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "cuelab/event_engine.hpp"
#include "event/lasting_contact.hpp"
#include "event/paths.hpp"
#include "event/strips.hpp"
#include "event/table_map.hpp"

namespace cuelab::event {

inline bool travels(Motion motion) {
  return motion == Motion::rolling || motion == Motion::sliding || motion == Motion::airborne;
}

/// What happens to a ball next.
enum class NextKind : std::uint8_t {
  nothing,         ///< at rest, or nothing happens before the time limit
  outdated,        ///< its partner has changed course: predict again when `best` comes, which
                   ///< remains a lower bound
  ball,            ///< it meets another ball
  table,           ///< it meets a part of the table
  motion_end,      ///< its motion ends by itself
  contact_update,  ///< in a lasting contact: the contact forces must be computed again
};

/// The next event of the simulation.
struct Prediction {
  double t = 0.0;
  NextKind kind = NextKind::nothing;
  std::uint32_t ball = 0;
  std::uint32_t other = none;  ///< the other ball, if it meets one
};

/// What lasting contacts do to a ball: accelerations that hold until a time.
struct Push {
  Vec3 acceleration{};   ///< in addition to that of the free ball [m/s^2]
  Vec3 spin_rate{};      ///< of a ball in the air [rad/s^2]
  double until = never;  ///< [s]
};

/// Impacts that follow each other too fast: a ball squeezed between others, with spin that drives
/// it against one after the other. It is calmed for a while: impacts below a speed are inelastic,
/// and contacts last while the gap stays small.
struct Chatter {
  struct Burst {
    double since = -never;  ///< [s]
    int impacts = 0;
  };
  Burst fast, slow;
  double calm_until = -never;  ///< [s]
  double calm_for = 0.0;       ///< [s]
  double calm_speed = 0.0;     ///< impacts slower than this are inelastic [m/s]

  void count(double now) {
    ++fast.impacts;
    ++slow.impacts;
    if (now - fast.since > fast_burst) fast = {now, 1};
    if (now - slow.since > slow_burst) slow = {now, 1};
    if (fast.impacts > most_impacts || slow.impacts > most_impacts) calm_down(now);
  }

 private:
  // more impacts than this in so short a time are too many; rack breaks have a dozen
  static constexpr int most_impacts = 50;
  static constexpr double fast_burst = 1e-4;  ///< [s]
  static constexpr double slow_burst = 0.05;  ///< [s]

  void calm_down(double now);
};

/// The state of one event-driven simulation and the steps of its loop.
class Simulation {
 public:
  explicit Simulation(const Scene& scene);

  std::size_t ball_count() const { return bodies_.size(); }
  double now() const { return now_; }
  BallState state(std::uint32_t ball) const { return state_of(bodies_[ball]); }

  void begin(std::span<const BallState> start, Trajectory& out, const StartOptions& options);

  /// The earliest event. Ties, that is equal times to the last bit: impacts before transitions,
  /// then the ball that comes first in the scene. Nothing when all balls rest or a limit is
  /// reached; the trajectory then has the reason.
  std::optional<Prediction> next_event();

  /// The same without moving the present.
  std::optional<Prediction> peek();

  /// What the ball of a predicted event meets, if anything.
  Agent met_in(const Prediction& event) const;

  /// Moves the balls involved to the instant of the event, changes their motion, records both.
  void resolve(const Prediction& event);

  /// Predicts the next events of the balls on a new course and marks the predictions of those
  /// that were going to meet them as outdated.
  void repredict();

  /// The present becomes t; no event may come before.
  void advance_to(double t);

  /// Takes a ball out: until it is put back it has no events and nothing meets it. Call
  /// `repredict` afterwards.
  void take_out(std::uint32_t ball);

  /// The ball, taken out before or not, goes on from this state. Call `repredict` afterwards.
  void put(std::uint32_t ball, const BallState& state);

  void finish();

 private:
  struct Body {
    BallSpec spec;
    Piece piece;           ///< the current motion
    double t_end = never;  ///< when it ends by itself [s]
    TableHit table;        ///< its contact with the table; t is absolute [s]
    std::uint32_t map = 0;
    std::uint32_t piece_index = none;  ///< of `piece` in the trajectory, if pieces are kept
    std::uint32_t partner = none;
    NextKind kind = NextKind::nothing;
    bool in_play = true;
    bool continues = false;    ///< `t_end` ends the piece, not the motion
    bool is_pushed = false;    ///< `t_end` ends the step of the contact forces
    bool is_bent = false;      ///< the law's path is not quite the piece, but has `bend`
    bool has_push = false;     ///< contact forces act on the current piece
    bool is_due = false;       ///< has moved under contact forces, or must be given new ones
    double gained = 0.0;       ///< energy since the last update of its contacts, up to `piece` [J]
    std::uint64_t update = 0;  ///< the last update of its contacts, by number
    std::uint32_t place = 0;   ///< in `contact_balls_` during that update
    std::uint32_t contact = none;  ///< link to its first lasting contact
    std::uint32_t turn = 0;        ///< place in `changed_`, from 1; 0: on its old course
    Chatter chatter;
    Vec2 bend{};          ///< `Flow::b` [m/s^3]
    double length = 0.0;  ///< of a bent piece, if nothing happens [s]

    bool in_contact() const { return contact != none; }
  };

  /// A time after the end of the run up to which motion that never ends is predicted [s].
  double beyond_end() const { return t_max_ + 1.0; }

  // simulation.cpp: the loop and what events do
  void start_piece(std::uint32_t ball, const BallState& state, const Push* push = nullptr);
  void carry(Body& body, const Push& push);
  /// The present state of a ball.
  [[gnu::always_inline]] BallState state_of(const Body& body) const {
    BallState s = state_on(body.piece, now_);
    if (body.is_bent) [[unlikely]]
      bend(body, s);
    return s;
  }
  void bend(const Body& body, BallState& s) const;
  void cut(std::uint32_t ball);
  void close_piece(Body& body);
  void mark_changed(std::uint32_t ball) {
    if (bodies_[ball].turn != 0) return;
    changed_.push_back(ball);
    bodies_[ball].turn = static_cast<std::uint32_t>(changed_.size());
  }
  void forget_changes();
  void record(EventType type, std::uint32_t ball, Agent other = {});
  bool is_calm(std::uint32_t ball) const { return now_ < bodies_[ball].chatter.calm_until; }
  double calm_speed(std::uint32_t ball) const {
    return is_calm(ball) ? bodies_[ball].chatter.calm_speed : 0.0;
  }
  void collide(std::uint32_t a, std::uint32_t b);
  void hit_table(std::uint32_t ball);
  void end_motion(std::uint32_t ball);
  void land(std::uint32_t ball);
  void fall(std::uint32_t ball, std::uint32_t pocket);
  bool lies_on_jaw(Agent part, const BallState& s) const;
  void leave_table(std::uint32_t ball);

  // predictions.cpp: what happens to a ball next
  void mark_outdated();
  void predict_own(std::uint32_t ball);
  void place_in_strips(std::uint32_t ball);
  void take_own(std::uint32_t ball);

  // pairs.cpp: which balls meet
  /// The first balls of all blocks of four, in order, or only of those that this ball may meet.
  std::span<const std::uint32_t> blocks_near(std::uint32_t ball) {
    return strips_.are_used() ? strips_.blocks_near(ball) : blocks_;
  }
  void predict_pairs(std::uint32_t ball);
  void predict_pair(std::uint32_t ball, const BallState& self, std::uint32_t other);

  // contact_groups.cpp: which contacts last, and which balls they connect
  std::span<const std::uint32_t> held_surfaces(std::uint32_t ball) {
    return bodies_[ball].in_contact() ? find_held_surfaces(ball) : std::span<const std::uint32_t>{};
  }
  std::span<const std::uint32_t> find_held_surfaces(std::uint32_t ball);
  void add_contact(const LastingContact& contact);
  void release_from_contacts(std::uint32_t ball);
  std::uint32_t next_of(std::uint32_t link) const { return contacts_[link / 2].next[link % 2]; }
  void link_contact(const LastingContact& contact);
  void clean_list(std::uint32_t ball);
  void remove_contact(std::uint32_t place);
  bool are_in_contact(std::uint32_t a, std::uint32_t b) const;
  void put_off(std::uint32_t ball);
  bool is_lost_now(const LastingContact& contact) const;
  void gather_group(std::uint32_t ball);
  void gather(std::uint32_t ball);

  // lasting_contacts.cpp: balls pressed on each other or on the table
  void review_contacts();
  void update_group(std::uint32_t ball);
  bool is_crowd() const { return contact_balls_.size() > most_in_small_group; }
  void relax();
  double gain_of(const Body& body) const;
  double energy_of(const BallSpec& spec, const BallState& s) const;
  void settle_motion(ContactBall& p) const;
  void part_overlaps();
  bool presses_on_others(const ContactBall& p);
  void remove_gain();
  void drop_lost_contacts();
  double hop_speed() const;
  bool is_lost(double rate, bool above_cloth) const;
  bool rides(const LastingContact& contact) const;
  bool is_calm(const LastingContact& contact) const;
  void release_idle_contacts(bool group_moves);
  static bool rests(const ContactBall& p, double step);
  void push_on(double step, bool group_moves);
  void carry_on(const ContactBall& p, double step, bool group_moves);

  // contact_forces.cpp: the equations of the lasting contacts
  ContactGeometry geometry_of(const LastingContact& contact, double h = 0.0) const;
  ContactGeometry geometry_of(const LastingContact& contact, const BallState& a,
                              const BallState& b) const;
  double gap_acceleration(const LastingContact& contact) const;
  double inverse_mass_of(const LastingContact& contact, const Vec3& n) const;
  void prepare_forces();
  void sweep_forces(double step, double error);
  void accelerate(double& before, bool restart);
  std::uint32_t pushes_at(const LastingContact& contact) const;
  void apply(const LastingContact& contact, const Vec3& force);
  bool are_at_rest(const LastingContact& contact) const;
  double force_to_start(std::uint32_t place, const Vec3& n) const;
  bool yields(std::uint32_t place) const;
  double solve_contact(LastingContact& contact, double step, double relaxation, double unnoticed);
  double solve_normal_force(LastingContact& contact, double unnoticed);

  // contact_impulses.cpp: what approach is left is stopped
  void stop_approach();
  void prepare_impulses(ContactBall& p) const;
  std::uint32_t kicks_at(const LastingContact& contact) const;
  bool resists(const LastingContact& contact) const;
  double solve_impulse(LastingContact& contact);
  void carry_impulses_on(double share);
  void kick_both(const LastingContact& contact, double impulse);

  // contact_friction.cpp: friction above the cloth
  void prepare_friction(LastingContact& contact) const;
  void prepare_sticking(LastingContact& contact) const;
  Vec3 relative_acceleration(const LastingContact& contact) const;
  bool keeps_resting(const LastingContact& contact) const;
  std::optional<double> solve_sticking(LastingContact& contact, double step);
  double solve_friction(LastingContact& contact, double step, double relaxation);

  // contact_steps.cpp: how long their forces hold
  double solve_forces();
  double hold_forces(double step, double lead);
  double longest_lead() const;
  double step_length(double lead) const;
  double gain_after(double h) const;
  double rise_after(double h) const;
  double safe_step(double step) const;

  // the scene, constant
  Physics physics_;
  Table table_;
  std::vector<TableMap> maps_;  ///< one per ball radius
  double t_max_ = 0.0;
  std::size_t max_events_ = 0;

  // the state of the run
  Paths paths_;
  Strips strips_;
  std::vector<std::uint32_t> blocks_;  ///< the first balls of all blocks of four
  std::vector<Body> bodies_;
  std::vector<LastingContact> contacts_;    ///< in places that they keep
  std::vector<std::uint32_t> spare_;        ///< free places in it
  std::vector<LastingContact> group_;       ///< contacts of the group being updated
  std::vector<ContactBall> contact_balls_;  ///< its balls
  std::uint64_t updates_ = 0;               ///< of lasting contacts so far
  std::vector<std::uint32_t> held_;         ///< scratch: surfaces that a ball is pressed on
  std::vector<std::uint32_t> changed_;      ///< balls on a new course since the last prediction
  double start_energy_ = 0.0;               ///< of all balls [J]
  double now_ = 0.0;
  Trajectory* out_ = nullptr;
  bool keep_pieces_ = true;
};

}  // namespace cuelab::event
