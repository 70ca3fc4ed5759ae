#pragma once

#include "smooth/any_stepper.hpp"
#include "smooth/contact_detector.hpp"
#include "smooth/contact_log.hpp"
#include "smooth/recorder.hpp"

namespace cuelab::smooth {

/// Hops lower than this above the cloth are oscillations and cause no events [m].
inline constexpr double hop_height = 2e-5;

/// Integrates a system, or some of its bodies, from a start to a stop condition. Can run any number
/// of times and reuses its memory. Does not check its input; see faults.hpp. Never moved.
class Simulation {
 public:
  Simulation(const System& system, const IntegrationSettings& settings);
  Simulation(const Simulation&) = delete;
  Simulation& operator=(const Simulation&) = delete;

  /// Runs the bodies of `start`, or all from their initial states if it names none.
  std::optional<Error> run(const SmoothStart& start, const SmoothOptions& options, SmoothRun& out);

 private:
  // the loop, stage by stage
  void begin(const SmoothStart& start);
  void detect();
  std::optional<Error> step();
  void locate();
  void accept();
  void toggle();
  void maintain();
  void check_stop();
  void finish();

  void clear_output();
  void toggle_contacts();
  void toggle_contact(std::uint32_t contact);
  void remove_lost_bodies();
  void remove(std::uint32_t body, EventType why, const BallState& rest, Agent where);
  void track_hops();
  void track_hop(std::uint32_t body);
  void correct_joints();
  void check_balance();
  bool at_rest() const;
  bool stop_condition_holds();
  std::size_t touching() const;
  double lost_energy() const;
  BallState state_of(std::uint32_t body, const double* y) const;
  std::uint32_t push_event(EventType type, std::uint32_t body, Agent other);
  void restart(double h);
  void take_samples(double until);
  void take_sample(double t, const State& y);
  void shift_times();

  const System& system_;
  const SmoothOptions* options_ = nullptr;
  IntegrationSettings settings_;
  Equations equations_;
  ContactDetector detector_;
  AnyStepper stepper_;
  Recorder recorder_;
  PieceSorter sorter_;
  ContactLog contact_log_;
  SmoothRun* out_ = nullptr;

  // all times except t0_ are relative to t0_, so that the bits of a run do not depend on it
  double t0_ = 0.0;      ///< start of the run [s]
  double t_ = 0.0;       ///< current time [s]
  double t_next_ = 0.0;  ///< end of the current step, or the first contact change in it [s]
  double t_last_ = 0.0;  ///< latest end of the run [s]
  double t_jump_ = 0.0;  ///< next jump of a prescribed acceleration [s]
  State y_, trial_;
  std::size_t next_sample_ = 0;
  double initial_energy_ = 0.0;
  std::uint64_t steps_ = 0;
  bool changing_ = false;       ///< contacts change in the current step
  bool toggled_ = false;        ///< contacts or bodies in play changed in the last step
  bool contact_ended_ = false;  ///< a contact other than with the cloth ended in the last step
  bool discontinuous_ = false;  ///< state or forces jumped: the stepper must restart
  std::optional<StopReason> stop_;

  /// A ball on a cloth whose contacts are not located.
  struct Hop {
    bool airborne = false;
    std::uint32_t record = none;  ///< of its landing, while it touches the cloth
    double fall = 0.0;            ///< downward speed at the last step [m/s]
  };
  std::vector<Hop> hops_;                         ///< per body
  std::vector<BallState> resting_;                ///< per body: its state when out of play
  std::vector<std::uint32_t> all_;                ///< every body of the system
  std::vector<std::uint32_t> changing_contacts_;  ///< scratch
  std::vector<BallState> states_;                 ///< scratch
};

}  // namespace cuelab::smooth
