#pragma once

#include "smooth/any_stepper.hpp"
#include "smooth/recorder.hpp"
#include "smooth/watch.hpp"

namespace cuelab::smooth {

/// One integration of a system from start to end.
class Run {
 public:
  Run(const System& system, const IntegrationSettings& settings, const SmoothOptions& options);

  Result<SmoothRun> go();

 private:
  // the loop, in the order in which a step goes
  void begin();
  std::optional<Error> advance();
  void accept(double t, const State& y);
  void flip_contacts();
  void remove_lost_bodies();
  void watch_hops();
  void keep_joints();
  bool at_rest() const;
  void balance();
  void finish();

  double flip_time(std::uint32_t contact);
  void flip(std::uint32_t contact);
  void remove(std::uint32_t body, EventType why, const BallState& rest, std::uint32_t name);
  void push_event(EventType type, std::uint32_t body, std::uint32_t other);
  void track(std::uint32_t contact);
  double lost() const;
  void restart(double h);
  void take_sample(double t, const State& y);

  const System& system_;
  const SmoothOptions& options_;
  IntegrationSettings settings_;
  Model model_;
  Watch watch_;
  AnyStepper stepper_;
  SmoothRun out_;
  Recorder recorder_;

  double t_ = 0.0;
  State y_, trial_, sample_;
  std::size_t next_sample_ = 0;
  double initial_energy_ = 0.0;
  std::uint64_t steps_ = 0;
  bool flipped_ = false;  ///< contacts or bodies in play changed in the last step
  bool changed_ = false;  ///< the state or the forces changed by a jump: start the stepper anew
  std::optional<StopReason> stop_;

  /// A contact at the end of the last step.
  struct Seen {
    double t = 0.0;
    double depth = 0.0;
    double closing = 0.0;
  };
  std::vector<Seen> seen_;              ///< per contact
  std::vector<std::uint32_t> hop_;      ///< per body: record of its landing on the cloth, or none
  std::vector<std::uint8_t> airborne_;  ///< per body
  std::vector<BallState> resting_;      ///< per body: where it lies when out of play
  std::vector<double> last_fall_;       ///< per body: downward speed at the last step [m/s]
};

}  // namespace cuelab::smooth
