#pragma once

#include <array>
#include <optional>

#include "cuelab/event_engine.hpp"
#include "hybrid/cluster.hpp"
#include "hybrid/lone_impact.hpp"

namespace cuelab::hybrid {

/// The state of one hybrid simulation and the stages of its loop. Never moved.
class Simulation {
 public:
  explicit Simulation(const Scene& scene);

  void begin(std::span<const BallState> start, Trajectory& out, Record record);

  /// The next event, unless it opens a cluster; false if there is none.
  bool step();

  void finish();

  double now() const { return ended_in_cluster_ ? cluster_.now() : event_.now(); }
  BallState state(std::uint32_t ball) const { return event_.state(ball); }

 private:
  /// The impact that opens a cluster.
  struct Opening {
    double t = 0.0;             ///< [s]
    double speed = 0.0;         ///< of approach [m/s]
    double contact_time = 0.0;  ///< [s]
  };

  // membership.cpp: which impacts open a cluster, and who belongs to it
  std::optional<Opening> opening_of(const NextEvent& event) const;
  std::optional<Opening> pair_opening(const NextEvent& event) const;
  std::optional<Opening> cushion_opening(const NextEvent& event) const;
  std::optional<Opening> landing_opening(const NextEvent& event) const;
  void gather(const Opening& opening);
  bool is_in_reach(std::uint32_t member, std::uint32_t other, const Opening& opening) const;
  bool has_neighbours(std::uint32_t ball) const;
  bool can_meet(std::uint32_t ball) const;
  bool must_absorb(const NextEvent& event) const;
  void absorb_near_balls();

  // simulation.cpp: the loop
  void resolve(const Opening& opening);
  void run_cluster(const Opening& opening);
  double latest_step_end();
  void advance_outsiders();
  void absorb(std::uint32_t ball);
  void drop_fallen_balls();
  void close_cluster();

  // lone_pairs.cpp: two balls that collide with nothing else near
  bool resolve_alone(const Opening& opening);
  bool is_free(std::size_t member, const Opening& opening) const;
  void begin_contact(const LoneImpact::End& end, const Opening& opening);
  void end_contact(double t_end);

  // hand_over.cpp: how balls fly on
  BallState released_state(std::size_t member) const;
  void part_overlapping();
  void take_in_overlapping();
  double part(PlacedBall& a, PlacedBall& b) const;
  double part_from_cushions(PlacedBall& ball) const;
  double energy_of(const BallSpec& spec, const BallState& s) const;
  double energy_of(std::span<const BallState> states) const;
  void account();
  void write_ledger() const;

  // the scene, constant
  std::vector<BallSpec> specs_;
  Table table_;
  Physics physics_;
  Hybrid settings_;
  double t_max_ = 0.0;
  System system_;
  std::vector<std::uint32_t> kind_of_pair_;     ///< by ball, then other ball
  std::vector<LoneImpact> lone_impacts_;        ///< by kind
  std::vector<std::uint32_t> kind_of_cushion_;  ///< by ball
  double longest_cushion_contact_ = 0.0;        ///< of impacts that open a cluster [s]
  std::vector<std::uint32_t> obstacle_of_cushion_, obstacle_of_jaw_;

  // the state of the run
  EventEngine event_;
  Cluster cluster_;
  smooth::PieceSorter sorter_;
  Trajectory* out_ = nullptr;
  bool keep_pieces_ = true;
  bool ended_in_cluster_ = false;  ///< the time limit fell into a cluster
  std::vector<std::uint32_t> members_;
  std::vector<std::uint8_t> is_member_;  ///< per ball
  std::vector<BallState> states_;        ///< of the members when they joined
  std::vector<double> joined_;           ///< when the members joined [s]
  std::vector<PlacedBall> placed_;       ///< scratch
  double next_check_ = 0.0;              ///< of balls near the cluster [s]

  // the ledger
  double initial_energy_ = 0.0;           ///< of all balls [J]
  double loss_ = 0.0;                     ///< of energy in clusters [J]
  double cluster_energy_ = 0.0;           ///< of the members when they joined [J]
  std::array<double, max_sinks> work_{};  ///< of the forces in clusters [J]
  double balance_error_ = 0.0;            ///< greatest in a cluster [J]
  smooth::StepCounts counts_{};
  std::uint64_t clusters_ = 0;
};

}  // namespace cuelab::hybrid
